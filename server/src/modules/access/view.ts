import type { AccessToken, OrganizationOwned } from './model.ts'
import type { OrganizationAccessToken, PersonalAccessToken } from './schema/tokens.ts'
import type { Me } from './schema/users.ts'
import type { UserWithMemberships } from './store/users.ts'

export function organizationAccessTokenView(token: OrganizationOwned): OrganizationAccessToken {
  return {
    ...personalAccessTokenView(token),
    organization_id: token.organizationId,
    created_by_user_id: token.createdByUserId,
  }
}

export function personalAccessTokenView(token: AccessToken): PersonalAccessToken {
  return {
    id: token.id,
    created_at: token.createdAt.toISOString(),
    modified_at: token.modifiedAt?.toISOString() ?? null,
    comment: token.comment,
    scopes: [...token.scopes],
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  }
}

export function meView({ user, memberships, membershipCount }: UserWithMemberships): Me {
  return {
    id: user.id,
    created_at: user.createdAt.toISOString(),
    modified_at: user.modifiedAt?.toISOString() ?? null,
    email: user.email,
    name: user.name,
    memberships: memberships.map((joined) => ({
      organization_id: joined.organizationId,
      organization_name: joined.name,
      organization_slug: joined.slug,
      role: joined.role,
      created_at: joined.createdAt.toISOString(),
    })),
    membership_count: membershipCount,
  }
}
