import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Benefit } from '../model.ts'
import { changesOf } from '../rules.ts'
import type { BenefitUpdate } from '../schema.ts'
import { lockBenefit, saveBenefit } from '../store.ts'
import { benefitView } from '../view.ts'

/** For purchases from now on: keys that were issued keep the limits that they were sold with. */
export async function updateBenefit(tx: Tx, actor: Actor, id: string, patch: BenefitUpdate): Promise<Benefit> {
  const before = await lockBenefit(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const after = revise(before, changesOf(before, patch), tx.clock.now(before.organizationId))
  if (after === before) return before
  await saveBenefit(tx, after)
  announceChange(tx, 'benefit.updated', { ...after, type: 'benefit' }, benefitView(before), benefitView(after))
  return after
}
