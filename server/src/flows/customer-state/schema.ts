import { type Static, Type } from 'typebox'
import { AnyObject, Extend, MetadataOut, Nullable, named, OneOf, Timestamp, Uuid } from '../../kernel/wire.ts'
import { CustomerWire } from '../../modules/customers/index.ts'

const StateSubscription = named(
  'CustomerStateSubscription',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    custom_field_data: AnyObject,
    status: Type.String({ examples: ['active'] }),
    amount: Type.Integer({ examples: [1900] }),
    currency: Type.String({ examples: ['usd'] }),
    recurring_interval: OneOf(['day', 'week', 'month', 'year'], { examples: ['month'] }),
    current_period_start: Timestamp,
    current_period_end: Nullable(Timestamp),
    trial_start: Nullable(Timestamp),
    trial_end: Nullable(Timestamp),
    cancel_at_period_end: Type.Boolean(),
    canceled_at: Nullable(Timestamp),
    started_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    product_id: Uuid,
    price_id: Uuid,
    discount_id: Nullable(Uuid),
    meters: Type.Array(AnyObject),
  }),
)

const StateBenefit = named(
  'CustomerStateBenefitGrant',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    granted_at: Nullable(Timestamp),
    benefit_id: Uuid,
    benefit_type: Type.String({ examples: ['license_keys'] }),
    benefit_metadata: MetadataOut,
    properties: AnyObject,
  }),
)

export const CustomerState = named(
  'CustomerState',
  Extend(CustomerWire, {
    active_subscriptions: Type.Array(StateSubscription),
    granted_benefits: Type.Array(StateBenefit),
    active_meters: Type.Array(AnyObject, { description: 'Always empty: Till does not meter usage yet.' }),
  }),
)
export type CustomerState = Static<typeof CustomerState>
