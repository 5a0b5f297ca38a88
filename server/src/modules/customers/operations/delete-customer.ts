import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { anonymized } from '../rules.ts'
import { deleteCustomerSessions, lockCustomer, saveCustomer } from '../store.ts'
import { customerView } from '../view.ts'

/** The row stays, without a face, because orders and license keys point to it; its sessions end at once. */
export async function deleteCustomer(tx: Tx, actor: Actor, links: Links, id: string): Promise<void> {
  const before = await lockCustomer(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const now = tx.clock.now(before.organizationId)
  const after = revise(before, anonymized(before, now), now)
  await saveCustomer(tx, after)
  await deleteCustomerSessions(tx, id)
  // The event does not say what was there before: that is what has to be forgotten.
  const view = customerView(after, links)
  announceChange(tx, 'customer.deleted', { type: 'customer', ...after }, view, view)
}
