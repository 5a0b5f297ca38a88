import { type Static, Type } from 'typebox'
import { AnyOf, Extend, ListOf, Nullable, named, OneOf, PageQuery, Uuid } from '../../../kernel/wire.ts'
import { CheckoutDiscountWire } from '../../../modules/discounts/index.ts'
import { OrderWire } from '../../../modules/orders/index.ts'
import { NoMetadata } from '../no-metadata.ts'
import { OwnProduct } from '../product.ts'

export const OwnOrder = named(
  'CustomerPortalOrder',
  Extend(OrderWire, { metadata: NoMetadata, product: OwnProduct, discount: Nullable(CheckoutDiscountWire) }),
)
export type OwnOrder = Static<typeof OwnOrder>

export const OwnOrderList = ListOf(OwnOrder)

export const OwnOrderQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  product_id: AnyOf(Uuid),
  product_price_type: AnyOf(OneOf(['recurring', 'one_time'])),
  subscription_id: AnyOf(Uuid),
  query: Type.Optional(Type.String({ description: "A part of the product's name, ignoring case." })),
})
export type OwnOrderQuery = Static<typeof OwnOrderQuery>
