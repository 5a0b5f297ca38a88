import { type Static, Type } from 'typebox'
import {
  AnyObject,
  AnyOf,
  Extend,
  Integer,
  Line,
  ListOf,
  Maybe,
  Metadata,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { CustomerWire, LicenseKeyUser } from '../customers/index.ts'
import { LICENSE_KEY_STATUSES } from './model.ts'

const EXAMPLE_KEY = 'NORTHWIND-3F2504E0-4F89-41D3-9A0C-0305E82C3301'

export const LicenseKey = named(
  'LicenseKey',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    user_id: Uuid,
    customer_id: Uuid,
    benefit_id: Uuid,
    user: LicenseKeyUser,
    customer: CustomerWire,
    key: Type.String({ examples: [EXAMPLE_KEY] }),
    display_key: Type.String({ examples: ['****-2C3301'] }),
    status: OneOf(LICENSE_KEY_STATUSES, { examples: ['granted'] }),
    limit_activations: Nullable(Type.Integer({ examples: [3] })),
    usage: Type.Integer({ examples: [0] }),
    limit_usage: Nullable(Type.Integer({ examples: [1000] })),
    validations: Type.Integer({ examples: [12] }),
    last_validated_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
  }),
)
export type LicenseKey = Static<typeof LicenseKey>

export const LicenseKeyList = ListOf(LicenseKey)

/** An activation beside its key; alone it also shows the key. */
export const ActivationBase = named(
  'LicenseKeyActivationBase',
  Type.Object({
    id: Uuid,
    license_key_id: Uuid,
    label: Type.String({ examples: ['Studio laptop'] }),
    meta: AnyObject,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
  }),
)
export type ActivationBase = Static<typeof ActivationBase>

export const Activation = named('LicenseKeyActivation', Extend(ActivationBase, { license_key: LicenseKey }))
export type Activation = Static<typeof Activation>

export const LicenseKeyWithActivations = named(
  'LicenseKeyWithActivations',
  Extend(LicenseKey, { activations: Type.Array(ActivationBase) }),
)
export type LicenseKeyWithActivations = Static<typeof LicenseKeyWithActivations>

export const ValidatedLicenseKey = named(
  'ValidatedLicenseKey',
  Extend(LicenseKey, { activation: Nullable(ActivationBase) }),
)
export type ValidatedLicenseKey = Static<typeof ValidatedLicenseKey>

export const LicenseKeyUpdate = named(
  'LicenseKeyUpdate',
  Type.Object({
    status: Type.Optional(OneOf(LICENSE_KEY_STATUSES)),
    usage: Type.Optional(Integer({ minimum: 0 })),
    limit_activations: Maybe(Integer({ minimum: 1 })),
    limit_usage: Maybe(Integer({ minimum: 1 })),
    expires_at: Maybe(Timestamp),
  }),
)
export type LicenseKeyUpdate = Static<typeof LicenseKeyUpdate>

export const LicenseKeyQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  benefit_id: AnyOf(Uuid),
  customer_id: AnyOf(Uuid),
  status: AnyOf(OneOf(LICENSE_KEY_STATUSES)),
})

/** Who holds a key names it by its text and its seller. */
const Holder = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 1024, examples: [EXAMPLE_KEY] }),
  organization_id: Uuid,
})

export const LicenseKeyValidate = named(
  'LicenseKeyValidate',
  Extend(Holder, {
    activation_id: Maybe(Uuid),
    benefit_id: Maybe(Uuid),
    customer_id: Maybe(Uuid),
    increment_usage: Maybe(Integer({ minimum: 0, description: 'Added to the usage, if the limit allows it.' })),
    conditions: Maybe(Metadata),
  }),
)
export type LicenseKeyValidate = Static<typeof LicenseKeyValidate>

export const LicenseKeyActivate = named(
  'LicenseKeyActivate',
  Extend(Holder, {
    label: Line({ examples: ['Studio laptop'] }),
    conditions: Maybe(Metadata),
    meta: Maybe(Metadata),
  }),
)
export type LicenseKeyActivate = Static<typeof LicenseKeyActivate>

export const LicenseKeyDeactivate = named('LicenseKeyDeactivate', Extend(Holder, { activation_id: Uuid }))
export type LicenseKeyDeactivate = Static<typeof LicenseKeyDeactivate>
