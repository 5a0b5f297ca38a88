import type { LaterTax } from '@till/words'
import type { Benefit, Checkout, Discount, Interval, Order, Price } from './api/shapes.ts'
import type { Paid } from './machine/screen.ts'

export const isRecurring = ({ product_price }: Checkout): boolean => product_price.type === 'recurring'

const MONTHS: Readonly<Record<Interval, number>> = { day: 0, week: 0, month: 1, year: 12 }

/** How much of what is paid a discount is for. One for some months is over before the second year is paid. */
export function lastsOf(discount: Discount, interval: Interval | null): 'first' | 'months' | 'always' {
  const { duration, duration_in_months: months = 1 } = discount
  if (interval === null) return 'always'
  if (duration === 'repeating') return months > MONTHS[interval] ? 'months' : 'first'
  return duration === 'once' ? 'first' : 'always'
}

export interface Renewal {
  readonly amount: number
  /** Whether tax is in the amount, or comes on top. */
  readonly tax: LaterTax
  /** What is paid until then, while a discount lasts for some months. */
  readonly before: { readonly amount: number; readonly months: number } | null
}

/** What comes after today; null where nothing does. */
export function renewalOf(checkout: Checkout): Renewal | null {
  const { product_price: price, amount, subtotal_amount, tax_amount, total_amount, discount } = checkout
  if (!isRecurring(checkout) || price.amount_type === 'free') return null
  const isSameAgain = discount === null || discount.duration === 'forever'
  if (isSameAgain && tax_amount !== null) {
    return { amount: total_amount, tax: tax_amount > 0 ? 'included' : 'none', before: null }
  }
  // What tax the other amount has, only the server knows.
  const isMonths = discount !== null && lastsOf(discount, price.recurring_interval) === 'months'
  return {
    amount: isSameAgain ? subtotal_amount : amount,
    tax: laterTaxOf(checkout),
    before: isMonths ? { amount: subtotal_amount, months: discount.duration_in_months ?? 1 } : null,
  }
}

function laterTaxOf({ tax_amount, subtotal_amount, total_amount }: Checkout): LaterTax {
  if (tax_amount === null || total_amount > subtotal_amount) return 'added'
  return tax_amount > 0 ? 'included' : 'none'
}

/** What paying by the year saves, in whole percent; null where there is nothing to compare, or nothing saved. */
export function savingOf(price: Price, prices: readonly Price[]): number | null {
  if (price.recurring_interval !== 'year' || price.amount_type !== 'fixed') return null
  const monthly = prices.find(
    ({ recurring_interval, amount_type, price_currency }) =>
      recurring_interval === 'month' && amount_type === 'fixed' && price_currency === price.price_currency,
  )
  const year = 12 * (monthly?.price_amount ?? 0)
  const percent = year > 0 ? Math.floor(((year - (price.price_amount ?? 0)) * 100) / year) : 0
  return percent >= 1 ? percent : null
}

/** The order that the checkout became, where this browser may see it. */
export function orderOf({ order, checkout }: Pick<Paid, 'order' | 'checkout'>): Order | null {
  return (order.kind === 'shown' && order.items.find(({ checkout_id }) => checkout_id === checkout.id)) || null
}

/** Where the seller wants the buyer to go afterwards; null when that is this page itself. */
export function sellersAddress({ success_url, url }: Checkout): string | null {
  return /^https?:\/\//i.test(success_url) && !success_url.startsWith(`${url}/confirmation`) ? success_url : null
}

/** What is bought, but for what is named above its key, its files or its note. */
export function benefitsBesideGoods({ keys, downloads, notes, checkout }: Paid): readonly Benefit[] {
  const noted = new Set(notes.kind === 'shown' ? notes.items.map(({ benefit_id }) => benefit_id) : [])
  return checkout.product.benefits.filter(
    (benefit) =>
      !isNamedIn(keys, benefit, 'license_keys') &&
      !isNamedIn(downloads, benefit, 'downloadables') &&
      !noted.has(benefit.id),
  )
}

/** Keys and files in the order in which the product lists its benefits; what it lists no longer comes last. */
export function asOffered<Item extends { readonly benefit_id: string }>(
  items: readonly Item[],
  { product }: Checkout,
): readonly Item[] {
  const order = new Map(product.benefits.map(({ id }, index) => [id, index]))
  const placeOf = ({ benefit_id }: Item) => order.get(benefit_id) ?? order.size
  return [...items].sort((one, other) => placeOf(one) - placeOf(other))
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
