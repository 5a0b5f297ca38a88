import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { User } from '../model.ts'
import type { MeUpdate } from '../schema/users.ts'
import { lockUser, saveUser } from '../store/users.ts'

/** Told of what has changed, so that the organizations that show this person can be. */
export type UserChanged = (tx: Tx, user: User) => Promise<void>

/** What people say about themselves: it names them to others, and gives no rights. */
export async function updateUser(tx: Tx, userId: string, patch: MeUpdate, changed: UserChanged): Promise<void> {
  const before = await lockUser(tx, userId)
  tx.requireMatch({ ...before, organizationId: null })
  const changes = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.email !== undefined && { email: patch.email }),
  }
  await save(tx, before, changes, changed)
}

/** Fills in what is not known of somebody, and overwrites nothing. */
export async function fillInUser(
  tx: Tx,
  userId: string,
  known: Pick<User, 'email' | 'name'>,
  changed: UserChanged,
): Promise<void> {
  const before = await lockUser(tx, userId)
  await save(tx, before, { email: before.email ?? known.email, name: before.name ?? known.name }, changed)
}

/** Told first: what the organizations have shown until now is read from where it is about to be changed. */
async function save(tx: Tx, before: User, changes: Partial<User>, changed: UserChanged): Promise<void> {
  const after = revise(before, changes, new Date())
  if (after === before) return
  await changed(tx, after)
  await saveUser(tx, after)
}
