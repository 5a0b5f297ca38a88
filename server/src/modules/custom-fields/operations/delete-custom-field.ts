import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findProductIdsOf, lockCustomField, saveCustomField } from '../store.ts'
import { customFieldView } from '../view.ts'

/** Products stand to the right of custom fields, so whoever puts the parts together brings this along. */
export type TakeFromProduct = (tx: Tx, actor: Actor, productId: string, customFieldId: string) => Promise<void>

/**
 * No product asks for it any more, and its slug is free. What buyers answered stays with their orders. Whoever attaches a
 * field holds it first, so under its lock all products that ask for it can be seen.
 */
export async function deleteCustomField(
  tx: Tx,
  actor: Actor,
  id: string,
  takeFromProduct: TakeFromProduct,
): Promise<void> {
  const field = await lockCustomField(tx, actor, id)
  if (!field) throw new Refusal(ResourceNotFound)
  tx.requireMatch(field)
  for (const productId of await findProductIdsOf(tx, field.id)) await takeFromProduct(tx, actor, productId, field.id)
  const now = tx.clock.now(field.organizationId)
  const deleted = revise(field, { deletedAt: now }, now)
  await saveCustomField(tx, deleted)
  announceDeletion(tx, 'custom_field.deleted', { ...deleted, type: 'custom_field' }, customFieldView(field))
}
