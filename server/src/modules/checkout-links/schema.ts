import { type Static, Type } from 'typebox'
import {
  AnyOf,
  HttpUrl,
  Line,
  ListOf,
  Maybe,
  Metadata,
  MetadataOut,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { OrderDiscountWire } from '../discounts/index.ts'
import { CheckoutProductWire, PriceWire } from '../products/index.ts'

const PROCESSORS = ['stripe'] as const

export const CheckoutLink = named(
  'CheckoutLink',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    client_secret: Type.String({ examples: ['till_cl_...'] }),
    url: Type.String({
      description: 'Whoever opens it gets a checkout session of their own.',
      examples: ['https://till.example.com/buy/till_cl_...'],
    }),
    label: Nullable(Type.String({ examples: ['Newsletter'] })),
    success_url: Nullable(Type.String({ examples: ['https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}'] })),
    allow_discount_codes: Type.Boolean(),
    payment_processor: OneOf(PROCESSORS),
    product_id: Uuid,
    product_price_id: Uuid,
    discount_id: Nullable(Uuid),
    metadata: MetadataOut,
    product: CheckoutProductWire,
    products: Type.Array(CheckoutProductWire),
    product_price: PriceWire,
    discount: Nullable(OrderDiscountWire),
  }),
)
export type CheckoutLink = Static<typeof CheckoutLink>

export const CheckoutLinkList = ListOf(CheckoutLink)

const Label = Line({ description: 'For yourself; buyers do not see it.', examples: ['Newsletter'] })
const Products = Type.Array(Uuid, { minItems: 1, maxItems: 50, description: 'The first one is selected.' })

const shared = {
  label: Maybe(Label),
  success_url: Maybe(HttpUrl),
  discount_id: Maybe(
    Type.String({
      ...Uuid,
      description: 'Ignored when it does not apply at the time when the link is opened. The buyer can leave it.',
    }),
  ),
  metadata: Maybe(Metadata),
}

export const CheckoutLinkCreate = named(
  'CheckoutLinkCreate',
  Type.Object({
    ...shared,
    product_id: Maybe(Type.String({ ...Uuid, description: 'Beside `products`: the first of them.' })),
    product_price_id: Maybe(
      Type.String({ ...Uuid, description: 'Beside `product_id` or `products`: a price of the first product.' }),
    ),
    products: Maybe(Products),
    allow_discount_codes: Maybe(Type.Boolean()),
    payment_processor: Maybe(OneOf(PROCESSORS, { description: 'There is only this one.' })),
  }),
)
export type CheckoutLinkCreate = Static<typeof CheckoutLinkCreate>

export const CheckoutLinkUpdate = named(
  'CheckoutLinkUpdate',
  Type.Object({
    ...shared,
    products: Type.Optional(Products),
    product_price_id: Maybe(
      Type.String({ ...Uuid, description: 'A price of the first product; null is for the first one that it has.' }),
    ),
    allow_discount_codes: Type.Optional(Type.Boolean()),
  }),
)
export type CheckoutLinkUpdate = Static<typeof CheckoutLinkUpdate>

export const CheckoutLinkQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  product_id: AnyOf(Uuid),
})
