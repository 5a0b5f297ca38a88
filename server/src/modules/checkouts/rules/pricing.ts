import { invalidField } from '../../../kernel/invalid-input.ts'
import { type Minor, minor, sum, takeOff, ZERO } from '../../../kernel/money.ts'
import { type Discount, discountAmount } from '../../discounts/index.ts'
import type { Price } from '../../products/index.ts'

export interface Amounts {
  readonly amount: Minor
  readonly subtotalAmount: Minor
  readonly taxAmount: Minor
  readonly totalAmount: Minor
  readonly currency: string
}

/** What the buyer pays, and how it adds up: amount − discount = subtotal, subtotal + tax = total. */
export function priceUp(
  price: Price,
  chosenAmount: number | null,
  discount: Discount | null,
  defaultCurrency: string,
): Amounts {
  const currency = price.priceCurrency ?? defaultCurrency
  const amount = baseAmount(price, chosenAmount)
  const off = discount ? discountAmount(discount, amount, currency) : ZERO
  const subtotalAmount = takeOff(amount, off)
  // Tax is off until an organization can switch it on.
  const taxAmount = ZERO
  return { amount, subtotalAmount, taxAmount, totalAmount: sum(subtotalAmount, taxAmount), currency }
}

function baseAmount(price: Price, chosen: number | null): Minor {
  if (price.amountType === 'free') return ZERO
  if (price.amountType === 'fixed') return minor(price.priceAmount ?? 0)
  return minor(chosen ?? price.presetAmount ?? price.minimumAmount ?? 0)
}

/** A buyer can choose the amount of a pay-what-you-want price only, within its bounds. */
export function requireAmountFits(price: Price, amount: number): void {
  const why = whyAmountUnfit(price, amount)
  if (why !== null) throw invalidField('amount', why, amount)
}

export function whyAmountUnfit(price: Price, amount: number): string | null {
  const { amountType, minimumAmount, maximumAmount } = price
  if (amountType !== 'custom') return null
  if (minimumAmount !== null && amount < minimumAmount) return `Input should be at least ${minimumAmount}`
  return maximumAmount !== null && amount > maximumAmount ? `Input should be at most ${maximumAmount}` : null
}

/** Nobody has said what the buyer pays, and the price has nothing to start with. */
export function isAmountMissing(price: Price, { amount, amountIsChosen }: { amount: number; amountIsChosen: boolean }) {
  const hasStart = price.presetAmount !== null || price.minimumAmount !== null
  return price.amountType === 'custom' && !amountIsChosen && !hasStart && amount === 0
}

export const isFree = (price: Price): boolean => price.amountType === 'free'

/** A recurring price that costs something needs a way to charge it again. */
export const needsPaymentSetup = (price: Price): boolean => price.type === 'recurring' && !isFree(price)
