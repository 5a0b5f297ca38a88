import type { Links } from '../../../kernel/links.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { entitleKeys, revokeGrants } from '../../license-keys/index.ts'
import type { FullSubscription, Subscription } from '../model.ts'
import { saveSubscription } from '../store.ts'
import { announceSubscription } from './announce-subscription.ts'

/**
 * Under the subscription's lock. With the end the benefits go, in the same transaction. Until then license keys know
 * by themselves when it comes, so that none is valid a moment too long.
 */
export async function saveEnd(
  tx: Tx,
  before: FullSubscription,
  after: Subscription,
  links: Links,
): Promise<FullSubscription> {
  const { subscription, customer } = before
  if (after === subscription) return before
  await saveSubscription(tx, after)
  announceSubscription(tx, before, after, links)
  if (after.endedAt !== null && subscription.endedAt === null) await revokeGrants(tx, after, customer, links)
  else if (after.endsAt !== subscription.endsAt) await entitleKeys(tx, after.id, after.endsAt)
  return { ...before, subscription: after }
}
