import { SCOPES } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { fingerprint, newSecret } from '../../../kernel/secrets.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findTokenByHash, insertToken, revokeToken } from '../store.ts'

/** The person who runs this server. One is enough until people can be invited. */
export async function findOrCreateOwner(tx: Tx): Promise<{ userId: string; isNew: boolean }> {
  await tx.sql`select pg_advisory_xact_lock(7455105)`
  const [owner] = await tx.sql<{ id: string }[]>`select id from users order by created_at, id limit 1`
  if (owner) return { userId: owner.id, isNew: false }
  const userId = newId()
  await tx.sql`insert into users (id, created_at) values (${userId}, ${new Date()})`
  return { userId, isNew: true }
}

/** A personal token with all scopes, from a given text or a new one; answers the text. */
export async function createPersonalAccessToken(
  tx: Tx,
  userId: string,
  comment: string,
  given?: string,
): Promise<string> {
  const secret = given ?? newSecret('personalAccessToken')
  const token = {
    id: newId(),
    createdAt: new Date(),
    modifiedAt: null,
    version: 1,
    kind: 'personal',
    userId,
    organizationId: null,
    comment,
    scopes: SCOPES,
    expiresAt: null,
    lastUsedAt: null,
  } as const
  await insertToken(tx, token, fingerprint(secret))
  return secret
}

export async function revokePersonalAccessToken(tx: Tx, secret: string): Promise<void> {
  const token = await findTokenByHash(tx, fingerprint(secret))
  if (token) await revokeToken(tx, token.id, new Date())
}
