import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { notDeletable } from '../errors.ts'
import { lockBenefit, saveBenefit, takeFromProducts } from '../store.ts'

/**
 * Nobody gets it with a purchase any more. Who has it keeps it: grants and license keys were paid for and stay as they
 * are, so the row stays too. Taking grants back needs the whole re-evaluation that also follows a change of a
 * product's benefits, and does not hide in a DELETE.
 */
export async function deleteBenefit(tx: Tx, actor: Actor, id: string): Promise<void> {
  const benefit = await lockBenefit(tx, actor, id)
  if (!benefit) throw new Refusal(ResourceNotFound)
  tx.requireMatch(benefit)
  if (!benefit.deletable) throw notDeletable()
  const now = tx.clock.now(benefit.organizationId)
  await saveBenefit(tx, revise(benefit, { deletedAt: now }, now))
  await takeFromProducts(tx, id)
}
