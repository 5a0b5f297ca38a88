import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullProduct } from '../model.ts'
import { lockFullProduct, replaceFields, replaceMedias, saveProduct } from '../store.ts'
import { productView } from '../view.ts'
import { subjectOf } from './subject.ts'

/** For a file that is about to be deleted. What the product shows changes, so it is a change like any other. */
export function removeProductMedia(tx: Tx, actor: Actor, id: string, fileId: string, links: Links): Promise<void> {
  return detach(tx, actor, id, links, ({ medias }) => ({ medias: medias.filter((file) => file.id !== fileId) }))
}

/** For a custom field that is about to be deleted. Those after it move up. */
export function removeProductField(tx: Tx, actor: Actor, id: string, fieldId: string, links: Links): Promise<void> {
  return detach(tx, actor, id, links, ({ attachedFields }) => {
    const left = attachedFields.filter(({ field }) => field.id !== fieldId)
    return { attachedFields: left.map((each, position) => ({ ...each, position })) }
  })
}

async function detach(
  tx: Tx,
  actor: Actor,
  id: string,
  links: Links,
  without: (product: FullProduct) => Partial<FullProduct>,
): Promise<void> {
  const before = await lockFullProduct(tx, actor, id)
  if (!before) return
  const after = revise(before, without(before), tx.clock.now(before.organizationId))
  if (after === before) return
  await saveProduct(tx, after)
  if (after.medias !== before.medias) await replaceMedias(tx, after)
  if (after.attachedFields !== before.attachedFields) await replaceFields(tx, after)
  announceChange(tx, 'product.updated', subjectOf(after), productView(before, links), productView(after, links))
}
