import type { Organization } from './model.ts'
import type { Organization as OrganizationWire } from './schema.ts'

export function organizationView(organization: Organization): OrganizationWire {
  return {
    id: organization.id,
    created_at: organization.createdAt.toISOString(),
    modified_at: organization.modifiedAt?.toISOString() ?? null,
    name: organization.name,
    slug: organization.slug,
    avatar_url: organization.avatarUrl,
    bio: organization.bio,
    company: organization.company,
    blog: organization.blog,
    location: organization.location,
    email: organization.email,
    social_username: organization.socialUsername,
    twitter_username: organization.socialUsername,
    pledge_minimum_amount: organization.pledgeMinimumAmount,
    pledge_badge_show_amount: organization.pledgeBadgeShowAmount,
    default_upfront_split_to_contributors: organization.defaultUpfrontSplitToContributors,
    profile_settings: organization.profileSettings as OrganizationWire['profile_settings'],
    feature_settings: organization.featureSettings,
    subscription_settings: organization.subscriptionSettings,
    default_currency: organization.defaultCurrency,
    payments: { mode: organization.paymentsMode },
  }
}
