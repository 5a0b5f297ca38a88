import type { DeclineCode, Payment } from '../../../modules/payments/index.ts'

/** What has become of an attempt. */
export type Settled =
  | { readonly kind: 'fulfilled' }
  | { readonly kind: 'declined'; readonly code: DeclineCode }
  /** Given up, with nothing charged: the checkout is open again. */
  | { readonly kind: 'given_up' }
  | { readonly kind: 'waiting' }
  /** The money came too late or cannot be used, and goes back. */
  | { readonly kind: 'stray' }

/** How an attempt has ended, if it has. */
export function endOf({ status, failureCode, isStray }: Payment): Settled | null {
  if (status === 'succeeded') return { kind: isStray ? 'stray' : 'fulfilled' }
  if (status === 'failed') return { kind: 'declined', code: failureCode ?? 'card_declined' }
  return status === 'canceled' ? { kind: 'given_up' } : null
}
