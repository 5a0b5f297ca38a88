import { type Static, Type } from 'typebox'
import {
  AnyObject,
  AnyOf,
  Extend,
  Integer,
  Line,
  ListOf,
  Maybe,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Text,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { CustomerWire } from '../customers/index.ts'
import { BENEFIT_TYPES } from './model.ts'

const TIMEFRAMES = ['day', 'month', 'year'] as const
/** The kinds that can be made; the others are values that clients may meet in an answer. */
const CREATABLE_TYPES = ['custom', 'license_keys', 'downloadables'] as const
const MOST_FILES = 100

/** As it is shown inside a product. */
export const ProductBenefit = named(
  'ProductBenefit',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    type: OneOf(BENEFIT_TYPES, { examples: ['license_keys'] }),
    description: Type.String({ examples: ['A license key for three machines'] }),
    selectable: Type.Boolean(),
    deletable: Type.Boolean(),
    organization_id: Uuid,
  }),
)
export type ProductBenefit = Static<typeof ProductBenefit>

const LicenseKeysProperties = named(
  'BenefitLicenseKeysProperties',
  Type.Object({
    prefix: Nullable(Type.String({ examples: ['NORTHWIND'] })),
    expires: Nullable(Type.Object({ ttl: Type.Integer({ examples: [1] }), timeframe: OneOf(TIMEFRAMES) })),
    activations: Nullable(
      Type.Object({ limit: Type.Integer({ examples: [3] }), enable_customer_admin: Type.Boolean() }),
    ),
    limit_usage: Nullable(Type.Integer()),
  }),
)
const CustomProperties = named('BenefitCustomProperties', Type.Object({ note: Nullable(Type.String()) }))

const DownloadablesProperties = named(
  'BenefitDownloadablesProperties',
  Type.Object({
    files: Type.Array(Uuid),
    archived: Type.Unsafe<Record<string, boolean>>({
      type: 'object',
      additionalProperties: { type: 'boolean' },
      description: 'Files that can no longer be downloaded, by their id.',
      examples: [{}],
    }),
  }),
)

export const Benefit = named(
  'Benefit',
  Extend(ProductBenefit, {
    properties: Type.Union([LicenseKeysProperties, CustomProperties, DownloadablesProperties], {
      description: 'They depend on the type.',
    }),
    is_tax_applicable: Type.Boolean(),
  }),
)
export type Benefit = Static<typeof Benefit>

export const BenefitList = ListOf(Benefit)

/**
 * The properties of all types side by side, so that a wrong value is reported at its own place and not as "none of
 * these forms". A benefit takes those of its type; the others are fields that it does not know, and ignores.
 */
const BenefitPropertiesInput = named(
  'BenefitPropertiesInput',
  Type.Object({
    note: Maybe(Text({ description: '`custom`: what customers read once they have the benefit.' })),
    prefix: Maybe(
      Type.String({
        minLength: 1,
        maxLength: 20,
        pattern: '^[A-Za-z0-9_-]+$',
        patternMeans: 'letters, digits, hyphens and underscores only',
        description: '`license_keys`: what every key begins with. Letters, digits, hyphens and underscores.',
        examples: ['NORTHWIND'],
      }),
    ),
    expires: Maybe(
      Type.Object(
        { ttl: Integer({ minimum: 1, examples: [1] }), timeframe: OneOf(TIMEFRAMES) },
        { description: '`license_keys`: how long a key is valid. Left out: without end.' },
      ),
    ),
    activations: Maybe(
      Type.Object(
        { limit: Integer({ minimum: 1, examples: [3] }), enable_customer_admin: Maybe(Type.Boolean()) },
        { description: '`license_keys`: on how many machines a key works. Left out: keys have no activations.' },
      ),
    ),
    limit_usage: Maybe(Integer({ minimum: 1, description: '`license_keys`: how much usage a key is good for.' })),
    files: Maybe(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MOST_FILES,
        description:
          '`downloadables`: the files, in order. Each has to be uploaded, with the service `downloadable`. Always needed.',
      }),
    ),
    archived: Maybe(
      Type.Unsafe<Record<string, boolean>>({
        type: 'object',
        maxProperties: MOST_FILES,
        propertyNames: Uuid,
        additionalProperties: { type: 'boolean' },
        description: '`downloadables`: true for a file that can no longer be downloaded, by its id.',
        examples: [{}],
      }),
    ),
  }),
)
export type BenefitPropertiesInput = Static<typeof BenefitPropertiesInput>

const Description = Line({ minLength: 3, maxLength: 120, examples: ['A license key for three machines'] })

export const BenefitCreate = named(
  'BenefitCreate',
  Type.Object({
    organization_id: Maybe(Uuid),
    type: OneOf(CREATABLE_TYPES),
    description: Description,
    properties: Maybe(BenefitPropertiesInput),
  }),
)
export type BenefitCreate = Static<typeof BenefitCreate>

export const BenefitUpdate = named(
  'BenefitUpdate',
  Type.Object({
    type: Type.Optional(OneOf(BENEFIT_TYPES, { description: 'Cannot change; if sent, it has to be the same.' })),
    description: Type.Optional(Description),
    properties: Type.Optional(BenefitPropertiesInput),
  }),
)
export type BenefitUpdate = Static<typeof BenefitUpdate>

export const BenefitQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  type: AnyOf(OneOf(BENEFIT_TYPES)),
  query: Type.Optional(Type.String({ maxLength: 256, description: 'A part of the description.' })),
})

export const BenefitGrant = named(
  'BenefitGrant',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    is_granted: Type.Boolean(),
    is_revoked: Type.Boolean(),
    granted_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    subscription_id: Nullable(Uuid),
    order_id: Nullable(Uuid),
    customer_id: Uuid,
    user_id: Type.String({ ...Uuid, description: 'Always equal to `customer_id`.' }),
    benefit_id: Uuid,
    customer: CustomerWire,
    benefit: Benefit,
    properties: Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description:
        'They depend on the type of the benefit. `license_keys`: `license_key_id` and `display_key`. `downloadables`: `files`.',
    }),
  }),
)
export type BenefitGrant = Static<typeof BenefitGrant>

export const BenefitGrantList = ListOf(BenefitGrant)

export const BenefitGrantQuery = Type.Object({
  ...PageQuery,
  is_granted: Type.Optional(Type.Boolean()),
  customer_id: AnyOf(Uuid),
})
