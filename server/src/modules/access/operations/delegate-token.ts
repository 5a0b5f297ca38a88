import type { Actor } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { AccessToken } from '../model.ts'
import { expiryOf, requireOwnScopes } from '../rules.ts'
import type { PersonalAccessTokenCreate } from '../schema/tokens.ts'
import { issueToken, type NewToken } from './issue-token.ts'

/** Whose the new token is. */
type Whose = Pick<AccessToken, 'kind' | 'userId' | 'organizationId' | 'createdByUserId'>

/** A token that is made with another one can do no more than that one, and ends no later. */
export async function delegateToken<Given extends Whose>(
  tx: Tx,
  actor: Actor,
  whose: Given,
  { comment, scopes, expires_in }: PersonalAccessTokenCreate,
): Promise<NewToken<Given & AccessToken>> {
  requireOwnScopes(actor.scopes, scopes)
  const now = new Date()
  return issueToken(tx, now, { ...whose, comment, scopes, expiresAt: expiryOf(expires_in, now, actor.expiresAt) })
}
