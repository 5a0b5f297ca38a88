import type { Actor } from '../../kernel/actor.ts'
import { invalidField } from '../../kernel/invalid-input.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { visibleTo } from '../access/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../organizations/index.ts'
import { type FullProduct, fullProductFromJson, fullProductJson, type Price } from '../products/index.ts'

/** What a checkout is opened for. */
export interface Offer {
  readonly organization: Organization
  readonly product: FullProduct
  readonly products: readonly FullProduct[]
  readonly price: Price
}

/** Products of which the first is selected, with one of its prices or with its first one; or a price alone. */
export type Wanted =
  | { readonly field: 'product_price_id'; readonly priceId: string }
  | {
      readonly field: 'product_id' | 'products'
      readonly productIds: readonly string[]
      readonly priceId: string | undefined
    }

/** The products that are wanted, as far as the actor sells them; anything else is 422 at its field. */
export async function findOffer(db: Db, actor: Actor, wanted: Wanted): Promise<Offer> {
  const { sql } = db
  const condition =
    wanted.field === 'product_price_id'
      ? sql`p.id = (select w.product_id from product_prices w where w.id = ${wanted.priceId})`
      : sql`p.id = any(${wanted.productIds as string[]})`
  const rows = await sql<{ organization: object; product: object }[]>`
    select ${organizationJson(sql)} as organization, ${fullProductJson(sql, 'p')} as product
    from products p join organizations o on o.id = p.organization_id
    where ${condition} and not p.is_archived and ${visibleTo(sql, actor, sql`p.organization_id`)}`
  const found = new Map(rows.map((row) => [fullProductFromJson(row.product).id, row]))
  return wanted.field === 'product_price_id' ? offerOfPrice(wanted.priceId, rows[0]) : offerOfProducts(wanted, found)
}

interface OfferRow {
  readonly organization: object
  readonly product: object
}

function offerOfPrice(priceId: string, row: OfferRow | undefined): Offer {
  const product = row && fullProductFromJson(row.product)
  const price = product?.prices.find((candidate) => candidate.id === priceId.toLowerCase())
  if (!row || !product || !price) throw invalidField('product_price_id', 'There is no such price for sale', priceId)
  return { organization: organizationFromJson(row.organization), product, products: [product], price }
}

function offerOfProducts(
  { field, productIds: ids, priceId }: Exclude<Wanted, { field: 'product_price_id' }>,
  found: ReadonlyMap<string, OfferRow>,
): Offer {
  const rows = ids.map((id, index) => {
    const row = found.get(id.toLowerCase())
    const place = field === 'products' ? [field, index] : field
    if (!row) throw invalidField(place, 'There is no such product for sale', id)
    return { row, place, id, product: fullProductFromJson(row.product) }
  })
  const [first] = rows
  const price = first?.product.prices.find(({ id }) => priceId === undefined || id === priceId.toLowerCase())
  if (priceId && !price) throw invalidField('product_price_id', 'The selected product has no such price', priceId)
  if (!first || !price) throw invalidField(field, 'The product has no price', ids[0])
  const stranger = rows.find(({ product }) => product.organizationId !== first.product.organizationId)
  if (stranger) throw invalidField(stranger.place, 'All products should be of one organization', stranger.id)
  return {
    organization: organizationFromJson(first.row.organization),
    product: first.product,
    // One that is named twice stands where it was named first.
    products: [...new Map(rows.map(({ product }) => [product.id, product])).values()],
    price,
  }
}
