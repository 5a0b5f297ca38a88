import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Benefit } from '../model.ts'
import { saveBenefit } from '../store.ts'
import { benefitView } from '../view.ts'

/** Saves and announces what `revise` made of a benefit, if that is something new. */
export async function saveRevision(tx: Tx, before: Benefit, after: Benefit): Promise<void> {
  if (after === before) return
  await saveBenefit(tx, after)
  announceChange(tx, 'benefit.updated', { ...after, type: 'benefit' }, benefitView(before), benefitView(after))
}
