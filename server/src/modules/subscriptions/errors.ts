import type { RefusalKind } from '../../kernel/refusal.ts'

export const AlreadyActiveSubscriptionError: RefusalKind = {
  error: 'AlreadyActiveSubscriptionError',
  status: 403,
  code: 'already_subscribed',
  detail: 'This customer already has an active subscription to this product.',
}
