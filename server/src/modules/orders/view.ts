import type { Links } from '../../kernel/links.ts'
import { customerView, orderUserView } from '../customers/index.ts'
import { orderDiscountView } from '../discounts/index.ts'
import { baseProductView, priceView } from '../products/index.ts'
import { orderSubscriptionView } from '../subscriptions/index.ts'
import type { FullOrder } from './model.ts'
import type { Order as OrderWire } from './schema.ts'

export function orderView(full: FullOrder, links: Links): OrderWire {
  const { order } = full
  return {
    id: order.id,
    created_at: order.createdAt.toISOString(),
    modified_at: order.modifiedAt?.toISOString() ?? null,
    metadata: order.metadata,
    custom_field_data: order.customFieldData,
    status: order.status,
    amount: order.amount,
    tax_amount: order.taxAmount,
    refunded_amount: order.refundedAmount,
    refunded_tax_amount: order.refundedTaxAmount,
    currency: order.currency,
    billing_reason: order.billingReason,
    billing_address: order.billingAddress,
    customer_id: order.customerId,
    product_id: order.productId,
    product_price_id: order.productPriceId,
    discount_id: order.discountId,
    subscription_id: order.subscriptionId,
    checkout_id: order.checkoutId,
    user_id: order.customerId,
    customer: customerView(full.customer, links),
    user: orderUserView(full.customer, links),
    product: baseProductView(full.product),
    product_price: priceView(full.price),
    discount: full.discount && orderDiscountView(full.discount),
    subscription: full.subscription && orderSubscriptionView(full.subscription),
  }
}
