import { formatMoney } from '@till/money'
import type { Checkout, Discount, Interval, Price } from '../api/shapes.ts'
import type { Problem } from '../form/problem.ts'
import { isRecurring, lastsOf, renewalOf } from '../offer.ts'
import type { Language } from './index.ts'

/** `$99.00`, `Free`, `You decide`; what it costs once. */
export function priceText(price: Price, currency: string, { texts, locale }: Language): string {
  if (price.amount_type === 'free') return texts.summary.free
  if (price.amount_type === 'custom') return texts.summary.own
  return formatMoney(price.price_amount ?? 0, price.price_currency ?? currency, locale)
}

/** `$9.00 per month`. */
export function priceWithInterval(price: Price, currency: string, language: Language): string {
  const { recurring_interval: interval, amount_type } = price
  const text = priceText(price, currency, language)
  return interval && amount_type !== 'free' ? `${text} ${language.texts.summary.per(interval)}` : text
}

/** `20 % off`, `$5.00 off`, with how long it lasts where that matters. */
export function discountText(discount: Discount, interval: Interval | null, { texts, locale }: Language): string {
  const { type, amount = 0, currency = 'usd', basis_points = 0, duration_in_months = 1 } = discount
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const share = type === 'percentage' ? percent.format(basis_points / 10_000) : formatMoney(amount, currency, locale)
  const lasts = lastsOf(discount, interval)
  if (lasts === 'first') return texts.totals.offFirst(share)
  return lasts === 'months' ? texts.totals.offMonths(share, duration_in_months) : texts.totals.off(share)
}

export interface TotalsLine {
  readonly label: string
  readonly value: string
}

/** How the total comes about; empty when there is nothing to explain. */
export function partsOfTotal(checkout: Checkout, language: Language): readonly TotalsLine[] {
  const { amount, subtotal_amount, tax_amount, currency, discount } = checkout
  const { texts, locale } = language
  const money = (value: number) => formatMoney(value, currency, locale)
  const parts: TotalsLine[] = []
  if (discount) {
    const label = texts.totals.discount(discountText(discount, checkout.product_price.recurring_interval, language))
    parts.push({ label: texts.totals.price, value: money(amount) })
    parts.push({ label, value: `−${money(amount - subtotal_amount)}` })
  }
  if (tax_amount === null) parts.push({ label: texts.totals.tax, value: texts.totals.taxLater })
  else if (tax_amount > 0) parts.push({ label: texts.totals.tax, value: money(tax_amount) })
  return parts
}

export function renewalText(checkout: Checkout, { texts, locale }: Language): string | null {
  const renewal = renewalOf(checkout)
  const interval = checkout.product_price.recurring_interval
  if (renewal === null || interval === null) return null
  const money = (value: number) => formatMoney(value, checkout.currency, locale)
  const { amount, tax, before } = renewal
  if (before === null) return texts.totals.renews(money(amount), interval, tax)
  return texts.totals.renewsLater(money(before.amount), before.months, money(amount), interval, tax)
}

/** What the total is called before it is paid. */
export function totalLabel(checkout: Checkout, { texts }: Language): string {
  return isRecurring(checkout) ? texts.totals.dueToday : texts.totals.total
}

/** The total as it is said. What is free for everybody has no currency. */
export function totalText({ product_price, total_amount, currency }: Checkout, { texts, locale }: Language): string {
  return product_price.amount_type === 'free' ? texts.summary.free : formatMoney(total_amount, currency, locale)
}

/** What the button says. */
export function payText(checkout: Checkout, { texts: { form }, locale }: Language): string {
  if (!checkout.is_payment_form_required) return isRecurring(checkout) ? form.freeRecurring : form.freeOnce
  const total = formatMoney(checkout.total_amount, checkout.currency, locale)
  return isRecurring(checkout) ? form.subscribe(total) : form.pay(total)
}

export function problemText(problem: Problem, { texts, locale }: Language): string {
  const { problems, declines, discounts } = texts
  const number = new Intl.NumberFormat(locale)
  switch (problem.kind) {
    case 'said':
      return problem.text
    case 'declined':
      return known(declines, problem.code)
    case 'discount':
      return known(discounts, problem.reason)
    case 'discount_to_leave':
      return `${known(discounts, problem.reason)} ${problems.discount_to_leave}`
    case 'discount_to_mend':
      return `${known(discounts, problem.reason)} ${problems.discount_to_mend(problem.contact)}`
    case 'amount_low':
    case 'amount_high':
      return problems[problem.kind](formatMoney(problem.amount, problem.currency, locale))
    case 'number_low':
    case 'number_high':
    case 'too_short':
    case 'too_long':
      return problems[problem.kind](number.format(problem.limit))
    case 'day_early':
    case 'day_late':
      return problems[problem.kind](dayText(problem.day, locale))
    default:
      return problems[problem.kind]
  }
}

function known(sentences: Readonly<Record<string, string>> & { readonly other: string }, code: string): string {
  return (Object.hasOwn(sentences, code) ? sentences[code] : undefined) ?? sentences.other
}

/** `Save 16%`. */
export function savingText(percent: number, { texts, locale }: Language): string {
  return texts.summary.save(new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100))
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** `1.4 MB`, in steps of a thousand, as devices show it. */
export function sizeText(bytes: number, locale: string): string {
  // With one digit behind the point, from 999.95 on it would say 1,000.
  const steps = UNITS.findIndex((_, index) => bytes < 999.95 * 1000 ** index)
  const power = steps === -1 ? UNITS.length - 1 : steps
  const unitDisplay = power === 0 ? 'long' : 'short'
  const options = { style: 'unit', unit: UNITS[power], unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power)
}

/** A moment on the buyer's own clock. */
export function momentText(moment: string, locale: string, timeZone?: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', ...(timeZone && { timeZone }) } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(moment))
}

/** Days are the same everywhere: nobody's clock moves them. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
