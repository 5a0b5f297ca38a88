import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { notDeletable } from '../errors.ts'
import { findProductIdsOf, lockBenefit, saveBenefit } from '../store.ts'
import { benefitView } from '../view.ts'

/** Products and license keys stand to the right of benefits, so whoever puts the parts together brings these along. */
export interface DeletionParts {
  takeFromProduct(tx: Tx, actor: Actor, productId: string, benefitId: string): Promise<void>
  /** What no review will find, because it was given by hand. */
  takeFromHolders(tx: Tx, benefitId: string): Promise<void>
}

/**
 * Nobody gets it with a purchase any more, and whoever has it loses it: each product that had it is changed and
 * reviewed, which revokes the grants and their license keys in the background. The row stays, because grants refer to it.
 *
 * Whoever attaches a benefit holds it first, so under its lock all products that have it can be seen. Purchases do not
 * wait for this lock. They hold the list of the product, which each product that is changed here waits for.
 */
export async function deleteBenefit(tx: Tx, actor: Actor, id: string, parts: DeletionParts): Promise<void> {
  const benefit = await lockBenefit(tx, actor, id)
  if (!benefit) throw new Refusal(ResourceNotFound)
  tx.requireMatch(benefit)
  if (!benefit.deletable) throw notDeletable()
  for (const productId of await findProductIdsOf(tx, benefit.id)) {
    await parts.takeFromProduct(tx, actor, productId, benefit.id)
  }
  const now = tx.clock.now(benefit.organizationId)
  const deleted = revise(benefit, { deletedAt: now }, now)
  await saveBenefit(tx, deleted)
  announceDeletion(tx, 'benefit.deleted', { ...deleted, type: 'benefit' }, benefitView(benefit))
  await parts.takeFromHolders(tx, benefit.id)
}
