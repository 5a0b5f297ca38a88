import { type Static, Type } from 'typebox'
import {
  AnyObject,
  AnyOf,
  Extend,
  ListOf,
  Maybe,
  MetadataOut,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Text,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { CustomerWire, OrderUser } from '../customers/index.ts'
import { OrderDiscountWire } from '../discounts/index.ts'
import { PriceWire, ProductWire } from '../products/index.ts'
import { CANCELLATION_REASONS, SUBSCRIPTION_STATUSES } from './model.ts'

/** As an order shows it. */
export const OrderSubscription = named(
  'OrderSubscription',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    amount: Type.Integer({ examples: [1900] }),
    currency: Type.String({ examples: ['usd'] }),
    recurring_interval: OneOf(['day', 'week', 'month', 'year']),
    status: OneOf(SUBSCRIPTION_STATUSES),
    current_period_start: Timestamp,
    current_period_end: Nullable(Timestamp),
    cancel_at_period_end: Type.Boolean(),
    canceled_at: Nullable(Timestamp),
    started_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    customer_id: Uuid,
    product_id: Uuid,
    price_id: Uuid,
    discount_id: Nullable(Uuid),
    checkout_id: Nullable(Uuid),
    user_id: Uuid,
    customer_cancellation_reason: Nullable(OneOf(CANCELLATION_REASONS)),
    customer_cancellation_comment: Nullable(Type.String()),
  }),
)
export type OrderSubscription = Static<typeof OrderSubscription>

/** As its own routes show it: with all that belongs to it. */
export const Subscription = named(
  'Subscription',
  Extend(OrderSubscription, {
    custom_field_data: AnyObject,
    customer: CustomerWire,
    user: OrderUser,
    product: ProductWire,
    price: PriceWire,
    discount: Nullable(OrderDiscountWire),
  }),
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionList = ListOf(Subscription)

export const CancellationReason = OneOf(CANCELLATION_REASONS, { description: 'Why the customer leaves.' })
export const CancellationComment = Text({ description: 'The same in their own words.' })

export const SubscriptionUpdate = named(
  'SubscriptionUpdate',
  Type.Object({
    cancel_at_period_end: Maybe(
      Type.Boolean({
        description:
          'True cancels: the subscription ends with the current period. False takes that back, while it lasts.',
      }),
    ),
    revoke: Maybe(
      Type.Boolean({
        description: 'True ends the subscription now. Beside `cancel_at_period_end` it counts for nothing.',
      }),
    ),
    customer_cancellation_reason: Maybe(CancellationReason),
    customer_cancellation_comment: Maybe(CancellationComment),
    product_price_id: Type.Optional(Type.String({ ...Uuid, description: 'Plans cannot be changed yet.' })),
    product_id: Type.Optional(Type.String({ ...Uuid, description: 'Plans cannot be changed yet.' })),
  }),
)
export type SubscriptionUpdate = Static<typeof SubscriptionUpdate>

export const SubscriptionQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  product_id: AnyOf(Uuid),
  customer_id: AnyOf(Uuid),
  discount_id: AnyOf(Uuid),
  active: Type.Optional(Type.Boolean()),
})
export type SubscriptionQuery = Static<typeof SubscriptionQuery>
