import type { Actor } from '../../../kernel/actor.ts'
import { fingerprint, isWellFormed, kindOf } from '../../../kernel/secrets.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { bearerToken } from '../bearer.ts'
import { invalidToken } from '../errors.ts'
import { findTokenByHash, type TokenInUse } from '../store/tokens.ts'
import type { TokenUse } from '../token-use.ts'

/** Who sends this header. Nothing is remembered between requests, so a revoked token stops at the very next one. */
export async function authenticate(db: Db, used: TokenUse, authorization: string | undefined): Promise<Actor> {
  const text = bearerToken(authorization, 'access token')
  if (!couldBeOurs(text)) throw invalidToken()
  const token = await findTokenByHash(db, fingerprint(text))
  const now = new Date()
  if (!token || token.revokedAt !== null) throw invalidToken()
  if (token.expiresAt !== null && token.expiresAt <= now) throw invalidToken()
  used.note(token, now)
  return actorOf(token)
}

/** A secret of another kind, or one with a typing error, needs no look-up. The owner's first token may be any text. */
function couldBeOurs(text: string): boolean {
  const kind = kindOf(text)
  if (kind === undefined) return text.length >= 32
  return (kind === 'personalAccessToken' || kind === 'organizationAccessToken') && isWellFormed(kind, text)
}

function actorOf({ id, organizationId, userId, readOnlyIn, seesMany, ...token }: TokenInUse): Actor {
  const holder = { tokenId: id, scopes: new Set(token.scopes), expiresAt: token.expiresAt }
  if (organizationId !== null) return { kind: 'organization', ...holder, organizationId }
  if (userId !== null) return { kind: 'personal', ...holder, userId, readOnlyIn, seesMany }
  throw new Error(`the access token ${id} belongs to nobody`)
}
