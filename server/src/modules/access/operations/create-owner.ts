import { newId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { User } from '../model.ts'
import { insertUser } from '../store/users.ts'

/** The person who runs this server: the first user. Everybody else was invited, and came later. */
export async function findOrCreateOwner(tx: Tx): Promise<{ userId: string; isNew: boolean }> {
  await tx.sql`select pg_advisory_xact_lock(7455105)`
  const [owner] = await tx.sql<{ id: string }[]>`select id from users order by created_at, id limit 1`
  if (owner) return { userId: owner.id, isNew: false }
  const { id } = await createUser(tx, { email: null, name: null })
  return { userId: id, isNew: true }
}

export async function createUser(tx: Tx, known: Pick<User, 'email' | 'name'>): Promise<User> {
  const user: User = { id: newId(), createdAt: new Date(), modifiedAt: null, version: 1, ...known }
  await insertUser(tx, user)
  return user
}
