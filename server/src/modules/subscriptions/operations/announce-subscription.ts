import type { Links } from '../../../kernel/links.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { EventType } from '../../../platform/events/types.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullSubscription, Subscription } from '../model.ts'
import { subscriptionView } from '../view.ts'

/** Says that a subscription has changed, and once more by name what happened to it. */
export function announceSubscription(tx: Tx, before: FullSubscription, after: Subscription, links: Links): void {
  const { id, organizationId, version } = after
  const subject = { type: 'subscription', id, organizationId, version }
  const views = [subscriptionView(before, links), subscriptionView({ ...before, subscription: after }, links)] as const
  const types = ['subscription.updated', ...happenings(before.subscription, after)] as const
  for (const type of types) announceChange(tx, type, subject, ...views)
}

function happenings(before: Subscription, after: Subscription): EventType[] {
  const isCanceled = before.canceledAt === null && after.canceledAt !== null
  const isUncanceled = before.canceledAt !== null && after.canceledAt === null
  const isEnded = before.endedAt === null && after.endedAt !== null
  return [
    ...(isCanceled ? ['subscription.canceled' as const] : []),
    ...(isUncanceled ? ['subscription.uncanceled' as const] : []),
    // Whatever it entitled to is taken back with the end.
    ...(isEnded ? ['subscription.revoked' as const] : []),
  ]
}
