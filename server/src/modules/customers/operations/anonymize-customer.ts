import type { Links } from '../../../kernel/links.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../model.ts'
import { anonymized } from '../rules.ts'
import { deleteCustomerSessions, saveCustomer } from '../store.ts'
import { customerView } from '../view.ts'

/**
 * Of a customer who is locked. The row stays, without a face, because orders and license keys point to it; its sessions
 * end at once.
 */
export async function anonymizeCustomer(tx: Tx, before: Customer, links: Links): Promise<Customer> {
  const now = tx.clock.now(before.organizationId)
  const after = revise(before, anonymized(before, now), now)
  await saveCustomer(tx, after)
  await deleteCustomerSessions(tx, before.id)
  // The event does not show who it was: that is what has to be forgotten.
  announceDeletion(tx, 'customer.deleted', { type: 'customer', ...after }, customerView(after, links))
  return after
}
