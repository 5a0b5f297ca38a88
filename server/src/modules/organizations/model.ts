import type { Role } from '../../kernel/actor.ts'
import type { Versioned } from '../../kernel/revision.ts'

export interface ProfileSettings {
  readonly enabled: boolean
  readonly description: string | null
  readonly featured_projects: readonly string[]
  readonly featured_organizations: readonly string[]
  readonly links: readonly string[]
  readonly subscribe: {
    readonly promote: boolean
    readonly show_count: boolean
    readonly count_free: boolean
  }
  readonly accent_color: string | null
}

export interface FeatureSettings {
  readonly issue_funding_enabled: boolean
}

export interface SubscriptionSettings {
  readonly allow_multiple_subscriptions: boolean
  readonly allow_customer_updates: boolean
  readonly proration_behavior: 'invoice' | 'prorate'
}

export interface MailSettings {
  /** Null: the organization's name. */
  readonly sender_name: string | null
  /** Null: the organization's e-mail address. */
  readonly reply_to: string | null
  readonly order_receipts: boolean
  readonly refund_notices: boolean
}

export type PaymentsMode = 'sandbox' | 'live'

/** Settings are kept as they are shown: their keys are the API's. */
export interface Organization extends Versioned {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly avatarUrl: string | null
  readonly bio: string | null
  readonly company: string | null
  readonly blog: string | null
  readonly location: string | null
  readonly email: string | null
  readonly socialUsername: string | null
  readonly pledgeMinimumAmount: number
  readonly pledgeBadgeShowAmount: boolean
  readonly defaultUpfrontSplitToContributors: number | null
  readonly profileSettings: ProfileSettings
  readonly featureSettings: FeatureSettings
  readonly subscriptionSettings: SubscriptionSettings
  readonly mailSettings: MailSettings
  readonly defaultCurrency: string
  readonly paymentsMode: PaymentsMode
}

/** Somebody who works for an organization, with what the others see of them. */
export interface Member extends Versioned {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  readonly email: string | null
  readonly name: string | null
}

/** Whoever has its link can become a member, once. Only the hash of the link's token is stored. */
export interface Invitation extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  readonly invitedByUserId: string
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  readonly acceptedByUserId: string | null
  readonly withdrawnAt: Date | null
}

/** Somebody has accepted an invitation. */
export interface Joined {
  readonly organization: { readonly id: string; readonly name: string; readonly slug: string }
  readonly invitation: Invitation
  readonly userId: string
  /** Of a new user; null for one who has a token already. */
  readonly token: string | null
}
