import { type Static, Type } from 'typebox'
import {
  Address,
  AddressInput,
  Amount,
  AnyObject,
  AnyOf,
  Email,
  Extend,
  HttpUrl,
  Line,
  ListOf,
  Maybe,
  Metadata,
  MetadataOut,
  NetworkAddress,
  Nullable,
  named,
  OneOf,
  Origin,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { AttachedCustomField } from '../custom-fields/index.ts'
import { CheckoutDiscountWire } from '../discounts/index.ts'
import { OrganizationPublicWire } from '../organizations/index.ts'
import { CheckoutProductWire, PriceWire } from '../products/index.ts'
import { CHECKOUT_STATUSES } from './model.ts'

/** What all variants of a checkout have. */
const Base = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  modified_at: Nullable(Timestamp),
  custom_field_data: AnyObject,
  payment_processor: OneOf(['stripe']),
  status: OneOf(CHECKOUT_STATUSES),
  client_secret: Type.String({ examples: ['till_cs_...'] }),
  url: Type.String({ examples: ['https://till.example.com/checkout/till_cs_...'] }),
  expires_at: Timestamp,
  success_url: Type.String({ examples: ['https://shop.example.com/thanks?checkout_id=0197a6f0-...'] }),
  embed_origin: Nullable(Type.String()),
  amount: Type.Integer({ examples: [1900] }),
  tax_amount: Nullable(Type.Integer({ examples: [0] })),
  subtotal_amount: Type.Integer({ description: 'After the discount.', examples: [1900] }),
  total_amount: Type.Integer({ examples: [1900] }),
  currency: Type.String({ examples: ['usd'] }),
  product_id: Uuid,
  product_price_id: Uuid,
  discount_id: Nullable(Uuid),
  allow_discount_codes: Type.Boolean(),
  is_discount_fixed: Type.Boolean({
    description:
      'The seller has set the discount for this checkout: the buyer can neither replace nor remove it. One that a checkout link offers is not fixed.',
  }),
  is_discount_applicable: Type.Boolean(),
  is_free_product_price: Type.Boolean(),
  is_payment_required: Type.Boolean(),
  is_payment_setup_required: Type.Boolean(),
  is_payment_form_required: Type.Boolean(),
  customer_id: Nullable(Uuid),
  customer_name: Nullable(Type.String()),
  customer_email: Nullable(Type.String()),
  customer_ip_address: Nullable(Type.String()),
  customer_billing_address: Nullable(Address),
  customer_tax_id: Nullable(Type.String()),
  payment_processor_metadata: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'What a page needs to let the buyer pay. `mode` is always there. `intent_status` and `redirect_url` say what the buyer’s bank asks; `failure_code` says why an attempt came to nothing whose answer was already given.',
    examples: [{ mode: 'sandbox' }],
  }),
  product: CheckoutProductWire,
  products: Type.Array(CheckoutProductWire),
  product_price: PriceWire,
  discount: Nullable(CheckoutDiscountWire),
  attached_custom_fields: Type.Array(AttachedCustomField),
})

/** For the seller, by id. */
export const Checkout = named(
  'Checkout',
  Extend(Base, { metadata: MetadataOut, subscription_id: Nullable(Uuid), customer_metadata: MetadataOut }),
)
export type Checkout = Static<typeof Checkout>

/** For the buyer, by client secret. */
export const CheckoutPublic = named('CheckoutPublic', Extend(Base, { organization: OrganizationPublicWire }))
export type CheckoutPublic = Static<typeof CheckoutPublic>

/** For the buyer, after confirming. */
export const CheckoutPublicConfirmed = named(
  'CheckoutPublicConfirmed',
  Extend(CheckoutPublic, { customer_session_token: Type.String({ examples: ['till_cst_...'] }) }),
)
export type CheckoutPublicConfirmed = Static<typeof CheckoutPublicConfirmed>

export type CheckoutBase = Static<typeof Base>

export const CheckoutList = ListOf(Checkout)

/** What buyer and seller can both change. */
const shared = {
  product_id: Type.Optional(Type.String({ ...Uuid, description: 'Another of `products`, with its first price.' })),
  product_price_id: Type.Optional(Type.String({ ...Uuid, description: 'Another price of the selected product.' })),
  amount: Maybe(Type.Integer({ ...Amount, description: 'For a price that the buyer chooses, within its bounds.' })),
  customer_name: Maybe(Line()),
  customer_email: Maybe(Type.String({ ...Email, description: 'Ignored while `customer_id` is set.' })),
  customer_billing_address: Maybe(AddressInput),
  customer_tax_id: Maybe(
    Line({ maxLength: 64, description: 'Has to be one of the billing country.', examples: ['DE123456789'] }),
  ),
  custom_field_data: Maybe(
    Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description:
        'Answers to the product’s custom fields, by slug. Null takes an answer away. What is not a field is ignored.',
    }),
  ),
}

/** What only the seller can change. */
const sellers = {
  discount_id: Maybe(Uuid),
  allow_discount_codes: Type.Optional(Type.Boolean()),
  customer_ip_address: Maybe(Type.String({ ...NetworkAddress, description: 'IPv4 or IPv6.' })),
  customer_metadata: Maybe(Metadata),
  metadata: Maybe(Metadata),
  success_url: Maybe(HttpUrl),
  embed_origin: Maybe(
    Type.String({
      ...Origin,
      description: 'The site that may show the hosted page in a frame: scheme, host and perhaps a port.',
    }),
  ),
}

export const CheckoutCreate = named(
  'CheckoutCreate',
  Type.Object({
    ...shared,
    ...sellers,
    product_id: Maybe(Type.String({ ...Uuid, description: 'Beside `products`: the first of them.' })),
    product_price_id: Maybe(
      Type.String({
        ...Uuid,
        description: 'Beside `product_id` or `products`: a price of the product that is selected.',
      }),
    ),
    products: Maybe(Type.Array(Uuid, { minItems: 1, maxItems: 50, description: 'The first one is selected.' })),
    customer_email: Maybe(
      Type.String({ ...Email, description: 'Beside `customer_id`: the address of that customer.' }),
    ),
    allow_discount_codes: Maybe(Type.Boolean()),
    customer_id: Maybe(
      Type.String({ ...Uuid, description: 'Fills in what is known of the customer, and fixes the e-mail address.' }),
    ),
    subscription_id: Maybe(
      Type.String({
        ...Uuid,
        description: 'A subscription to a free price, which this checkout upgrades to a recurring price that is paid.',
      }),
    ),
  }),
)
export type CheckoutCreate = Static<typeof CheckoutCreate>

export const CheckoutUpdate = named('CheckoutUpdate', Type.Object({ ...shared, ...sellers }))
export type CheckoutUpdate = Static<typeof CheckoutUpdate>

export const CheckoutUpdatePublic = named(
  'CheckoutUpdatePublic',
  Type.Object({
    ...shared,
    discount_code: Maybe(
      Line({
        description: 'Ignored while codes are not allowed. Null removes a discount that is not fixed.',
        examples: ['SPRING20'],
      }),
    ),
  }),
)
export type CheckoutUpdatePublic = Static<typeof CheckoutUpdatePublic>

export const CheckoutQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  product_id: AnyOf(Uuid),
  customer_id: AnyOf(Uuid),
  status: AnyOf(OneOf(CHECKOUT_STATUSES)),
})

export const ByClientSecret = Type.Object({ client_secret: Type.String({ maxLength: 256, examples: ['till_cs_...'] }) })
