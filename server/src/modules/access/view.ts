import type { AccessToken } from './model.ts'
import type { OrganizationAccessToken } from './schema.ts'

export function organizationAccessTokenView(token: AccessToken): OrganizationAccessToken {
  return {
    id: token.id,
    created_at: token.createdAt.toISOString(),
    modified_at: token.modifiedAt?.toISOString() ?? null,
    organization_id: token.organizationId ?? '',
    comment: token.comment,
    scopes: [...token.scopes],
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  }
}
