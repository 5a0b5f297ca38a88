import type { Actor } from '../../../kernel/actor.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../door.ts'
import type { OrganizationOwned } from '../model.ts'
import type { OrganizationAccessTokenCreate } from '../schema/tokens.ts'
import { organizationAccessTokenView } from '../view.ts'
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
  const whose = { kind: 'organization', userId: null, organizationId, createdByUserId } as const
  const made = await delegateToken(tx, actor, whose, input)
  const subject = { ...made.token, type: 'access_token' }
  announceCreation(tx, 'access_token.created', subject, organizationAccessTokenView(made.token))
  return made
}
