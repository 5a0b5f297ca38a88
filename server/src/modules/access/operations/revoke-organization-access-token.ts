import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockOrganizationToken, revokeToken } from '../store.ts'

export async function revokeOrganizationAccessToken(tx: Tx, actor: Actor, id: string): Promise<void> {
  const token = await lockOrganizationToken(tx, actor, id)
  if (!token) throw new Refusal(ResourceNotFound)
  tx.requireMatch(token)
  await revokeToken(tx, token.id, new Date())
}
