import type { Actor } from '../../../kernel/actor.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { StoredFile } from '../../files/index.ts'
import { withoutFile } from '../rules.ts'
import { findBenefitIdsWith, lockBenefit } from '../store.ts'
import { saveRevision } from './save-revision.ts'

/** For a file that is about to be deleted, under its lock. What a benefit shows changes, so it is a change like any other. */
export async function removeFileFromBenefits(tx: Tx, actor: Actor, file: StoredFile): Promise<void> {
  const now = tx.clock.now(file.organizationId)
  for (const id of await findBenefitIdsWith(tx, file)) {
    const before = await lockBenefit(tx, actor, id)
    if (before) await saveRevision(tx, before, revise(before, { properties: withoutFile(before, file.id) }, now))
  }
}
