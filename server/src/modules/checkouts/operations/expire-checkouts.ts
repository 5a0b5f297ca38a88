import type { Links } from '../../../kernel/links.ts'
import { inBatches } from '../../../platform/due-work/in-batches.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Transactions, Tx } from '../../../platform/postgres/transaction.ts'
import type { FullCheckout } from '../model.ts'
import { moveTo } from '../rules/status.ts'
import { lockDueCheckouts, saveCheckout } from '../store.ts'
import { checkoutView } from '../view.ts'

const BATCH = 100

/**
 * Writes down that checkouts have expired. Readers know it without this, so it may come late; it is for those who wait
 * for the event. Several processes share the work: what one has locked, the others pass over.
 */
export async function expireCheckouts(transactions: Transactions, links: Links, stop?: AbortSignal): Promise<void> {
  await inBatches(() => transactions.run((tx) => expireBatch(tx, links)), stop, BATCH)
}

async function expireBatch(tx: Tx, links: Links): Promise<number> {
  const due = await lockDueCheckouts(tx, tx.clock.now(), BATCH)
  for (const before of due) await expire(tx, before, links)
  return due.length
}

async function expire(tx: Tx, before: FullCheckout, links: Links): Promise<void> {
  const { id, organizationId, expiresAt } = before.checkout
  const now = tx.clock.now(organizationId)
  const checkout = moveTo(before.checkout, 'expired', now)
  await saveCheckout(tx, checkout)
  const subject = { type: 'checkout', id, organizationId, version: checkout.version }
  // The moment before, it was still open.
  const earlier = new Date(expiresAt.getTime() - 1)
  const views = [checkoutView(before, links, earlier), checkoutView({ ...before, checkout }, links, now)] as const
  announceChange(tx, 'checkout.expired', subject, ...views)
}
