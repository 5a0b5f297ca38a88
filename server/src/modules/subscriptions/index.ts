export { AlreadyActiveSubscriptionError, AlreadyCanceledSubscription } from './errors.ts'
export { listSubscriptions } from './list.ts'
export { ACTIVE_STATUSES, type FullSubscription, type Subscription } from './model.ts'
export { endSubscriptions } from './operations/end-subscriptions.ts'
export { requireCustomerUpdates } from './operations/require-customer-updates.ts'
export { revokeSubscription } from './operations/revoke-subscription.ts'
export { revokeSubscriptionsOf } from './operations/revoke-subscriptions-of.ts'
export { updateOwnSubscription } from './operations/update-subscription.ts'
export { subscriptionRoutes } from './routes.ts'
export { startSubscription } from './rules/start.ts'
export {
  CancellationComment,
  CancellationReason,
  OrderSubscription as OrderSubscriptionWire,
} from './schema.ts'
export { findSubscription, ownedBy } from './store.ts'
export { orderSubscriptionView, subscriptionView } from './view.ts'
