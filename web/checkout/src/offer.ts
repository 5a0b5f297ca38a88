import { formatMoney } from './money.ts'
import type { Checkout, Discount, Price } from './shapes.ts'

/** `$99.00 per year`, `Free`, `Pay what you want`. */
export function priceText(price: Price, currency: string): string {
  const per = price.recurring_interval === null ? '' : ` per ${price.recurring_interval}`
  if (price.amount_type === 'free') return price.recurring_interval === null ? 'Free' : `Free${per}`
  if (price.amount_type === 'custom') return 'Pay what you want'
  return formatMoney(price.price_amount ?? 0, price.price_currency ?? currency) + per
}

/** `20% off`, `$5.00 off`, with how long it lasts where that matters. */
export function discountText(discount: Discount, isRecurring: boolean): string {
  const { type, amount = 0, currency = 'usd', basis_points = 0, duration, duration_in_months = 1 } = discount
  const off = type === 'percentage' ? `${basis_points / 100}% off` : `${formatMoney(amount, currency)} off`
  if (!isRecurring) return off
  if (duration === 'once') return `${off} the first payment`
  if (duration !== 'repeating') return off
  return `${off} for ${duration_in_months} ${duration_in_months === 1 ? 'month' : 'months'}`
}

export interface TotalsLine {
  readonly label: string
  readonly value: string
}

export interface Totals {
  /** How the total comes about; empty when there is nothing to explain. */
  readonly parts: readonly TotalsLine[]
  readonly total: TotalsLine
}

export function totalsOf(checkout: Checkout): Totals {
  const { amount, subtotal_amount, tax_amount, total_amount, currency, discount } = checkout
  const parts: TotalsLine[] = []
  if (discount) {
    const label = `Discount (${discountText(discount, isRecurring(checkout))})`
    parts.push({ label: 'Price', value: formatMoney(amount, currency) })
    parts.push({ label, value: `−${formatMoney(amount - subtotal_amount, currency)}` })
  }
  if (tax_amount !== null && tax_amount > 0) parts.push({ label: 'Tax', value: formatMoney(tax_amount, currency) })
  const label = isRecurring(checkout) ? 'Due today' : 'Total'
  return { parts, total: { label, value: formatMoney(total_amount, currency) } }
}

/** What comes after today; null where nothing does. */
export function renewalText(checkout: Checkout): string | null {
  const { product_price: price, amount, subtotal_amount, currency, discount } = checkout
  if (!isRecurring(checkout) || price.amount_type === 'free') return null
  const per = `per ${price.recurring_interval}, until you cancel.`
  if (!discount) return `Renews at ${formatMoney(amount, currency)} ${per}`
  if (discount.duration === 'forever') return `Renews at ${formatMoney(subtotal_amount, currency)} ${per}`
  if (discount.duration === 'once') return `Then ${formatMoney(amount, currency)} ${per}`
  return `When the discount ends, ${formatMoney(amount, currency)} ${per}`
}

export function payText(checkout: Checkout): string {
  if (!checkout.is_payment_form_required) return isRecurring(checkout) ? 'Subscribe for free' : 'Get it for free'
  const total = formatMoney(checkout.total_amount, checkout.currency)
  return isRecurring(checkout) ? `Subscribe · ${total} today` : `Pay ${total}`
}

/** For a buyer who has pressed the button when it said something else. */
export function newTotalText(checkout: Checkout, isByCode = false): string {
  const total = `total is now ${formatMoney(checkout.total_amount, checkout.currency)}`
  const paid = isRecurring(checkout) ? 'Subscribe' : 'Pay'
  const name = checkout.is_payment_form_required ? paid : `“${payText(checkout)}”`
  return `${isByCode ? 'Code applied: the' : 'The'} ${total}. Press ${name} to go on.`
}

export function isRecurring(checkout: Checkout): boolean {
  return checkout.product_price.type === 'recurring'
}

/** Where the seller wants the buyer to go afterwards; null when that is this page itself. */
export function sellersAddress(checkout: Checkout): string | null {
  const { success_url, url } = checkout
  return /^https?:\/\//i.test(success_url) && !success_url.startsWith(`${url}/confirmation`) ? success_url : null
}
