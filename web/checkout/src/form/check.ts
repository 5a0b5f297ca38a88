import { parseMoney } from '@till/money'
import type { Checkout } from '../api/shapes.ts'
import { isOver, onlyDigits, parseExpiry } from './card.ts'
import { brandOf } from './card-brand.ts'
import { customFieldProblems } from './custom-fields.ts'
import type { Draft } from './draft.ts'
import type { Field } from './field-names.ts'
import type { Problem, Problems } from './problem.ts'
import { addressParts, asksForCountry, isCustomPrice, isForCompany, isShown } from './shown.ts'

type FieldProblems = Partial<Record<Field, Problem>>

/** Only what cannot be right in any case: everything else is for the server to judge. */
export function checkForm(draft: Draft, checkout: Checkout, now: Date): Problems {
  const fields: FieldProblems = {
    ...(isCustomPrice(checkout) && amountProblems(draft.amount, checkout)),
    ...(!/^\S+@\S+\.\S+$/.test(draft.email.trim()) && { email: { kind: 'email' } }),
    ...(isForCompany(checkout, draft) && draft.name.trim() === '' && { name: { kind: 'missing' } }),
    ...(asksForCountry(checkout, draft) && addressProblems(draft, checkout)),
    ...customFieldProblems(draft.custom, checkout),
    ...(isShown('number', checkout, draft) && cardProblems(draft, now)),
  }
  return { fields, general: null }
}

function amountProblems(typed: string, checkout: Checkout): FieldProblems {
  const amount = amountProblem(typed, checkout)
  return amount === null ? {} : { amount }
}

export function amountProblem(typed: string, { product_price: price, currency }: Checkout): Problem | null {
  const amount = parseMoney(typed, currency)
  if (amount === null) return { kind: 'amount' }
  const { minimum_amount: least, maximum_amount: most } = price
  if (least !== null && amount < least) return { kind: 'amount_low', amount: least, currency }
  if (most !== null && amount > most) return { kind: 'amount_high', amount: most, currency }
  return null
}

/** A person says as much as the tax depends on; a company that wants an invoice has to say all of it. */
function addressProblems(draft: Draft, checkout: Checkout): FieldProblems {
  if (draft.country === '') return { country: { kind: 'country' } }
  const missing = addressParts(checkout, draft).filter(
    ({ part, isRequired }) => isRequired && draft[part].trim() === '',
  )
  return Object.fromEntries(missing.map(({ part }) => [part, { kind: 'missing' }]))
}

function cardProblems({ number, expiry, cvc }: Draft, now: Date): FieldProblems {
  const fields: FieldProblems = {}
  const date = parseExpiry(expiry)
  if (number.trim() === '') fields.number = { kind: 'card_missing' }
  else if (onlyDigits(number).length < 12) fields.number = { kind: 'card_short' }
  if (date === null) fields.expiry = { kind: 'expiry' }
  else if (isOver(date, now)) fields.expiry = { kind: 'card_over' }
  const code = codeProblem(cvc.trim(), number)
  if (code !== null) fields.cvc = code
  return fields
}

/** Whose card it is says how long its code is. */
function codeProblem(code: string, number: string): Problem | null {
  const length = brandOf(number)?.codeLength
  if (/^\d{3,4}$/.test(code) && (length === undefined || code.length === length)) return null
  if (length === undefined) return { kind: 'cvc' }
  return { kind: length === 4 ? 'cvc_front' : 'cvc_back' }
}
