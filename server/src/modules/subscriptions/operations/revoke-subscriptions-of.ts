import type { Links } from '../../../kernel/links.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../../customers/index.ts'
import { revokeGrantsById } from '../../license-keys/index.ts'
import { applyEnd, endWithPeriod, isOver } from '../rules/end.ts'
import { lockSubscriptionsOf } from '../store.ts'
import { saveEnd } from './save-end.ts'

/**
 * Under the customer's lock: ends all their subscriptions, and takes back these grants, whether they came from a
 * subscription or from an order. All locks are taken before anything is changed: subscriptions, then grants, then keys.
 */
export async function revokeSubscriptionsOf(
  tx: Tx,
  customer: Customer,
  grantIds: readonly string[],
  links: Links,
): Promise<void> {
  const running = await lockSubscriptionsOf(tx, customer.id)
  await revokeGrantsById(tx, grantIds, customer, links)
  const now = tx.clock.now(customer.organizationId)
  for (const full of running) {
    const { subscription } = full
    const ended = isOver(subscription, now)
      ? endWithPeriod(subscription, now)
      : applyEnd(subscription, { kind: 'revoke', reason: undefined, comment: undefined }, now)
    await saveEnd(tx, full, ended, links)
  }
}
