import { SCOPES } from '../../src/kernel/actor.ts'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import { Caller } from './client.ts'

/** Somebody with a token, and the organization whose things they are asked about. */
export interface Holder {
  readonly name: string
  readonly kind: 'personal' | 'organization' | 'customer'
  readonly token: string
  readonly organizationId: string
  /** Whoever bought most there. */
  readonly customerId: string
}

export interface Instance {
  readonly caller: Caller
  readonly sql: Sql
  readonly holders: readonly Holder[]
}

/** The organizations to look at, by what they are called in the report. */
export type Shops = Readonly<Record<string, string>>

const SCOPED = SCOPES.map(String)

/** Tokens for everybody whose view is measured: the owner, one organization of each size, a customer of each. */
export async function openInstance(port: number, ownerToken: string, sql: Sql, shops: Shops): Promise<Instance> {
  const caller = new Caller(port)
  const holders: Holder[] = []
  for (const [name, slug] of Object.entries(shops)) {
    const organizationId = await idOf(caller, ownerToken, slug)
    const customerId = await bestCustomer(sql, organizationId)
    const whose = { organizationId, customerId }
    if (holders.length === 0) holders.push({ name: 'owner', kind: 'personal', token: ownerToken, ...whose })
    const own = await organizationToken(caller, ownerToken, organizationId)
    holders.push({ name, kind: 'organization', token: own, ...whose })
    const token = await customerToken(caller, ownerToken, customerId)
    holders.push({ name: `customer of ${name}`, kind: 'customer', token, ...whose })
    await makeOneOfEach(caller, own, customerId)
    await makeLinks(caller, own)
  }
  return { caller, sql, holders }
}

/** What the small shop has none of, so that there is something to compare with. */
async function makeOneOfEach(caller: Caller, token: string, customerId: string): Promise<void> {
  for (const type of ['text', 'number', 'date', 'checkbox', 'select']) {
    const path = `/v1/custom-fields/?type=${type}`
    type Found = { pagination: { total_count: number } }
    if ((await caller.must<Found>({ method: 'GET', path, token })).pagination.total_count > 0) continue
    const properties = type === 'select' ? { options: [{ value: 'one', label: 'One' }] } : {}
    const body = { type, slug: `field-${type}`, name: `Field ${type}`, properties }
    await caller.must({ method: 'POST', path: '/v1/custom-fields/', token, body })
  }
  const path = `/v1/customers/${customerId}`
  const { external_id } = await caller.must<{ external_id: string | null }>({ method: 'GET', path, token })
  if (external_id === null) await caller.must({ method: 'PATCH', path, token, body: { external_id: 'customer-1' } })
}

/** No shop has any before. */
async function makeLinks(caller: Caller, token: string): Promise<void> {
  type Found = { items: { id: string }[] }
  const path = '/v1/checkout-links/'
  if ((await caller.must<Found>({ method: 'GET', path, token })).items.length > 0) return
  const { items } = await caller.must<Found>({ method: 'GET', path: '/v1/products/?is_archived=false', token })
  for (const { id } of items) await caller.must({ method: 'POST', path, token, body: { product_id: id } })
}

async function idOf(caller: Caller, token: string, slug: string): Promise<string> {
  const path = `/v1/organizations/?slug=${slug}`
  const { items } = await caller.must<{ items: { id: string }[] }>({ method: 'GET', path, token })
  if (!items[0]) throw new Error(`there is no organization ${slug}`)
  return items[0].id
}

async function organizationToken(caller: Caller, token: string, organizationId: string): Promise<string> {
  const path = '/v1/organization-access-tokens/'
  const body = { organization_id: organizationId, comment: 'bench', scopes: SCOPED }
  return (await caller.must<{ token: string }>({ method: 'POST', path, token, body })).token
}

async function customerToken(caller: Caller, token: string, customerId: string): Promise<string> {
  const body = { customer_id: customerId }
  return (await caller.must<{ token: string }>({ method: 'POST', path: '/v1/customer-sessions/', token, body })).token
}

async function bestCustomer(sql: Sql, organizationId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select customer_id as id from orders where organization_id = ${organizationId}
    group by 1 order by count(*) desc, 1 limit 1`
  if (!row) throw new Error('nobody has bought anything')
  return row.id
}
