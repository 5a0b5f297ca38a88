import type { Links } from '../../kernel/links.ts'
import { revokeOrderGrants } from '../../modules/license-keys/index.ts'
import { type FullOrder, rememberRevocation } from '../../modules/orders/index.ts'
import { revokeSubscription } from '../../modules/subscriptions/index.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'

/**
 * Under the order's lock. The benefits of a subscription hang on the subscription and not on its orders: as long as it
 * runs, the next review would bring them back. So it ends.
 */
export async function revokeBenefits(tx: Tx, { order, customer }: FullOrder, links: Links): Promise<void> {
  const { subscriptionId, organizationId } = order
  await rememberRevocation(tx, order, tx.clock.now(organizationId))
  if (subscriptionId === null) await revokeOrderGrants(tx, order, customer, links)
  else await revokeSubscription(tx, subscriptionId, links)
}
