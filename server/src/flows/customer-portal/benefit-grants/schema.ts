import { type Static, Type } from 'typebox'
import {
  AnyObject,
  AnyOf,
  Extend,
  ListOf,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../../kernel/wire.ts'
import { BENEFIT_TYPES, ProductBenefit } from '../../../modules/benefits/index.ts'
import { OrganizationPublicWire } from '../../../modules/organizations/index.ts'
import { OwnProfile } from '../profile/schema.ts'

const OwnBenefit = named(
  'CustomerPortalBenefit',
  Extend(ProductBenefit, {
    properties: Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description:
        'They depend on the type. `custom`: `note`, while it is granted. `license_keys`: `prefix`, `expires`, `activations`, `limit_usage`. `downloadables`: `active_files`.',
      examples: [{ prefix: 'NORTHWIND', expires: null, activations: null, limit_usage: null }],
    }),
    organization: OrganizationPublicWire,
  }),
)

export const OwnGrant = named(
  'CustomerPortalBenefitGrant',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    granted_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    customer_id: Uuid,
    benefit_id: Uuid,
    subscription_id: Nullable(Uuid),
    order_id: Nullable(Uuid),
    is_granted: Type.Boolean(),
    is_revoked: Type.Boolean(),
    customer: OwnProfile,
    benefit: OwnBenefit,
    properties: Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description: '`license_keys`: `license_key_id` and `display_key`. `downloadables`: `files`.',
    }),
  }),
)
export type OwnGrant = Static<typeof OwnGrant>

export const OwnGrantList = ListOf(OwnGrant)

export const OwnGrantQuery = Type.Object({
  ...PageQuery,
  type: AnyOf(OneOf(BENEFIT_TYPES)),
  benefit_id: AnyOf(Uuid),
  organization_id: AnyOf(Uuid),
  checkout_id: AnyOf(Uuid),
  order_id: AnyOf(Uuid),
  subscription_id: AnyOf(Uuid),
})
export type OwnGrantQuery = Static<typeof OwnGrantQuery>
