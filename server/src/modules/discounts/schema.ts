import { type Static, Type } from 'typebox'
import {
  Amount,
  AnyOf,
  Currency,
  Extend,
  Integer,
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
import { BaseProductWire } from '../products/index.ts'

const TYPES = ['fixed', 'percentage'] as const
const DURATIONS = ['once', 'repeating', 'forever'] as const
const BasisPoints = Integer({ minimum: 1, maximum: 10_000, description: '2000 is 20 %.', examples: [2000] })
const Months = Integer({ minimum: 1, maximum: 999, examples: [3] })

/** The four kinds (fixed or percentage, repeating or not) as one shape: what means nothing for a kind is null. */
export const CheckoutDiscount = named(
  'CheckoutDiscount',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Spring sale'] }),
    code: Nullable(Type.String({ examples: ['SPRING20'] })),
    type: OneOf(TYPES),
    amount: Nullable(Type.Integer({ description: 'Null with type `percentage`.', examples: [500] })),
    currency: Nullable(Type.String({ description: 'Null with type `percentage`.', examples: ['usd'] })),
    basis_points: Nullable(Type.Integer({ description: 'Null with type `fixed`; 2000 is 20 %.', examples: [2000] })),
    duration: OneOf(DURATIONS),
    duration_in_months: Nullable(
      Type.Integer({ description: 'Null unless the duration is `repeating`.', examples: [3] }),
    ),
  }),
)
export type CheckoutDiscount = Static<typeof CheckoutDiscount>

export const OrderDiscount = named(
  'OrderDiscount',
  Extend(CheckoutDiscount, {
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    starts_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    max_redemptions: Nullable(Type.Integer({ examples: [100] })),
    max_redemptions_per_customer: Nullable(Type.Integer({ examples: [1] })),
    redemptions_count: Type.Integer({ examples: [12] }),
    organization_id: Uuid,
  }),
)
export type OrderDiscount = Static<typeof OrderDiscount>

export const Discount = named(
  'Discount',
  Extend(OrderDiscount, {
    products: Type.Array(BaseProductWire, { description: 'Empty: it is for every product.' }),
  }),
)
export type Discount = Static<typeof Discount>

export const DiscountList = ListOf(Discount)

const Code = Type.String({
  minLength: 3,
  maxLength: 256,
  pattern: '^[A-Za-z0-9]*$',
  patternMeans: 'letters and digits only',
  description: 'Letters and digits. Buyers can type it in any case.',
  examples: ['SPRING20'],
})

const optional = {
  code: Maybe(Code),
  amount: Maybe(Amount),
  currency: Maybe(Currency),
  basis_points: Maybe(BasisPoints),
  duration_in_months: Maybe(Months),
  starts_at: Maybe(Timestamp),
  ends_at: Maybe(Timestamp),
  max_redemptions: Maybe(Integer({ minimum: 1, examples: [100] })),
  max_redemptions_per_customer: Maybe(
    Integer({ minimum: 1, description: 'How often one customer can use it.', examples: [1] }),
  ),
  products: Maybe(Type.Array(Uuid, { maxItems: 1000, description: 'Ids. Empty: it is for every product.' })),
  metadata: Maybe(Metadata),
}

export const DiscountCreate = named(
  'DiscountCreate',
  Type.Object({
    organization_id: Maybe(Uuid),
    name: Line({ examples: ['Spring sale'] }),
    type: OneOf(TYPES),
    duration: OneOf(DURATIONS),
    ...optional,
  }),
)
export type DiscountCreate = Static<typeof DiscountCreate>

export const DiscountUpdate = named(
  'DiscountUpdate',
  Type.Object({
    name: Type.Optional(Line()),
    type: Type.Optional(OneOf(TYPES)),
    duration: Type.Optional(OneOf(DURATIONS)),
    ...optional,
    currency: Maybe(
      Type.String({
        ...Currency,
        description:
          'Belongs to `amount`. Sent without one it changes nothing, because existing clients always send it.',
      }),
    ),
  }),
)
export type DiscountUpdate = Static<typeof DiscountUpdate>

export const DiscountQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  query: Type.Optional(
    Type.String({ maxLength: 256, description: 'A part of the name or of the code, whatever its case.' }),
  ),
})
