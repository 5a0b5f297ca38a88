import type { Case } from './cases.ts'
import type { Holder, Instance } from './instance.ts'

const PATH = '/v1/customer-portal/organizations/'

export const SHELF = `${PATH}{slug}`

interface Shelf {
  readonly slug: string
  readonly products: readonly Shown[]
}

interface Shown {
  readonly name: string
  readonly description: string | null
  readonly prices: readonly { readonly price_amount: number | null; readonly recurring_interval: string | null }[]
  readonly benefits: readonly { readonly description: string }[]
}

/** A page that shows all products of a shop at once is compared with that of a shop that shows the same. */
export async function shelfCase(small: Instance, large: Instance, { organizationId, token }: Holder): Promise<Case> {
  const [row] = await large.sql<{ slug: string }[]>`select slug from organizations where id = ${organizationId}`
  if (!row) throw new Error('the shop has gone')
  const shelf = await large.caller.must<Shelf>({ method: 'GET', path: `${PATH}${row.slug}`, token })
  const twin = await makeTwin(small, shelf)
  return {
    name: SHELF,
    paths: async (instance) => [`${PATH}${instance === small ? twin : shelf.slug}`],
  }
}

/** Is there already when the instance was kept from the last time. */
async function makeTwin({ caller, holders }: Instance, { slug, products }: Shelf): Promise<string> {
  const [owner] = holders.filter(({ kind }) => kind === 'personal')
  if (!owner) throw new Error('nobody owns the small instance')
  const { token } = owner
  const twin = `like-${slug}`
  const path = `/v1/organizations/?slug=${twin}`
  const { items } = await caller.must<{ items: unknown[] }>({ method: 'GET', path, token })
  if (items.length > 0) return twin
  const make = (where: string, body: object) =>
    caller.must<{ id: string }>({ method: 'POST', path: where, token, body })
  const { id: organization_id } = await make('/v1/organizations/', { name: `Like ${slug}`, slug: twin })
  const benefitIds = new Map<string, string>()
  // The newest comes first there.
  for (const { name, description, prices, benefits } of products.toReversed()) {
    for (const benefit of benefits.filter((each) => !benefitIds.has(each.description))) {
      const body = { type: 'license_keys', description: benefit.description, organization_id, properties: {} }
      benefitIds.set(benefit.description, (await make('/v1/benefits/', body)).id)
    }
    const product = await make('/v1/products/', {
      name,
      description,
      organization_id,
      prices: prices.map(({ price_amount, recurring_interval }) => ({
        type: recurring_interval === null ? 'one_time' : 'recurring',
        amount_type: price_amount === null ? 'free' : 'fixed',
        ...(price_amount === null ? {} : { price_amount }),
        ...(recurring_interval === null ? {} : { recurring_interval }),
      })),
    })
    const ids = benefits.map((each) => benefitIds.get(each.description))
    await make(`/v1/products/${product.id}/benefits`, { benefits: ids })
  }
  return twin
}
