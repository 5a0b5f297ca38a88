import type { Actor } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../door.ts'
import type { OrganizationOwned } from '../model.ts'
import { expiryOf, requireOwnScopes } from '../rules.ts'
import type { OrganizationAccessTokenCreate } from '../schema/tokens.ts'
import { issueToken, type NewToken } from './issue-token.ts'

/** It belongs to the organization and not to whoever made it, so it goes on working when they leave. */
export async function createOrganizationAccessToken(
  tx: Tx,
  actor: Actor,
  input: OrganizationAccessTokenCreate,
): Promise<NewToken<OrganizationOwned>> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  requireOwnScopes(actor.scopes, input.scopes)
  const now = new Date()
  return issueToken(tx, 'organizationAccessToken', now, {
    kind: 'organization',
    userId: null,
    organizationId,
    createdByUserId: actor.kind === 'personal' ? actor.userId : null,
    comment: input.comment,
    scopes: input.scopes,
    expiresAt: expiryOf(input.expires_in, now, actor.expiresAt),
  })
}
