import type { Links } from '../../../kernel/links.ts'
import type { Transactions, Tx } from '../../../platform/postgres/transaction.ts'
import { endWithPeriod } from '../rules/end.ts'
import { findDueSubscriptions, lockDueSubscription } from '../store.ts'
import { saveEnd } from './save-end.ts'

/** Of those that are due at midnight; the next round takes the next. */
const MOST = 500

/**
 * Ends subscriptions that were canceled and whose period is over. Each is a transaction of its own: it holds the grants
 * and keys of one only, so nobody waits in a circle, and one that fails holds up no other. Several processes share the
 * work: what one has locked, the others pass over.
 */
export async function endSubscriptions(transactions: Transactions, links: Links, stop?: AbortSignal): Promise<void> {
  const due = await transactions.run((tx) => findDueSubscriptions(tx, tx.clock.now(), MOST))
  const failures: unknown[] = []
  for (const id of due) {
    if (stop?.aborted) break
    await transactions.run((tx) => endOne(tx, id, links)).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function endOne(tx: Tx, id: string, links: Links): Promise<void> {
  const before = await lockDueSubscription(tx, id, tx.clock.now())
  if (!before) return
  const { subscription } = before
  await saveEnd(tx, before, endWithPeriod(subscription, tx.clock.now(subscription.organizationId)), links)
}
