import type { Links } from '../../../kernel/links.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullSubscription, Subscription } from '../model.ts'
import { subscriptionView } from '../view.ts'

/** Says that a subscription has changed, and once more by name what happened to it. */
export function announceSubscription(tx: Tx, before: FullSubscription, after: Subscription, links: Links): void {
  const { id, organizationId, version } = after
  const subject = { type: 'subscription', id, organizationId, version }
  const views = [subscriptionView(before, links), subscriptionView({ ...before, subscription: after }, links)] as const
  for (const type of ['updated', ...happenings(before.subscription, after)]) {
    announceChange(tx, `subscription.${type}`, subject, ...views)
  }
}

function happenings(before: Subscription, after: Subscription): string[] {
  const isCanceled = before.canceledAt === null && after.canceledAt !== null
  const isUncanceled = before.canceledAt !== null && after.canceledAt === null
  const isEnded = before.endedAt === null && after.endedAt !== null
  return [
    ...(isCanceled ? ['canceled'] : []),
    ...(isUncanceled ? ['uncanceled'] : []),
    // Whatever it entitled to is taken back with the end.
    ...(isEnded ? ['revoked'] : []),
  ]
}
