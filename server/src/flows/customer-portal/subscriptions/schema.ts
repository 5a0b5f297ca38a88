import { type Static, Type } from 'typebox'
import { AnyObject, AnyOf, Extend, ListOf, Maybe, Nullable, named, PageQuery, Uuid } from '../../../kernel/wire.ts'
import { CustomerWire, OrderUser } from '../../../modules/customers/index.ts'
import { CheckoutDiscountWire } from '../../../modules/discounts/index.ts'
import { PriceWire } from '../../../modules/products/index.ts'
import { CancellationComment, CancellationReason, OrderSubscriptionWire } from '../../../modules/subscriptions/index.ts'
import { NoMetadata } from '../no-metadata.ts'
import { OwnProduct } from '../product.ts'

export const OwnSubscription = named(
  'CustomerPortalSubscription',
  Extend(OrderSubscriptionWire, {
    metadata: NoMetadata,
    custom_field_data: AnyObject,
    customer: CustomerWire,
    user: OrderUser,
    product: OwnProduct,
    price: PriceWire,
    discount: Nullable(CheckoutDiscountWire),
  }),
)
export type OwnSubscription = Static<typeof OwnSubscription>

export const OwnSubscriptionList = ListOf(OwnSubscription)

export const OwnSubscriptionUpdate = named(
  'CustomerPortalSubscriptionUpdate',
  Type.Object({
    cancel_at_period_end: Maybe(
      Type.Boolean({ description: 'True cancels: it ends with the current period. False takes that back.' }),
    ),
    cancellation_reason: Maybe(CancellationReason),
    cancellation_comment: Maybe(CancellationComment),
    product_price_id: Type.Optional(Type.String({ ...Uuid, description: 'Plans cannot be changed yet.' })),
    product_id: Type.Optional(Type.String({ ...Uuid, description: 'Plans cannot be changed yet.' })),
  }),
)
export type OwnSubscriptionUpdate = Static<typeof OwnSubscriptionUpdate>

export const OwnSubscriptionQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  product_id: AnyOf(Uuid),
  active: Type.Optional(Type.Boolean()),
  query: Type.Optional(Type.String({ description: "A part of the product's name, ignoring case." })),
})
export type OwnSubscriptionQuery = Static<typeof OwnSubscriptionQuery>
