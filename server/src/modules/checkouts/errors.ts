import type { RefusalKind } from '../../kernel/refusal.ts'

export const NotOpenCheckout: RefusalKind = {
  error: 'NotOpenCheckout',
  status: 403,
  code: 'checkout_not_open',
  detail: 'This checkout is no longer open.',
}

export const ExpiredCheckout: RefusalKind = {
  error: 'ExpiredCheckout',
  status: 410,
  code: 'checkout_expired',
  detail: 'This checkout has expired. Start a new one.',
}

export const NoLongerSold: RefusalKind = {
  error: 'NoLongerSold',
  status: 410,
  code: 'no_longer_sold',
  detail: 'Nothing of this is sold any longer.',
}
