import type { Actor } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../door.ts'
import type { OrganizationOwned } from '../model.ts'
import type { OrganizationAccessTokenCreate } from '../schema/tokens.ts'
import { delegateToken } from './delegate-token.ts'
import type { NewToken } from './issue-token.ts'

/** It belongs to the organization and not to whoever made it, so it goes on working when they leave. */
export async function createOrganizationAccessToken(
  tx: Tx,
  actor: Actor,
  input: OrganizationAccessTokenCreate,
): Promise<NewToken<OrganizationOwned>> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  const createdByUserId = actor.kind === 'personal' ? actor.userId : null
  return delegateToken(tx, actor, { kind: 'organization', userId: null, organizationId, createdByUserId }, input)
}
