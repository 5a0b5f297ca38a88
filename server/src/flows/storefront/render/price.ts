import { formatMoney } from '@till/money'
import { type Html, html } from '../../../kernel/html.ts'
import type { FullProduct, Price } from '../../../modules/products/index.ts'
import type { Visit } from '../visit.ts'

/** `$9.00 per month`, `Free`, `Pay what you want from $5.00`. */
export function priceLine(price: Price, defaultCurrency: string, { texts, locale }: Visit['language']): Html {
  const { amountType, priceAmount, recurringInterval } = price
  const money = (amount: number) => formatMoney(amount, price.priceCurrency ?? defaultCurrency, locale)
  if (amountType === 'free') return priceOf(texts.free, null)
  if (amountType === 'custom') {
    const least = price.minimumAmount ?? 0
    return priceOf(texts.own, least > 0 ? texts.from(money(least)) : null)
  }
  return priceOf(money(priceAmount ?? 0), recurringInterval && texts.per(recurringInterval))
}

const priceOf = (price: string, terms: string | null) =>
  html`<strong>${price}</strong>${terms === null ? null : html` <span>${terms}</span>`}`

/** What the button says. */
export function buttonText({ isRecurring, prices }: FullProduct, { texts }: Visit['language']): string {
  const isFree = prices[0]?.amountType === 'free'
  if (isFree) return isRecurring ? texts.freeRecurring : texts.freeOnce
  return isRecurring ? texts.subscribe : texts.buy
}
