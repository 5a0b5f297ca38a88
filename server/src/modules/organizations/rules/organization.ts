import { invalidField } from '../../../kernel/invalid-input.ts'
import type {
  FeatureSettings,
  MailSettings,
  Organization,
  PaymentsMode,
  ProfileSettings,
  SubscriptionSettings,
} from '../model.ts'
import type { OrganizationUpdate } from '../schema/organizations.ts'

export const DEFAULT_PROFILE: ProfileSettings = {
  // The store page is there from the first day: a seller needs something to link to.
  enabled: true,
  description: null,
  featured_projects: [],
  featured_organizations: [],
  links: [],
  subscribe: { promote: true, show_count: true, count_free: true },
  accent_color: null,
}
export const DEFAULT_FEATURES: FeatureSettings = {
  issue_funding_enabled: false,
}
export const DEFAULT_SUBSCRIPTIONS: SubscriptionSettings = {
  allow_multiple_subscriptions: false,
  allow_customer_updates: true,
  proration_behavior: 'prorate',
}
export const DEFAULT_MAILS: MailSettings = {
  sender_name: null,
  reply_to: null,
  order_receipts: true,
  refund_notices: true,
}
export const DEFAULT_PLEDGE_MINIMUM = 2000

/** Words that a store's address must not take from our own pages. */
const RESERVED = new Set(
  `about account admin api app assets auth avatars billing blog checkout checkouts cli customer customers customer-portal
  dashboard demo docs download downloads embed files health healthz help home invitation invitations invoice
  invoices legal llms login logout
  mail mailbox metrics new null oauth openapi orders organization organizations portal pricing privacy products readyz
  sandbox sdk security settings sign-in sign-up signin signup static status store stores support system terms test till
  undefined user users v1 v2 webhook webhooks well-known www`.split(/\s+/),
)

const SLUG = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/

/** The slug as it is stored, or a reason at its field. */
export function slugOf(given: string): string {
  const slug = given.toLowerCase()
  if (slug.length < 3 || slug.length > 64 || !SLUG.test(slug)) {
    throw invalidField('slug', 'Input should have 3 to 64 letters a-z, digits or hyphens, none at an end', given)
  }
  if (RESERVED.has(slug)) throw invalidField('slug', 'This slug is reserved', given)
  return slug
}

/** Settings are merged key by key; null brings a key back to its default. */
export function merge<Settings extends object>(
  current: Settings,
  patch: object | null | undefined,
  defaults: Settings,
): Settings {
  if (patch === undefined) return current
  if (patch === null) return defaults
  const changes = Object.entries(patch).map(([key, value]) => [key, mergeOne(current, key, value, defaults)])
  return { ...current, ...Object.fromEntries(changes) }
}

function mergeOne(current: object, key: string, value: unknown, defaults: object): unknown {
  const fallback = (defaults as Record<string, unknown>)[key]
  if (value === null) return fallback
  const before = (current as Record<string, unknown>)[key]
  if (isPlain(value) && isPlain(before) && isPlain(fallback)) return merge(before, value, fallback)
  return value
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NO_WAY_BACK = 'An organization that takes real money does not go back to test cards'
const NO_KEYS =
  'Real money needs a payment processor: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET'

/** Once there is real money in the books, nobody should have to ask which of it was. */
function modeAfter(current: PaymentsMode, wanted: PaymentsMode | undefined, canGoLive: boolean): PaymentsMode {
  if (wanted === undefined || wanted === current) return current
  if (wanted === 'sandbox') throw invalidField(['payments', 'mode'], NO_WAY_BACK, wanted)
  if (!canGoLive) throw invalidField(['payments', 'mode'], NO_KEYS, wanted)
  return wanted
}

/** What a PATCH changes: absent keeps, null clears. */
export function changesOf(
  organization: Organization,
  patch: OrganizationUpdate,
  canGoLive: boolean,
): Partial<Organization> {
  const social = patch.social_username === undefined ? patch.twitter_username : patch.social_username
  return {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.avatar_url !== undefined && { avatarUrl: patch.avatar_url }),
    ...(patch.bio !== undefined && { bio: patch.bio }),
    ...(patch.company !== undefined && { company: patch.company }),
    ...(patch.blog !== undefined && { blog: patch.blog }),
    ...(patch.location !== undefined && { location: patch.location }),
    ...(patch.email !== undefined && { email: patch.email }),
    ...(social !== undefined && { socialUsername: social }),
    ...(patch.pledge_minimum_amount !== undefined && {
      pledgeMinimumAmount: patch.pledge_minimum_amount,
    }),
    ...(patch.pledge_badge_show_amount !== undefined && {
      pledgeBadgeShowAmount: patch.pledge_badge_show_amount,
    }),
    ...(patch.default_upfront_split_to_contributors !== undefined && {
      defaultUpfrontSplitToContributors: patch.default_upfront_split_to_contributors,
    }),
    ...(patch.default_currency !== undefined && {
      defaultCurrency: patch.default_currency,
    }),
    paymentsMode: modeAfter(organization.paymentsMode, patch.payments?.mode, canGoLive),
    profileSettings: merge(organization.profileSettings, patch.profile_settings, DEFAULT_PROFILE),
    featureSettings: merge(organization.featureSettings, patch.feature_settings, DEFAULT_FEATURES),
    subscriptionSettings: merge(organization.subscriptionSettings, patch.subscription_settings, DEFAULT_SUBSCRIPTIONS),
    mailSettings: merge(organization.mailSettings, patch.mail_settings, DEFAULT_MAILS),
  }
}
