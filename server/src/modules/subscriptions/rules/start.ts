import { newId } from '../../../kernel/ids.ts'
import type { MetadataValues } from '../../../kernel/metadata.ts'
import { addInterval } from '../../../kernel/time.ts'
import type { PaymentsMode } from '../../organizations/index.ts'
import type { Price } from '../../products/index.ts'
import type { Subscription } from '../model.ts'

export interface SubscriptionStart {
  readonly organizationId: string
  readonly customerId: string
  readonly price: Price
  readonly discountId: string | null
  readonly checkoutId: string
  readonly amount: number
  readonly currency: string
  readonly metadata: MetadataValues
  readonly customFieldData: Readonly<Record<string, unknown>>
  readonly paymentsMode: PaymentsMode
  readonly paymentMethodId: string | null
}

/** A subscription whose first period is paid: it is active from its first moment. */
export function startSubscription(start: SubscriptionStart, now: Date): Subscription {
  const interval = start.price.recurringInterval
  if (interval === null) throw new Error(`the price ${start.price.id} does not recur`)
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: start.organizationId,
    customerId: start.customerId,
    productId: start.price.productId,
    priceId: start.price.id,
    discountId: start.discountId,
    checkoutId: start.checkoutId,
    status: 'active',
    amount: start.amount,
    currency: start.currency,
    recurringInterval: interval,
    currentPeriodStart: now,
    currentPeriodEnd: addInterval(now, interval),
    anchorDay: now.getUTCDate(),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    startedAt: now,
    endsAt: null,
    endedAt: null,
    customerCancellationReason: null,
    customerCancellationComment: null,
    metadata: start.metadata,
    customFieldData: start.customFieldData,
    paymentsMode: start.paymentsMode,
    paymentMethodId: start.paymentMethodId,
  }
}
