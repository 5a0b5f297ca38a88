import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { takenOr } from '../errors.ts'
import type { Customer } from '../model.ts'
import { changesOf } from '../rules.ts'
import type { CustomerUpdate } from '../schema.ts'
import { lockCustomer, saveCustomer } from '../store.ts'
import { customerView } from '../view.ts'

export async function updateCustomer(
  tx: Tx,
  actor: Actor,
  links: Links,
  id: string,
  patch: CustomerUpdate,
): Promise<Customer> {
  const before = await lockCustomer(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const after = revise(before, changesOf(before, patch), tx.clock.now(before.organizationId))
  if (after === before) return before
  try {
    await saveCustomer(tx, after)
  } catch (error) {
    throw takenOr(error, patch)
  }
  const subject = { type: 'customer', ...after }
  announceChange(tx, 'customer.updated', subject, customerView(before, links), customerView(after, links))
  return after
}
