import type { Invitation, Joined, Member, Organization } from './model.ts'
import type { InvitationAccepted, InvitationPreview, OrganizationInvitation } from './schema/invitations.ts'
import type { OrganizationMember } from './schema/members.ts'
import type { OrganizationPublic, Organization as OrganizationWire } from './schema/organizations.ts'
import type { InvitationInFull } from './store/invitations.ts'

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
    mail_settings: organization.mailSettings,
    default_currency: organization.defaultCurrency,
    payments: { mode: organization.paymentsMode },
  }
}

/** For buyers, and for everybody else who does not work there. */
export function organizationPublicView(organization: Organization): OrganizationPublic {
  const { order_receipts } = organization.mailSettings
  return { ...organizationView(organization), mail_settings: { order_receipts } }
}

export function memberView(member: Member): OrganizationMember {
  return {
    organization_id: member.organizationId,
    user_id: member.userId,
    role: member.role,
    email: member.email,
    name: member.name,
    created_at: member.createdAt.toISOString(),
    modified_at: member.modifiedAt?.toISOString() ?? null,
  }
}

export function invitationView(invitation: Invitation): OrganizationInvitation {
  return {
    id: invitation.id,
    created_at: invitation.createdAt.toISOString(),
    modified_at: invitation.modifiedAt?.toISOString() ?? null,
    organization_id: invitation.organizationId,
    email: invitation.email,
    role: invitation.role,
    invited_by_user_id: invitation.invitedByUserId,
    expires_at: invitation.expiresAt.toISOString(),
  }
}

export function invitationPreview({ organization, invitation, invitedByName }: InvitationInFull): InvitationPreview {
  return {
    organization,
    role: invitation.role,
    email: invitation.email,
    invited_by_name: invitedByName,
    expires_at: invitation.expiresAt.toISOString(),
  }
}

export function joinedView({ organization, invitation, userId, token }: Joined): InvitationAccepted {
  return { organization, role: invitation.role, user_id: userId, token }
}
