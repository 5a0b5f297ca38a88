import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { StoredFile } from '../model.ts'
import type { FilePatch } from '../schema.ts'
import { lockFile, saveFile } from '../store.ts'
import { fileView } from '../view.ts'

export async function updateFile(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: FilePatch,
  links: Links,
): Promise<StoredFile> {
  const before = await lockFile(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const changes = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.version !== undefined && { release: patch.version }),
  }
  const after = revise(before, changes, tx.clock.now(before.organizationId))
  if (after === before) return before
  await saveFile(tx, after)
  // Nobody has heard yet of one that waits for its bytes.
  if (after.isUploaded) {
    announceChange(tx, 'file.updated', { ...after, type: 'file' }, fileView(before, links), fileView(after, links))
  }
  return after
}
