import { fieldIssue, type InputIssue, InvalidInput, invalidField } from '../../../kernel/invalid-input.ts'
import type { Interval } from '../../../kernel/time.ts'
import type { FullProduct, Price } from '../model.ts'
import type { PriceEntry, ProductCreate } from '../schema.ts'
import { changedTerms, type PriceFrame, type PriceTerms, readTerms } from './price-terms.ts'

type PricedInput = Pick<ProductCreate, 'recurring_interval' | 'prices'>

/** Recurring is said by the product, or by its first price: with a type, or with an interval. */
export function frameOf(input: PricedInput, currency: string): PriceFrame {
  const first = input.prices[0]
  const interval = input.recurring_interval ?? null
  const firstIsRecurring = first?.type ? first.type === 'recurring' : (first?.recurring_interval ?? null) !== null
  return { isRecurring: interval !== null || firstIsRecurring, interval, currency }
}

/** The prices of a new product, or every reason against them. */
export function pricesOf(input: PricedInput, frame: PriceFrame): PriceTerms[] {
  const prices = accepted(
    input.prices.map((price, index) => contradiction(price, index, frame) ?? readTerms(price, index, frame)),
  )
  refuse(setIssues(prices, frame.isRecurring))
  return prices
}

export interface SortedPrices {
  readonly kept: readonly Price[]
  readonly added: readonly PriceTerms[]
}

/**
 * What a list of prices sent with an update means: entries with an id keep that price, or take it back from the archive,
 * and the others are new. A kept price is never changed, because somebody may have bought at it.
 */
export function sortOutPrices(
  product: FullProduct,
  entries: readonly PriceEntry[],
  archived: readonly Price[],
  given: Pick<PriceFrame, 'interval' | 'currency'>,
): SortedPrices {
  const frame = { isRecurring: product.isRecurring, ...given }
  const known = [...product.prices, ...archived].sort(byAge)
  const prices = accepted<Price | PriceTerms>(
    entries.map((entry, index) =>
      entry.id ? keptPrice(known, entries, index, entry) : readTerms(entry, index, frame),
    ),
  )
  refuse(setIssues(prices, product.isRecurring))
  return {
    kept: known.filter((price) => prices.includes(price)),
    added: prices.filter((price) => !('id' in price)),
  }
}

/** The order in which prices are shown. */
function byAge(a: Price, b: Price): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}

/** The interval that an update asks for. A one-time product stays one, and so does a recurring one. */
export function intervalWanted(product: FullProduct, given: Interval | null | undefined): Interval | null {
  if (given === undefined) return product.recurringInterval
  if ((given !== null) === product.isRecurring) return given
  const msg = product.isRecurring ? 'A recurring product has an interval' : 'A one-time product has no interval'
  throw invalidField('recurring_interval', msg, given)
}

/** The product's interval after an update; one that was asked for has to be sold. */
export function intervalAfter(
  wanted: Interval | null,
  prices: readonly PriceTerms[],
  given: Interval | null | undefined,
): Interval | null {
  const interval = intervalOf(wanted, prices)
  if (given === undefined || interval === given) return interval
  throw invalidField('recurring_interval', 'No price of the product has this interval', given)
}

/** The product's own interval as long as it is sold; otherwise that of its first price. */
export function intervalOf(current: Interval | null, prices: readonly PriceTerms[]): Interval | null {
  if (prices.some((price) => price.recurringInterval === current)) return current
  return prices[0]?.recurringInterval ?? null
}

function keptPrice(
  known: readonly Price[],
  entries: readonly PriceEntry[],
  index: number,
  given: PriceEntry,
): Price | InputIssue[] {
  const at = ['prices', index, 'id']
  const price = known.find((candidate) => candidate.id === given.id?.toLowerCase())
  if (!price) return [fieldIssue(at, 'The product has no such price', given.id)]
  const first = entries.findIndex((entry) => entry.id?.toLowerCase() === price.id)
  if (first < index) return [fieldIssue(at, 'This price is in the list twice', given.id)]
  const issues = changedTerms(given, price, index)
  return issues.length > 0 ? issues : price
}

/** When a new product names its interval, no price can have another one. */
function contradiction(given: PriceEntry, index: number, frame: PriceFrame): InputIssue[] | undefined {
  const interval = given.recurring_interval ?? frame.interval
  if (frame.interval === null || interval === frame.interval) return undefined
  return [fieldIssue(['prices', index, 'recurring_interval'], `The product’s interval is ${frame.interval}`, interval)]
}

/** One-time: one price. Recurring: one free price, or fixed ones that differ in interval or currency. */
function setIssues(prices: readonly PriceTerms[], isRecurring: boolean): InputIssue[] {
  return prices.slice(1).flatMap((price, before) => {
    const earlier = prices.slice(0, before + 1)
    const msg = isRecurring ? conflict(price, earlier) : 'A one-time product has exactly one price'
    return msg === null ? [] : [fieldIssue(['prices', before + 1], msg, null)]
  })
}

function conflict(price: PriceTerms, earlier: readonly PriceTerms[]): string | null {
  if ([price, ...earlier].some((each) => each.amountType === 'free')) return 'A free price stands alone'
  const hasTwin = earlier.some(
    (each) => each.recurringInterval === price.recurringInterval && each.priceCurrency === price.priceCurrency,
  )
  return hasTwin ? 'There can be one fixed price per interval and currency' : null
}

function accepted<Value extends object>(readings: readonly (Value | InputIssue[])[]): Value[] {
  refuse(readings.flatMap((reading) => (Array.isArray(reading) ? reading : [])))
  return readings.filter((reading): reading is Value => !Array.isArray(reading))
}

function refuse(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}
