import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { StoredFile } from '../model.ts'
import { deleteParts, findProductIdsOf, lockFile, saveFile } from '../store.ts'
import { fileView } from '../view.ts'
import { SWEEPS } from './sweep-files.ts'

/** Benefits and products stand to the right of files, so whoever puts the parts together brings these along. */
export interface DeletionParts {
  takeFromProduct(tx: Tx, actor: Actor, productId: string, fileId: string): Promise<void>
  takeFromBenefits(tx: Tx, actor: Actor, file: StoredFile): Promise<void>
}

/**
 * Nobody can read it from here on. Its bytes are removed afterwards, when nothing can come back any more. Whoever attaches
 * a file holds it first, so under its lock everything that has it can be seen.
 */
export async function deleteFile(tx: Tx, actor: Actor, id: string, parts: DeletionParts, links: Links): Promise<void> {
  const file = await lockFile(tx, actor, id)
  if (!file) throw new Refusal(ResourceNotFound)
  tx.requireMatch(file)
  await parts.takeFromBenefits(tx, actor, file)
  for (const productId of await findProductIdsOf(tx, file.id))
    await parts.takeFromProduct(tx, actor, productId, file.id)
  const now = tx.clock.now(file.organizationId)
  const deleted = revise(file, { deletedAt: now, sweepAt: new Date(), sweepsLeft: SWEEPS }, now)
  await saveFile(tx, deleted)
  await deleteParts(tx, id)
  if (file.isUploaded) announceDeletion(tx, 'file.deleted', { ...deleted, type: 'file' }, fileView(file, links))
}
