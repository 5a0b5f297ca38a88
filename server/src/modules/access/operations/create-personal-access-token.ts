import { type PersonalActor, SCOPES } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { AccessToken } from '../model.ts'
import type { PersonalAccessTokenCreate } from '../schema/tokens.ts'
import { delegateToken } from './delegate-token.ts'
import { issueToken, type NewToken } from './issue-token.ts'

/** Another token of the caller's own. */
export async function createPersonalAccessToken(
  tx: Tx,
  actor: PersonalActor,
  input: PersonalAccessTokenCreate,
): Promise<NewToken<AccessToken>> {
  return delegateToken(tx, actor, ownedBy(actor.userId), input)
}

/** A first token for somebody who has none: with all scopes, from a given text or a new one. Answers the text. */
export async function issuePersonalAccessToken(
  tx: Tx,
  userId: string,
  comment: string,
  given?: string,
): Promise<string> {
  const wanted = { ...ownedBy(userId), comment, scopes: SCOPES, expiresAt: null }
  const { secret } = await issueToken(tx, new Date(), wanted, given)
  return secret
}

const ownedBy = (userId: string) => ({ kind: 'personal', userId, organizationId: null, createdByUserId: null }) as const
