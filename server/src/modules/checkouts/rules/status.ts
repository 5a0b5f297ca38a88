import { Refusal } from '../../../kernel/refusal.ts'
import { ExpiredCheckout, NotOpenCheckout } from '../errors.ts'
import type { Checkout, CheckoutStatus } from '../model.ts'

/** Where a checkout can go from each status. */
export const MOVES: Readonly<Record<CheckoutStatus, readonly CheckoutStatus[]>> = {
  open: ['confirmed', 'succeeded', 'expired'],
  confirmed: ['succeeded', 'open', 'failed', 'expired'],
  succeeded: [],
  failed: [],
  expired: [],
}

/** The next version of a checkout, in another status. A move that the table does not know is a bug. */
export function moveTo(checkout: Checkout, status: CheckoutStatus, now: Date): Checkout {
  if (!MOVES[checkout.status].includes(status)) {
    throw new Error(`a checkout cannot go from ${checkout.status} to ${status}`)
  }
  return { ...checkout, status, modifiedAt: now, version: checkout.version + 1 }
}

/** An open checkout whose time has passed counts as expired, whether or not that was written down already. */
export function statusAt(checkout: Checkout, now: Date): CheckoutStatus {
  return checkout.status === 'open' && checkout.expiresAt <= now ? 'expired' : checkout.status
}

/** For the seller's routes: an expired checkout cannot be changed either. */
export function requireOpen(checkout: Checkout, now: Date): void {
  if (statusAt(checkout, now) !== 'open') throw new Refusal(NotOpenCheckout)
}

/** For the buyer's routes: what has expired is gone, with what a page needs to offer a fresh session. */
export function requireNotExpired(checkout: Checkout, now: Date): void {
  if (statusAt(checkout, now) !== 'expired') return
  const { productId, productPriceId, organizationId } = checkout
  throw new Refusal(ExpiredCheckout, {
    body: { product_id: productId, product_price_id: productPriceId, organization_id: organizationId },
  })
}
