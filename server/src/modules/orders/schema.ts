import { type Static, Type } from 'typebox'
import {
  Address,
  AnyObject,
  AnyOf,
  ListOf,
  MetadataOut,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { CustomerWire, OrderUser } from '../customers/index.ts'
import { OrderDiscountWire } from '../discounts/index.ts'
import { BaseProductWire, PriceWire } from '../products/index.ts'
import { OrderSubscriptionWire } from '../subscriptions/index.ts'
import { BILLING_REASONS } from './model.ts'

export const Order = named(
  'Order',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    custom_field_data: AnyObject,
    status: OneOf(['paid', 'partially_refunded', 'refunded']),
    amount: Type.Integer({ description: 'After the discount, without tax.', examples: [1900] }),
    tax_amount: Type.Integer({ examples: [0] }),
    refunded_amount: Type.Integer({ examples: [0] }),
    refunded_tax_amount: Type.Integer({ examples: [0] }),
    currency: Type.String({ examples: ['usd'] }),
    billing_reason: OneOf(BILLING_REASONS),
    billing_address: Nullable(Address),
    customer_id: Uuid,
    product_id: Uuid,
    product_price_id: Uuid,
    discount_id: Nullable(Uuid),
    subscription_id: Nullable(Uuid),
    checkout_id: Nullable(Uuid),
    user_id: Uuid,
    customer: CustomerWire,
    user: OrderUser,
    product: BaseProductWire,
    product_price: PriceWire,
    discount: Nullable(OrderDiscountWire),
    subscription: Nullable(OrderSubscriptionWire),
  }),
)
export type Order = Static<typeof Order>

export const OrderList = ListOf(Order)

export const OrderQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  product_id: AnyOf(Uuid),
  product_price_type: AnyOf(
    OneOf(['recurring', 'one_time'], {
      description: '`recurring`: subscription creations and renewals. `one_time`: one-time purchases.',
    }),
  ),
  discount_id: AnyOf(Uuid),
  customer_id: AnyOf(Uuid),
  checkout_id: AnyOf(Uuid),
  subscription_id: AnyOf(Uuid),
})
