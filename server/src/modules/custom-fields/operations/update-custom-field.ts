import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { CustomField } from '../model.ts'
import { changesOf } from '../rules/custom-field.ts'
import type { CustomFieldUpdate } from '../schema.ts'
import { lockCustomField, saveCustomField } from '../store.ts'
import { customFieldView } from '../view.ts'
import { refuseTakenSlug } from './refuse-taken-slug.ts'

/**
 * A new slug is for answers from now on. Orders keep theirs under the slug that they were asked with: they say what was
 * bought, and the seller's own exports may hold that key already.
 */
export async function updateCustomField(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: CustomFieldUpdate,
): Promise<CustomField> {
  const before = await lockCustomField(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const after = revise(before, changesOf(before, patch), tx.clock.now(before.organizationId))
  if (after === before) return before
  await refuseTakenSlug(saveCustomField(tx, after), after.slug)
  const subject = { ...after, type: 'custom_field' }
  announceChange(tx, 'custom_field.updated', subject, customFieldView(before), customFieldView(after))
  return after
}
