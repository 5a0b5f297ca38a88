import { amountRefused } from './errors.ts'

/** Without a smaller unit in truth, and told to Stripe in hundredths that are always 00. */
const TOLD_IN_HUNDREDTHS = ['isk', 'ugx']
/** With hundredths by ISO 4217, and told to Stripe without. */
const TOLD_IN_WHOLES = ['mga']
/** With thousandths, of which Stripe takes tens only. */
const ONLY_TENS = ['bhd', 'jod', 'kwd', 'omr', 'tnd']

/** For most currencies Stripe counts as ISO 4217 does. Its page on currencies has the special cases. */
export function toStripe(amount: number, currency: string): number {
  if (TOLD_IN_HUNDREDTHS.includes(currency)) return amount * 100
  if (TOLD_IN_WHOLES.includes(currency)) return requireWhole(amount / 100)
  if (ONLY_TENS.includes(currency)) requireWhole(amount / 10)
  return amount
}

export function fromStripe(amount: number, currency: string): number {
  if (TOLD_IN_HUNDREDTHS.includes(currency)) return Math.round(amount / 100)
  return TOLD_IN_WHOLES.includes(currency) ? amount * 100 : amount
}

function requireWhole(amount: number): number {
  if (!Number.isInteger(amount)) throw amountRefused()
  return amount
}
