import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockFullDiscount, saveDiscount } from '../store.ts'
import { discountView } from '../view.ts'
import { subjectOf } from './subject.ts'

/** The row stays for the orders that show it; its code is free at once. */
export async function deleteDiscount(tx: Tx, actor: Actor, id: string): Promise<void> {
  const full = await lockFullDiscount(tx, actor, id)
  if (!full) throw new Refusal(ResourceNotFound)
  tx.requireMatch(full.discount)
  const now = tx.clock.now(full.discount.organizationId)
  const deleted = revise(full.discount, { deletedAt: now }, now)
  await saveDiscount(tx, deleted)
  announceDeletion(tx, 'discount.deleted', subjectOf(deleted), discountView(full))
}
