import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { Address } from '../../kernel/wire.ts'
import type { CustomFieldData } from '../custom-fields/index.ts'
import type { Discount } from '../discounts/index.ts'
import type { Organization, PaymentsMode } from '../organizations/index.ts'
import type { FullProduct, Price } from '../products/index.ts'

export const CHECKOUT_STATUSES = ['open', 'confirmed', 'succeeded', 'failed', 'expired'] as const
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

export interface Checkout extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly status: CheckoutStatus
  readonly clientSecret: string
  readonly expiresAt: Date
  readonly successUrl: string | null
  readonly embedOrigin: string | null
  readonly productId: string
  readonly productPriceId: string
  readonly productIds: readonly string[]
  readonly discountId: string | null
  /** Set by the seller for this checkout: the buyer can neither replace nor remove it. */
  readonly discountIsFixed: boolean
  readonly allowDiscountCodes: boolean
  readonly amount: number
  /** False while the amount of a price that the buyer chooses is only what the checkout started with. */
  readonly amountIsChosen: boolean
  /** After the discount. */
  readonly subtotalAmount: number
  readonly taxAmount: number | null
  readonly totalAmount: number
  readonly currency: string
  readonly customerId: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly customerIpAddress: string | null
  readonly customerBillingAddress: Address | null
  readonly customerTaxId: string | null
  readonly customerMetadata: MetadataValues
  readonly metadata: MetadataValues
  readonly customFieldData: CustomFieldData
  /** The subscription that this checkout upgrades. */
  readonly subscriptionId: string | null
  readonly paymentsMode: PaymentsMode
  readonly paymentProcessorMetadata: Readonly<Record<string, string>>
}

/** A checkout with all that its answers show, read by one statement. */
export interface FullCheckout {
  readonly checkout: Checkout
  readonly organization: Organization
  readonly product: FullProduct
  readonly products: readonly FullProduct[]
  readonly price: Price
  readonly discount: Discount | null
}
