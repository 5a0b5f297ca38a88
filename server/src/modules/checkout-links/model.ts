import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { Discount } from '../discounts/index.ts'
import type { FullProduct, Price } from '../products/index.ts'

export interface CheckoutLink extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly clientSecret: string
  readonly label: string | null
  readonly successUrl: string | null
  readonly allowDiscountCodes: boolean
  readonly productIds: readonly string[]
  readonly productPriceId: string
  readonly discountId: string | null
  readonly metadata: MetadataValues
}

export type OneOrMore<Item> = readonly [Item, ...Item[]]

/** A link with all that its answers show. */
export interface FullCheckoutLink {
  readonly link: CheckoutLink
  /** In the seller's order, also those that are no longer for sale. */
  readonly products: OneOrMore<FullProduct>
  /** The one of the first product that the seller chose, or that came first; perhaps archived since. */
  readonly price: Price
  /** Null also when it was deleted since. */
  readonly discount: Discount | null
}
