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
  readonly prices: readonly Price[]
  readonly benefits: readonly { readonly description: string }[]
}

interface Price {
  readonly type: string
  readonly amount_type: string
  readonly recurring_interval: string | null
  readonly price_amount: number | null
  readonly price_currency: string | null
  readonly minimum_amount: number | null
  readonly maximum_amount: number | null
  readonly preset_amount: number | null
}

/** A page that shows all products of a shop at once is compared with that of a shop that has as much to show. */
export async function shelfCase(small: Instance, large: Instance, holder: Holder): Promise<Case> {
  const { sql } = large
  const [row] = await sql<{ slug: string }[]>`select slug from organizations where id = ${holder.organizationId}`
  if (!row) throw new Error('the shop has gone')
  const shelf = await shelfOf(large, row.slug)
  const twin = `like-${shelf.slug}`
  await makeTwin(small, twin, shelf)
  const [one, two] = [sizeOf(await shelfOf(small, twin)), sizeOf(shelf)]
  if (one !== two) throw new Error(`${twin} shows ${one} and not ${two}: delete the small instance`)
  return { name: SHELF, paths: async (instance) => [`${PATH}${instance === small ? twin : shelf.slug}`] }
}

function shelfOf({ caller }: Instance, slug: string): Promise<Shelf> {
  return caller.must<Shelf>({ method: 'GET', path: `${PATH}${slug}` })
}

function sizeOf({ products }: Shelf): string {
  const [prices, benefits] = [products.flatMap((each) => each.prices), products.flatMap((each) => each.benefits)]
  return `${products.length} products with ${prices.length} prices and ${benefits.length} benefits`
}

/** Is there already when the instance was kept from the last time. */
async function makeTwin({ caller, holders }: Instance, slug: string, { products }: Shelf): Promise<void> {
  const owner = holders.find(({ kind }) => kind === 'personal')
  if (!owner) throw new Error('nobody owns the small instance')
  const { token } = owner
  const path = `/v1/organizations/?slug=${slug}`
  const { items } = await caller.must<{ items: unknown[] }>({ method: 'GET', path, token })
  if (items.length > 0) return
  const make = (where: string, body: object) =>
    caller.must<{ id: string }>({ method: 'POST', path: where, token, body })
  const { id: organization_id } = await make('/v1/organizations/', { name: slug, slug })
  const benefitIds = new Map<string, string>()
  // The newest comes first there.
  for (const { name, description, prices, benefits } of products.toReversed()) {
    for (const benefit of benefits.filter((each) => !benefitIds.has(each.description))) {
      const body = { type: 'license_keys', description: benefit.description, organization_id, properties: {} }
      benefitIds.set(benefit.description, (await make('/v1/benefits/', body)).id)
    }
    const product = { name, description, organization_id, prices: prices.map(pricePlan) }
    const { id } = await make('/v1/products/', product)
    const ids = benefits.map((each) => benefitIds.get(each.description))
    await make(`/v1/products/${id}/benefits`, { benefits: ids })
  }
}

/** What was not said is null in an answer, and missing in a request. */
function pricePlan(price: Price): Partial<Price> {
  const { type, amount_type, recurring_interval, price_amount, price_currency } = price
  const { minimum_amount, maximum_amount, preset_amount } = price
  const amounts = { price_amount, price_currency, minimum_amount, maximum_amount, preset_amount }
  const plan = { type, amount_type, recurring_interval, ...(amount_type === 'free' ? {} : amounts) }
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== null))
}
