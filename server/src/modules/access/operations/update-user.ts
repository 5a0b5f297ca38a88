import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { User } from '../model.ts'
import type { MeUpdate } from '../schema/users.ts'
import { lockUser, saveUser } from '../store/users.ts'

/** What people say about themselves: it names them to others, and gives no rights. */
export async function updateUser(tx: Tx, userId: string, patch: MeUpdate): Promise<void> {
  const before = await lockUser(tx, userId)
  tx.requireMatch({ ...before, organizationId: null })
  await save(tx, before, {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.email !== undefined && { email: patch.email }),
  })
}

/** Fills in what is not known of somebody, and overwrites nothing. */
export async function fillInUser(tx: Tx, userId: string, known: Pick<User, 'email' | 'name'>): Promise<void> {
  const before = await lockUser(tx, userId)
  await save(tx, before, { email: before.email ?? known.email, name: before.name ?? known.name })
}

async function save(tx: Tx, before: User, changes: Partial<User>): Promise<void> {
  const after = revise(before, changes, new Date())
  if (after !== before) await saveUser(tx, after)
}
