import { type Static, Type } from 'typebox'
import {
  Amount,
  AnyOf,
  Currency,
  Email,
  Extend,
  HttpUrl,
  Line,
  ListOf,
  Maybe,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../../kernel/wire.ts'

const Subscribe = Type.Object({
  promote: Type.Boolean(),
  show_count: Type.Boolean(),
  count_free: Type.Boolean(),
})
const PRORATION = ['invoice', 'prorate'] as const
const PAYMENTS_MODE = ['sandbox', 'live'] as const

const STORE_ENABLED = 'Whether everybody can see the store page at `/store/{slug}`.'

/** The same keys as in Organization, each optional: what is sent is merged over what is there. */
const ProfileSettingsInput = Type.Object({
  enabled: Maybe(Type.Boolean({ description: STORE_ENABLED })),
  description: Maybe(Type.String({ maxLength: 160 })),
  featured_projects: Maybe(Type.Array(Uuid, { maxItems: 100 })),
  featured_organizations: Maybe(Type.Array(Uuid, { maxItems: 100 })),
  links: Maybe(Type.Array(HttpUrl, { maxItems: 20 })),
  subscribe: Maybe(Type.Partial(Subscribe)),
  accent_color: Maybe(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', patternMeans: 'a color such as #3b5bdb', examples: ['#3b5bdb'] }),
  ),
})
const FeatureSettingsInput = Type.Object({
  issue_funding_enabled: Maybe(Type.Boolean()),
})
const ALLOW_CUSTOMER_UPDATES = 'Whether customers may change the plan of their subscriptions. They can always cancel.'
const SubscriptionSettingsInput = Type.Object({
  allow_multiple_subscriptions: Maybe(Type.Boolean()),
  allow_customer_updates: Maybe(Type.Boolean({ description: ALLOW_CUSTOMER_UPDATES })),
  proration_behavior: Maybe(OneOf(PRORATION)),
})

const MAIL = {
  sender_name: 'Whom mails are from. Null: the organization’s name.',
  reply_to: 'Where replies go. Null: the organization’s e-mail address.',
  order_receipts: 'Whether customers get a receipt for each order. Switch it off if you send your own.',
  refund_notices: 'Whether customers are told when money goes back.',
}
const MailSettingsInput = Type.Object({
  sender_name: Maybe(Line({ maxLength: 64, description: MAIL.sender_name })),
  reply_to: Maybe(Type.String({ ...Email, description: MAIL.reply_to })),
  order_receipts: Maybe(Type.Boolean({ description: MAIL.order_receipts })),
  refund_notices: Maybe(Type.Boolean({ description: MAIL.refund_notices })),
})

export const Organization = named(
  'Organization',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    name: Type.String({ examples: ['Northwind Audio'] }),
    slug: Type.String({ examples: ['northwind-audio'] }),
    avatar_url: Nullable(Type.String()),
    bio: Nullable(Type.String()),
    company: Nullable(Type.String()),
    blog: Nullable(Type.String()),
    location: Nullable(Type.String()),
    email: Nullable(Type.String()),
    social_username: Nullable(Type.String()),
    twitter_username: Nullable(Type.String({ description: 'Always equal to `social_username`.' })),
    pledge_minimum_amount: Type.Integer(),
    pledge_badge_show_amount: Type.Boolean(),
    default_upfront_split_to_contributors: Nullable(Type.Integer()),
    profile_settings: Type.Object({
      enabled: Type.Boolean({ description: STORE_ENABLED }),
      description: Nullable(Type.String()),
      featured_projects: Type.Array(Uuid),
      featured_organizations: Type.Array(Uuid),
      links: Type.Array(Type.String()),
      subscribe: Subscribe,
      accent_color: Nullable(Type.String()),
    }),
    feature_settings: Type.Object({ issue_funding_enabled: Type.Boolean() }),
    subscription_settings: Type.Object({
      allow_multiple_subscriptions: Type.Boolean(),
      allow_customer_updates: Type.Boolean({ description: ALLOW_CUSTOMER_UPDATES }),
      proration_behavior: OneOf(PRORATION),
    }),
    mail_settings: Type.Object({
      sender_name: Nullable(Type.String({ description: MAIL.sender_name })),
      reply_to: Nullable(Type.String({ description: MAIL.reply_to })),
      order_receipts: Type.Boolean({ description: MAIL.order_receipts }),
      refund_notices: Type.Boolean({ description: MAIL.refund_notices }),
    }),
    default_currency: Type.String({ examples: ['usd'] }),
    payments: Type.Object({ mode: OneOf(PAYMENTS_MODE) }),
  }),
)
export type Organization = Static<typeof Organization>

/** For buyers, and for everybody else who does not work there. How the seller's mails go out is the seller's own affair. */
export const OrganizationPublic = named(
  'OrganizationPublic',
  Extend(Organization, {
    mail_settings: Type.Object({ order_receipts: Type.Boolean({ description: MAIL.order_receipts }) }),
  }),
)
export type OrganizationPublic = Static<typeof OrganizationPublic>

export const OrganizationList = ListOf(Organization)

export const OrganizationCreate = named(
  'OrganizationCreate',
  Type.Object({
    name: Line({ minLength: 3, examples: ['Northwind Audio'] }),
    slug: Type.String({ maxLength: 256, examples: ['northwind-audio'] }),
    avatar_url: Maybe(HttpUrl),
    email: Maybe(Email),
    feature_settings: Maybe(FeatureSettingsInput),
    subscription_settings: Maybe(SubscriptionSettingsInput),
    mail_settings: Maybe(MailSettingsInput),
    default_currency: Maybe(Currency),
  }),
)
export type OrganizationCreate = Static<typeof OrganizationCreate>

export const OrganizationUpdate = named(
  'OrganizationUpdate',
  Type.Object({
    name: Type.Optional(Line({ minLength: 3 })),
    avatar_url: Maybe(HttpUrl),
    bio: Maybe(Type.String({ maxLength: 1000 })),
    company: Maybe(Line()),
    blog: Maybe(Line()),
    location: Maybe(Line()),
    email: Maybe(Email),
    social_username: Maybe(Line()),
    twitter_username: Maybe(Line({ description: 'Another name for `social_username`.' })),
    pledge_minimum_amount: Type.Optional(Amount),
    pledge_badge_show_amount: Type.Optional(Type.Boolean()),
    default_upfront_split_to_contributors: Maybe(Type.Integer({ minimum: 0, maximum: 100 })),
    profile_settings: Maybe(ProfileSettingsInput),
    feature_settings: Maybe(FeatureSettingsInput),
    subscription_settings: Maybe(SubscriptionSettingsInput),
    mail_settings: Maybe(MailSettingsInput),
    default_currency: Type.Optional(Currency),
    payments: Type.Optional(
      Type.Object(
        { mode: Type.Optional(OneOf(PAYMENTS_MODE)) },
        { description: '`live` takes real money from now on. There is no way back.' },
      ),
    ),
  }),
)
export type OrganizationUpdate = Static<typeof OrganizationUpdate>

export const OrganizationQuery = Type.Object({
  ...PageQuery,
  slug: AnyOf(Type.String()),
})
