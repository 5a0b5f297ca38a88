import { mergeMetadata } from '../../kernel/metadata.ts'
import { revise } from '../../kernel/revision.ts'
import { addInterval } from '../../kernel/time.ts'
import type { FullCheckout } from '../../modules/checkouts/index.ts'
import type { Customer } from '../../modules/customers/index.ts'
import { type GrantChange, reconcile } from '../../modules/license-keys/index.ts'
import type { Subscription } from '../../modules/subscriptions/index.ts'
import type { SubscriptionFacts } from './subscription-facts.ts'

/**
 * The same subscription at the price that was bought, with a period that begins now. Whoever pays for a subscription
 * does not want it to end, so a cancellation is taken back.
 */
export function upgradeSubscription(
  before: Subscription,
  { checkout, price }: FullCheckout,
  paymentMethodId: string | null,
  now: Date,
): Subscription {
  const { recurringInterval } = price
  if (recurringInterval === null) throw new Error(`the price ${price.id} does not recur`)
  return revise(
    before,
    {
      productId: price.productId,
      priceId: price.id,
      discountId: checkout.discountId,
      status: 'active',
      amount: checkout.amount,
      currency: checkout.currency,
      recurringInterval,
      currentPeriodStart: now,
      currentPeriodEnd: addInterval(now, recurringInterval),
      anchorDay: now.getUTCDate(),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      customerCancellationReason: null,
      customerCancellationComment: null,
      metadata: mergeMetadata(before.metadata, checkout.metadata),
      customFieldData: { ...before.customFieldData, ...checkout.customFieldData },
      paymentsMode: checkout.paymentsMode,
      paymentMethodId: paymentMethodId ?? before.paymentMethodId,
    },
    now,
  )
}

/** What the new product lacks goes, what it adds comes, and what both have stays as it is. */
export function regrant(
  { held, subscription }: SubscriptionFacts,
  { product, checkout }: FullCheckout,
  customer: Customer,
  now: Date,
): readonly GrantChange[] {
  const source = { orderId: null, subscriptionId: subscription.id }
  const holder = { source, customer, paymentsMode: checkout.paymentsMode, entitledUntil: null, held }
  return reconcile(holder, product.benefits, now)
}
