import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Benefit } from '../model.ts'
import { changesOf } from '../rules.ts'
import type { BenefitUpdate } from '../schema.ts'
import { lockBenefit } from '../store.ts'
import { holdNamedFiles, requireNamedFiles } from './named-files.ts'
import { saveRevision } from './save-revision.ts'

/**
 * Keys that were issued keep the limits that they were sold with. Files and notes are read from the benefit whenever a
 * customer looks, so changes of these reach everybody at once.
 */
export async function updateBenefit(tx: Tx, actor: Actor, id: string, patch: BenefitUpdate): Promise<Benefit> {
  await holdNamedFiles(tx, actor, patch.properties)
  const before = await lockBenefit(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const after = revise(before, changesOf(before, patch), tx.clock.now(before.organizationId))
  await requireNamedFiles(tx, before.organizationId, before.type, patch.properties)
  await saveRevision(tx, before, after)
  return after
}
