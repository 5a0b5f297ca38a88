import type { Benefit, Checkout } from './api/shapes.ts'
import type { Paid } from './machine/screen.ts'

export const isRecurring = ({ product_price }: Checkout): boolean => product_price.type === 'recurring'

/** What the buyer pays now, and whether that begins a subscription: what the button says. */
export function dueOf(checkout: Checkout): string {
  const { total_amount, currency, is_payment_form_required, product_price } = checkout
  return [total_amount, currency, is_payment_form_required, product_price.recurring_interval].join(' ')
}

/** What comes after today; null where nothing does. */
export function renewalOf(checkout: Checkout): { readonly amount: number; readonly when: 'always' | 'later' } | null {
  const { product_price: price, amount, subtotal_amount, discount } = checkout
  if (!isRecurring(checkout) || price.amount_type === 'free') return null
  if (!discount) return { amount, when: 'always' }
  return discount.duration === 'forever' ? { amount: subtotal_amount, when: 'always' } : { amount, when: 'later' }
}

/** Where the seller wants the buyer to go afterwards; null when that is this page itself. */
export function sellersAddress({ success_url, url }: Checkout): string | null {
  return /^https?:\/\//i.test(success_url) && !success_url.startsWith(`${url}/confirmation`) ? success_url : null
}

/** What is bought, but for what is named above its key or its files. */
export function benefitsBesideGoods({ keys, downloads, checkout }: Paid): readonly Benefit[] {
  return checkout.product.benefits.filter(
    (benefit) => !isNamedIn(keys, benefit, 'license_keys') && !isNamedIn(downloads, benefit, 'downloadables'),
  )
}

function isNamedIn(goods: Paid['keys'] | Paid['downloads'], { id, type }: Benefit, kind: string): boolean {
  if (goods.kind === 'shown') return goods.items.some((item) => item.benefit_id === id)
  return goods.kind === 'loading' && type === kind
}

/** A picture that lies on this server, by whatever name the page was reached; null for others, which are not loaded. */
export function pictureOf(address: string | null | undefined, { url }: Pick<Checkout, 'url'>): string | null {
  if (!address || !URL.canParse(address) || !URL.canParse(url)) return null
  const { origin, pathname, search } = new URL(address)
  return origin === new URL(url).origin ? pathname + search : null
}
