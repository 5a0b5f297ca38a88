import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { Interval } from '../../kernel/time.ts'
import type { Customer } from '../customers/index.ts'
import type { Discount } from '../discounts/index.ts'
import type { PaymentsMode } from '../organizations/index.ts'
import type { FullProduct, Price } from '../products/index.ts'

export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const CANCELLATION_REASONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

export interface Subscription extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly customerId: string
  readonly productId: string
  readonly priceId: string
  readonly discountId: string | null
  readonly checkoutId: string | null
  readonly status: SubscriptionStatus
  readonly amount: number
  readonly currency: string
  readonly recurringInterval: Interval
  readonly currentPeriodStart: Date
  readonly currentPeriodEnd: Date | null
  /** The day of the month on which periods begin, also after a shorter month. */
  readonly anchorDay: number
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: Date | null
  readonly startedAt: Date | null
  readonly endsAt: Date | null
  readonly endedAt: Date | null
  readonly customerCancellationReason: CancellationReason | null
  readonly customerCancellationComment: string | null
  readonly metadata: MetadataValues
  readonly customFieldData: Readonly<Record<string, unknown>>
  readonly paymentsMode: PaymentsMode
  /** What it is charged on; null when nothing was ever due. */
  readonly paymentMethodId: string | null
}

/** The statuses in which a customer has what was subscribed to. */
export const ACTIVE_STATUSES: readonly SubscriptionStatus[] = ['trialing', 'active']

/** As its own routes show it. */
export interface FullSubscription {
  readonly subscription: Subscription
  readonly customer: Customer
  readonly product: FullProduct
  readonly price: Price
  readonly discount: Discount | null
}
