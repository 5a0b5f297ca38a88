import type { Actor, PersonalActor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { fingerprint } from '../../../kernel/secrets.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { AccessToken } from '../model.ts'
import { findTokenByHash, lockOrganizationToken, lockPersonalToken, revokeToken } from '../store/tokens.ts'
import { organizationAccessTokenView } from '../view.ts'

export async function revokeOrganizationAccessToken(tx: Tx, actor: Actor, id: string): Promise<void> {
  const token = await revoke(tx, await lockOrganizationToken(tx, actor, id))
  const subject = { ...token, type: 'access_token', version: token.version + 1 }
  announceDeletion(tx, 'access_token.deleted', subject, organizationAccessTokenView(token))
}

/** Also the token that asks for it, which is how to sign out for good. */
export async function revokePersonalAccessToken(tx: Tx, actor: PersonalActor, id: string): Promise<void> {
  await revoke(tx, await lockPersonalToken(tx, actor, id))
}

async function revoke<Token extends AccessToken>(tx: Tx, token: Token | undefined): Promise<Token> {
  if (!token) throw new Refusal(ResourceNotFound)
  tx.requireMatch(token)
  await revokeToken(tx, token.id, new Date())
  return token
}

/** For a command that made a token for its own work. */
export async function revokeTokenText(tx: Tx, secret: string): Promise<void> {
  const token = await findTokenByHash(tx, fingerprint(secret))
  if (token) await revokeToken(tx, token.id, new Date())
}
