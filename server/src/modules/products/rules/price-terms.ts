import { fieldIssue, type InputIssue, missingField } from '../../../kernel/invalid-input.ts'
import type { Interval } from '../../../kernel/time.ts'
import type { Price } from '../model.ts'
import type { PriceEntry } from '../schema.ts'

/** What a price asks for, before it is anybody's price. */
export type PriceTerms = Pick<
  Price,
  | 'type'
  | 'amountType'
  | 'recurringInterval'
  | 'priceAmount'
  | 'priceCurrency'
  | 'minimumAmount'
  | 'maximumAmount'
  | 'presetAmount'
>

/** What the product says for prices that do not say it themselves. */
export interface PriceFrame {
  readonly isRecurring: boolean
  readonly interval: Interval | null
  readonly currency: string
}

/** One new price, or everything that is wrong with it in itself. */
export function readTerms(given: PriceEntry, index: number, frame: PriceFrame): PriceTerms | InputIssue[] {
  if (!given.amount_type) return [missingField('prices', index, 'amount_type')]
  const issues = [
    ...typeIssues(given, index, frame),
    ...intervalIssues(given, index, frame),
    ...amountIssues(given, index),
  ]
  return issues.length > 0 ? issues : termsOf(given, given.amount_type, frame)
}

/** Fields that mean nothing for the price's kind are dropped, so that a price can be sent back as it was shown. */
function termsOf(given: PriceEntry, amountType: Price['amountType'], frame: PriceFrame): PriceTerms {
  const isCustom = amountType === 'custom'
  return {
    type: frame.isRecurring ? 'recurring' : 'one_time',
    amountType,
    recurringInterval: frame.isRecurring ? (given.recurring_interval ?? frame.interval) : null,
    priceAmount: amountType === 'fixed' ? (given.price_amount ?? null) : null,
    priceCurrency: amountType === 'free' ? null : (given.price_currency ?? frame.currency),
    minimumAmount: isCustom ? (given.minimum_amount ?? null) : null,
    maximumAmount: isCustom ? (given.maximum_amount ?? null) : null,
    presetAmount: isCustom ? (given.preset_amount ?? null) : null,
  }
}

const TERMS = [
  ['type', 'type'],
  ['amount_type', 'amountType'],
  ['recurring_interval', 'recurringInterval'],
  ['price_amount', 'priceAmount'],
  ['price_currency', 'priceCurrency'],
  ['minimum_amount', 'minimumAmount'],
  ['maximum_amount', 'maximumAmount'],
  ['preset_amount', 'presetAmount'],
] as const satisfies readonly (readonly [keyof PriceEntry, keyof PriceTerms])[]

/** What an entry says about a price that is there has to be so already: somebody may have bought at it. */
export function changedTerms(given: PriceEntry, price: Price, index: number): InputIssue[] {
  const msg = 'The terms of a price never change. Leave this price out, and give a new one without an id'
  return TERMS.filter(([field, term]) => given[field] !== undefined && given[field] !== price[term]).map(([field]) =>
    fieldIssue(['prices', index, field], msg, given[field]),
  )
}

function typeIssues(given: PriceEntry, index: number, { isRecurring }: PriceFrame): InputIssue[] {
  if (given.type && (given.type === 'recurring') !== isRecurring) {
    const msg = isRecurring ? 'A recurring product has recurring prices only' : 'A one-time product has no such price'
    return [fieldIssue(['prices', index, 'type'], msg, given.type)]
  }
  if (isRecurring && given.amount_type === 'custom') {
    return [fieldIssue(['prices', index, 'amount_type'], 'A recurring price is fixed or free', given.amount_type)]
  }
  return []
}

function intervalIssues(given: PriceEntry, index: number, frame: PriceFrame): InputIssue[] {
  const interval = given.recurring_interval ?? null
  // A price that calls itself recurring is refused for that already.
  if (interval !== null && !frame.isRecurring && given.type !== 'recurring') {
    return [fieldIssue(['prices', index, 'recurring_interval'], 'A one-time price has no interval', interval)]
  }
  const isMissing = frame.isRecurring && interval === null && frame.interval === null
  return isMissing ? [missingField('prices', index, 'recurring_interval')] : []
}

function amountIssues(given: PriceEntry, index: number): InputIssue[] {
  if (given.amount_type === 'fixed') {
    return typeof given.price_amount === 'number' ? [] : [missingField('prices', index, 'price_amount')]
  }
  if (given.amount_type !== 'custom') return []
  const { minimum_amount: least, maximum_amount: most, preset_amount: preset } = given
  if (isBelow(most, least)) {
    return [fieldIssue(['prices', index, 'maximum_amount'], 'Input should not be below the minimum', most)]
  }
  if (isBelow(preset, least) || isBelow(most, preset)) {
    return [fieldIssue(['prices', index, 'preset_amount'], 'Input should be between minimum and maximum', preset)]
  }
  return []
}

const isBelow = (amount: number | null | undefined, bound: number | null | undefined) =>
  typeof amount === 'number' && typeof bound === 'number' && amount < bound
