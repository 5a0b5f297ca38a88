import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { deleteParts, findProductIdsOf, lockFile, saveFile } from '../store.ts'
import { SWEEPS } from './sweep-files.ts'

/** Products stand to the right of files, so whoever puts the parts together brings this along. */
export type TakeFromProduct = (tx: Tx, actor: Actor, productId: string, fileId: string) => Promise<void>

/** Nobody can read it from here on. Its bytes are removed afterwards, when nothing can come back any more. */
export async function deleteFile(tx: Tx, actor: Actor, id: string, takeFromProduct: TakeFromProduct): Promise<void> {
  const file = await lockFile(tx, actor, id)
  if (!file) throw new Refusal(ResourceNotFound)
  tx.requireMatch(file)
  for (const productId of await findProductIdsOf(tx, file.id)) await takeFromProduct(tx, actor, productId, file.id)
  const now = tx.clock.now(file.organizationId)
  await saveFile(tx, revise(file, { deletedAt: now, sweepAt: new Date(), sweepsLeft: SWEEPS }, now))
  await deleteParts(tx, id)
}
