import { type Static, Type } from 'typebox'
import {
  Amount,
  AnyOf,
  Currency,
  Extend,
  Line,
  ListOf,
  Maybe,
  Metadata,
  MetadataOut,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Text,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { BenefitWire, ProductBenefit } from '../benefits/index.ts'
import { AttachedCustomField } from '../custom-fields/index.ts'
import { ProductMediaFile } from '../files/index.ts'

const TYPES = ['one_time', 'recurring'] as const
const AMOUNT_TYPES = ['fixed', 'custom', 'free'] as const
const INTERVALS = ['day', 'week', 'month', 'year'] as const
const Interval = OneOf(INTERVALS, { examples: ['month'] })

export const Price = named(
  'ProductPrice',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    type: OneOf(TYPES),
    amount_type: OneOf(AMOUNT_TYPES),
    recurring_interval: Nullable(Interval),
    price_amount: Nullable(Amount),
    price_currency: Nullable(Type.String({ examples: ['usd'] })),
    minimum_amount: Nullable(Amount),
    maximum_amount: Nullable(Amount),
    preset_amount: Nullable(Amount),
    is_archived: Type.Boolean(),
    product_id: Uuid,
  }),
)
export type Price = Static<typeof Price>

/** The product alone, as it stands inside orders and discounts. */
export const BaseProduct = named(
  'BaseProduct',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    name: Type.String({ examples: ['Tape Machine'] }),
    description: Nullable(Type.String()),
    is_recurring: Type.Boolean(),
    is_archived: Type.Boolean(),
    recurring_interval: Nullable(Interval),
    organization_id: Uuid,
  }),
)
export type BaseProduct = Static<typeof BaseProduct>

export const CheckoutProduct = named(
  'CheckoutProduct',
  Extend(BaseProduct, {
    prices: Type.Array(Price),
    benefits: Type.Array(ProductBenefit),
    medias: Type.Array(ProductMediaFile),
  }),
)
export type CheckoutProduct = Static<typeof CheckoutProduct>

export const Product = named(
  'Product',
  Extend(BaseProduct, {
    metadata: MetadataOut,
    prices: Type.Array(Price),
    benefits: Type.Array(BenefitWire),
    medias: Type.Array(ProductMediaFile),
    attached_custom_fields: Type.Array(AttachedCustomField),
  }),
)
export type Product = Static<typeof Product>

export const ProductList = ListOf(Product)

const terms = {
  type: Maybe(OneOf(TYPES)),
  recurring_interval: Maybe(Interval),
  price_amount: Maybe(Amount),
  price_currency: Maybe(Currency),
  minimum_amount: Maybe(Amount),
  maximum_amount: Maybe(Amount),
  preset_amount: Maybe(Amount),
}

const PriceCreate = named(
  'ProductPriceCreate',
  Type.Object(
    { amount_type: OneOf(AMOUNT_TYPES), ...terms },
    {
      description:
        'A `fixed` price needs `price_amount`; a `custom` one may have `minimum_amount`, `maximum_amount` and ' +
        '`preset_amount`. Without `price_currency` it is in the organization’s default currency.',
    },
  ),
)

const PriceEntry = named(
  'ProductPriceUpdate',
  Type.Object(
    { id: Maybe(Uuid), amount_type: Maybe(OneOf(AMOUNT_TYPES)), ...terms },
    {
      description:
        'An entry with an `id` keeps that price as it is, or puts an archived one up for sale again; what else it says ' +
        'has to be so already, because the terms of a price never change. One without becomes a new price.',
    },
  ),
)
export type PriceEntry = Static<typeof PriceEntry>

const Medias = Maybe(
  Type.Array(Uuid, {
    maxItems: 100,
    description: 'Ids of files that were uploaded as `product_media`, in the order in which they are shown.',
  }),
)
const AttachedCustomFields = Maybe(
  Type.Array(Type.Object({ custom_field_id: Uuid, required: Type.Boolean() }), {
    maxItems: 100,
    description: 'What buyers are asked, in this order. What is required has to be answered before they can pay.',
  }),
)

export const ProductCreate = named(
  'ProductCreate',
  Type.Object({
    organization_id: Maybe(Uuid),
    name: Line({ minLength: 3, examples: ['Tape Machine'] }),
    description: Maybe(Text()),
    recurring_interval: Maybe(Interval),
    prices: Type.Array(PriceCreate, { minItems: 1, maxItems: 100 }),
    medias: Medias,
    attached_custom_fields: AttachedCustomFields,
    metadata: Maybe(Metadata),
  }),
)
export type ProductCreate = Static<typeof ProductCreate>

export const ProductUpdate = named(
  'ProductUpdate',
  Type.Object({
    name: Type.Optional(Line({ minLength: 3 })),
    description: Maybe(Text()),
    is_archived: Type.Optional(Type.Boolean()),
    recurring_interval: Maybe(
      OneOf(INTERVALS, { description: 'One of the intervals of its prices. New prices that name none have this one.' }),
    ),
    prices: Type.Optional(Type.Array(PriceEntry, { minItems: 1, maxItems: 100 })),
    medias: Medias,
    attached_custom_fields: AttachedCustomFields,
    metadata: Maybe(Metadata),
  }),
)
export type ProductUpdate = Static<typeof ProductUpdate>

export const ProductBenefitsUpdate = named(
  'ProductBenefitsUpdate',
  Type.Object({
    benefits: Type.Array(Uuid, {
      maxItems: 100,
      description: 'Ids of benefits, in the order in which they are shown.',
    }),
  }),
)
export type ProductBenefitsUpdate = Static<typeof ProductBenefitsUpdate>

export const ProductQuery = Type.Object({
  ...PageQuery,
  id: AnyOf(Uuid),
  organization_id: AnyOf(Uuid),
  query: Type.Optional(Type.String({ maxLength: 256, description: 'A part of the name, whatever its case.' })),
  is_archived: Type.Optional(Type.Boolean()),
  is_recurring: Type.Optional(Type.Boolean()),
  benefit_id: AnyOf(Uuid),
})
export type ProductQuery = Static<typeof ProductQuery>
