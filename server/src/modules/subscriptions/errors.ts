import { NotPermitted, Refusal, type RefusalKind } from '../../kernel/refusal.ts'

export const AlreadyActiveSubscriptionError: RefusalKind = {
  error: 'AlreadyActiveSubscriptionError',
  status: 403,
  code: 'already_subscribed',
  detail: 'This customer already has an active subscription to this product.',
}

export const AlreadyCanceledSubscription: RefusalKind = {
  error: 'AlreadyCanceledSubscription',
  status: 403,
  code: 'already_canceled',
  detail: 'This subscription is already canceled, or it has ended.',
}

export const customerUpdatesNotAllowed = () =>
  new Refusal(NotPermitted, {
    code: 'customer_updates_not_allowed',
    detail: 'The seller does not let customers change their plan. Ask the seller.',
  })
