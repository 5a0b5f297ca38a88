import { isCustomPrice, isShown } from './fields.ts'
import type { FormValues } from './form.ts'
import { parseMoney } from './money.ts'
import { payText } from './offer.ts'
import { generalProblem, type Problems } from './problems.ts'
import type { Checkout } from './shapes.ts'

const KEPT = 'The seller has set this discount, so it cannot be removed here.'
const PASSED_OVER = 'This code cannot be used here.'

/** A code that stands in its field and is not applied yet; null when there is none. */
export function openCode(typed: string, checkout: Checkout): string | null {
  return isShown('code', checkout) ? typed.trim() || null : null
}

/** The discount code that a change brings; null when it takes the discount off, undefined when it is about others. */
function codeIn(patch: object): unknown {
  return 'discount_code' in patch ? patch.discount_code : undefined
}

export function bringsCode(patch: object): boolean {
  return typeof codeIn(patch) === 'string'
}

/** The API passes over some wishes without a word, such as taking off a discount that the seller has fixed. */
export function problemsAfterChange(patch: object, { discount }: Checkout): Problems | null {
  if (codeIn(patch) === null && discount !== null) return generalProblem(KEPT)
  if (bringsCode(patch) && discount === null) return { fields: { code: PASSED_OVER }, general: null }
  return null
}

/** Whether a buyer who pressed the button before a change knows what is due after it: read there, or typed. */
export function isDueKnown(before: Checkout, now: Checkout, { amount }: FormValues): boolean {
  if (payText(before) === payText(now)) return true
  return isCustomPrice(now) && parseMoney(amount, now.currency) === now.total_amount
}
