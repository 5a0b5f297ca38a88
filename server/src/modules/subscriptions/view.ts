import type { Links } from '../../kernel/links.ts'
import { customerView, orderUserView } from '../customers/index.ts'
import { orderDiscountView } from '../discounts/index.ts'
import { priceView, productView } from '../products/index.ts'
import type { FullSubscription, Subscription } from './model.ts'
import type { OrderSubscription, Subscription as SubscriptionWire } from './schema.ts'

export function orderSubscriptionView(subscription: Subscription): OrderSubscription {
  return {
    id: subscription.id,
    created_at: subscription.createdAt.toISOString(),
    modified_at: subscription.modifiedAt?.toISOString() ?? null,
    metadata: subscription.metadata,
    amount: subscription.amount,
    currency: subscription.currency,
    recurring_interval: subscription.recurringInterval,
    status: subscription.status,
    current_period_start: subscription.currentPeriodStart.toISOString(),
    current_period_end: subscription.currentPeriodEnd?.toISOString() ?? null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt?.toISOString() ?? null,
    started_at: subscription.startedAt?.toISOString() ?? null,
    ends_at: subscription.endsAt?.toISOString() ?? null,
    ended_at: subscription.endedAt?.toISOString() ?? null,
    customer_id: subscription.customerId,
    product_id: subscription.productId,
    price_id: subscription.priceId,
    discount_id: subscription.discountId,
    checkout_id: subscription.checkoutId,
    user_id: subscription.customerId,
    customer_cancellation_reason: subscription.customerCancellationReason,
    customer_cancellation_comment: subscription.customerCancellationComment,
  }
}

export function subscriptionView(full: FullSubscription, links: Links): SubscriptionWire {
  return {
    ...orderSubscriptionView(full.subscription),
    custom_field_data: full.subscription.customFieldData,
    customer: customerView(full.customer, links),
    user: orderUserView(full.customer, links),
    product: productView(full.product, links),
    price: priceView(full.price),
    discount: full.discount && orderDiscountView(full.discount),
  }
}
