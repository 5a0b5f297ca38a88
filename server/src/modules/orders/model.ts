import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { Address } from '../../kernel/wire.ts'
import type { Customer } from '../customers/index.ts'
import type { Discount } from '../discounts/index.ts'
import type { PaymentsMode } from '../organizations/index.ts'
import type { Price, Product } from '../products/index.ts'
import type { Subscription } from '../subscriptions/index.ts'

export const BILLING_REASONS = ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'] as const
export type BillingReason = (typeof BILLING_REASONS)[number]

export interface Order extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly customerId: string
  readonly productId: string
  readonly productPriceId: string
  readonly priceType: 'one_time' | 'recurring'
  readonly discountId: string | null
  readonly subscriptionId: string | null
  readonly checkoutId: string | null
  readonly status: 'paid' | 'partially_refunded' | 'refunded'
  readonly billingReason: BillingReason
  /** After the discount, without tax. */
  readonly amount: number
  readonly taxAmount: number
  readonly refundedAmount: number
  readonly refundedTaxAmount: number
  readonly currency: string
  readonly billingAddress: Address | null
  readonly metadata: MetadataValues
  readonly customFieldData: Readonly<Record<string, unknown>>
  readonly paymentsMode: PaymentsMode
}

/** As every answer shows it. */
export interface FullOrder {
  readonly order: Order
  readonly customer: Customer
  readonly product: Product
  readonly price: Price
  readonly discount: Discount | null
  readonly subscription: Subscription | null
}
