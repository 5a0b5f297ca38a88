import { Refusal } from '../../../kernel/refusal.ts'
import { ExpiredCheckout, NotOpenCheckout } from '../errors.ts'
import type { Checkout, CheckoutStatus, FullCheckout } from '../model.ts'

/** Where a checkout can go from each status. */
export const MOVES: Readonly<Record<CheckoutStatus, readonly CheckoutStatus[]>> = {
  open: ['confirmed', 'succeeded', 'expired'],
  confirmed: ['succeeded', 'open', 'failed', 'expired'],
  succeeded: [],
  failed: [],
  expired: [],
}

/** Nothing follows any more. */
export function isFinal(status: CheckoutStatus): boolean {
  return MOVES[status].length === 0
}

/** What pages are told from the start, without what the buyer has to do for one attempt to pay. */
export function pageKeysOf({ paymentProcessorMetadata }: Checkout): Readonly<Record<string, string>> {
  const { publishable_key } = paymentProcessorMetadata
  return publishable_key === undefined ? {} : { publishable_key }
}

/** The next version of a checkout, in another status. A move that the table does not know is a bug. */
export function moveTo(checkout: Checkout, status: CheckoutStatus, now: Date): Checkout {
  if (!MOVES[checkout.status].includes(status)) {
    throw new Error(`a checkout cannot go from ${checkout.status} to ${status}`)
  }
  const paymentProcessorMetadata = pageKeysOf(checkout)
  return { ...checkout, status, paymentProcessorMetadata, modifiedAt: now, version: checkout.version + 1 }
}

/** An open checkout whose time has passed counts as expired, whether or not that was written down already. */
export function statusAt(checkout: Pick<Checkout, 'status' | 'expiresAt'>, now: Date): CheckoutStatus {
  return checkout.status === 'open' && checkout.expiresAt <= now ? 'expired' : checkout.status
}

/** For the seller's routes: an expired checkout cannot be changed either. */
export function requireOpen(checkout: Checkout, now: Date): void {
  if (statusAt(checkout, now) !== 'open') throw new Refusal(NotOpenCheckout)
}

/**
 * Its organization takes real money by now, and a test card must not buy what others pay for. All that were open have
 * expired with the change; this is one that was made at the same moment.
 */
function isOfEarlierMode({ checkout, organization }: FullCheckout): boolean {
  return checkout.status === 'open' && checkout.paymentsMode !== organization.paymentsMode
}

/** For buyers there is nothing more to do in it. */
export function hasExpired(full: FullCheckout, now: Date): boolean {
  return statusAt(full.checkout, now) === 'expired' || isOfEarlierMode(full)
}

/** For the buyer's routes: what has expired is gone, with what a page needs to offer a fresh session. */
export function requireNotExpired(full: FullCheckout, now: Date): void {
  const { checkout, product, organization } = full
  if (!hasExpired(full, now)) return
  throw new Refusal(ExpiredCheckout, {
    body: {
      checkout_id: checkout.id,
      expires_at: checkout.expiresAt.toISOString(),
      organization_id: organization.id,
      organization_name: organization.name,
      organization_avatar_url: organization.avatarUrl,
      accent_color: organization.profileSettings.accent_color,
      product_id: product.id,
      product_name: product.name,
      product_price_id: checkout.productPriceId,
      products: checkout.productIds,
      embed_origin: checkout.embedOrigin,
    },
  })
}
