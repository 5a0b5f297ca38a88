import { type Static, Type } from 'typebox'
import {
  Address,
  AddressInput,
  AnyOf,
  Email,
  Extend,
  Line,
  ListOf,
  Maybe,
  Metadata,
  MetadataOut,
  Nullable,
  named,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { TAX_ID_TYPES } from './tax-id-types.ts'

const AvatarUrl = Type.String({ examples: ['https://till.example.com/avatars/A.svg'] })

export const Customer = named(
  'Customer',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    email: Type.String({ examples: ['ada@example.com'] }),
    email_verified: Type.Boolean(),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    billing_address: Nullable(Address),
    tax_id: Nullable(
      Type.Unsafe<[string, string]>({
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 2,
        description: 'The tax number and its type.',
        examples: [['DE123456789', 'eu_vat']],
      }),
    ),
    organization_id: Uuid,
    avatar_url: AvatarUrl,
    external_id: Nullable(Type.String({ description: "The customer's id in the seller's own system." })),
    deleted_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'Set where an order or a license key still shows a customer who was deleted.',
      }),
    ),
  }),
)
export type Customer = Static<typeof Customer>

export const CustomerList = ListOf(Customer)

const TaxIdInput = Type.Unsafe<[string, string]>({
  type: 'array',
  prefixItems: [
    { type: 'string', minLength: 1, maxLength: 64 },
    { type: 'string', enum: TAX_ID_TYPES },
  ],
  minItems: 2,
  maxItems: 2,
  description:
    'The tax number and its type. It has to have the form of its type, and to be one of the billing country if that is known. It is kept without spaces and separators.',
  examples: [['123456789', 'us_ein']],
})

const details = {
  name: Maybe(Line({ examples: ['Ada Lovelace'] })),
  billing_address: Maybe(AddressInput),
  tax_id: Maybe(TaxIdInput),
  external_id: Maybe(
    Line({
      description: "The customer's id in the seller's own system, unique among the customers. Once set, it stays.",
      examples: ['user-4711'],
    }),
  ),
  metadata: Maybe(Metadata),
}

export const CustomerCreate = named(
  'CustomerCreate',
  Type.Object({ organization_id: Maybe(Uuid), email: Email, ...details }),
)
export type CustomerCreate = Static<typeof CustomerCreate>

export const CustomerUpdate = named('CustomerUpdate', Type.Object({ email: Type.Optional(Email), ...details }))
export type CustomerUpdate = Static<typeof CustomerUpdate>

/** What customers can change of theirs. The address of their mail is how they are known, so it is the seller's to change. */
export const CustomerSelfUpdate = named(
  'CustomerSelfUpdate',
  Type.Object({ name: details.name, billing_address: details.billing_address, tax_id: details.tax_id }),
)
export type CustomerSelfUpdate = Static<typeof CustomerSelfUpdate>

export const CustomerQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  email: AnyOf(Type.String({ description: 'The whole address, ignoring case.' })),
  query: AnyOf(
    Type.String({ maxLength: 256, description: 'A part of the name or of the e-mail address, ignoring case.' }),
  ),
})

export const CustomerSession = named(
  'CustomerSession',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    token: Type.String({ description: 'Shown this once.', examples: ['till_cst_...'] }),
    expires_at: Timestamp,
    customer_portal_url: Type.String({ examples: ['https://till.example.com/portal'] }),
    customer_id: Uuid,
    customer: Customer,
  }),
)
export type CustomerSession = Static<typeof CustomerSession>

export const CustomerSessionCreate = named(
  'CustomerSessionCreate',
  Type.Object({
    customer_id: Maybe(Uuid),
    external_customer_id: Maybe(Line({ description: "Instead of `customer_id`: the id in the seller's own system." })),
    customer_external_id: Maybe(Line({ description: 'Another name for `external_customer_id`.' })),
  }),
)
export type CustomerSessionCreate = Static<typeof CustomerSessionCreate>

/** The customer once more, under the name and in the shape that clients know from a license key. */
export const LicenseKeyUser = named(
  'LicenseKeyUser',
  Type.Object({
    id: Uuid,
    email: Type.String({ examples: ['ada@example.com'] }),
    public_name: Type.String({ examples: ['A'] }),
    avatar_url: AvatarUrl,
  }),
)
export type LicenseKeyUser = Static<typeof LicenseKeyUser>

/** Customers have no account at a code hosting site here; the keys are there for clients that read them. */
export const OrderUser = named(
  'OrderUser',
  Extend(LicenseKeyUser, {
    code_host_username: Nullable(Type.String()),
    github_username: Nullable(Type.String({ description: 'Always equal to `code_host_username`.' })),
  }),
)
export type OrderUser = Static<typeof OrderUser>
