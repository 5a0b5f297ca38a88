import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Benefit } from '../model.ts'
import { changesOf } from '../rules.ts'
import type { BenefitUpdate } from '../schema.ts'
import { lockBenefit, saveBenefit } from '../store.ts'
import { benefitView, filesOf } from '../view.ts'
import { requireNamedFiles } from './named-files.ts'

/**
 * Keys that were issued keep the limits that they were sold with. Files and notes are read from the benefit whenever a
 * customer looks, so changes of these reach everybody at once.
 */
export async function updateBenefit(tx: Tx, actor: Actor, id: string, patch: BenefitUpdate): Promise<Benefit> {
  const before = await lockBenefit(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const after = revise(before, changesOf(before, patch), tx.clock.now(before.organizationId))
  await requireNamedFiles(tx, before.organizationId, before.type, patch.properties, filesOf(before))
  if (after === before) return before
  await saveBenefit(tx, after)
  announceChange(tx, 'benefit.updated', { ...after, type: 'benefit' }, benefitView(before), benefitView(after))
  return after
}
