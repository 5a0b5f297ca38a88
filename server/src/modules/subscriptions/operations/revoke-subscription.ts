import type { Links } from '../../../kernel/links.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { revokeGrants } from '../../license-keys/index.ts'
import { applyEnd, endWithPeriod, isOver } from '../rules/end.ts'
import { lockSubscription } from '../store.ts'
import { saveEnd } from './save-end.ts'

/** Ends one at once, with everything that it entitled to: also with keys that the seller has given back by hand. */
export async function revokeSubscription(tx: Tx, id: string, links: Links): Promise<void> {
  const full = await lockSubscription(tx, id, tx.sql`true`)
  if (!full) throw new Error(`there is no subscription ${id}`)
  const { subscription, customer } = full
  if (subscription.endedAt !== null) return revokeGrants(tx, subscription, customer, links)
  const now = tx.clock.now(subscription.organizationId)
  const ended = isOver(subscription, now)
    ? endWithPeriod(subscription, now)
    : applyEnd(subscription, { kind: 'revoke', reason: undefined, comment: undefined }, now)
  await saveEnd(tx, full, ended, links)
}
