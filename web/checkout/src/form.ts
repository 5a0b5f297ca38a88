import { type Card, isOver, parseExpiry } from './card.ts'
import { type CustomValues, customFieldData, customFieldProblems } from './custom-fields.ts'
import { type Field, isCustomPrice } from './fields.ts'
import { formatMoney, parseMoney } from './money.ts'
import type { Problems } from './problems.ts'
import type { Checkout } from './shapes.ts'

/** What stands in the fields, as it was typed. */
export interface FormValues {
  readonly amount: string
  readonly email: string
  readonly name: string
  readonly country: string
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  readonly custom: CustomValues
}

/** Only what cannot be right in any case: everything else is for the server to judge. Null when nothing is wrong. */
export function checkForm(values: FormValues, checkout: Checkout, now: Date): Problems | null {
  const fields: Partial<Record<Field, string>> = {}
  if (!/^\S+@\S+\.\S+$/.test(values.email.trim())) fields.email = 'Enter an e-mail address, such as name@example.com.'
  const amount = isCustomPrice(checkout) ? amountProblem(values.amount, checkout) : null
  if (amount) fields.amount = amount
  Object.assign(fields, customFieldProblems(values.custom, checkout))
  if (checkout.is_payment_form_required) Object.assign(fields, cardProblems(values, now))
  return Object.keys(fields).length > 0 ? { fields, general: null } : null
}

function cardProblems({ number, expiry, cvc }: FormValues, now: Date): Partial<Record<Field, string>> {
  const fields: Partial<Record<Field, string>> = {}
  const date = parseExpiry(expiry)
  if (number.trim() === '') fields.number = 'Enter the number of the card.'
  else if (number.replace(/\D/g, '').length < 12) fields.number = 'This is not a whole card number.'
  if (date === null) fields.expiry = 'Enter month and year, such as 12 / 34.'
  else if (isOver(date, now)) fields.expiry = 'The card has expired.'
  if (!/^\d{3,4}$/.test(cvc.trim())) fields.cvc = 'Enter the 3 or 4 digits of the security code.'
  return fields
}

/** A sentence when the amount cannot be taken; null when it can. */
export function amountProblem(text: string, { product_price: price, currency }: Checkout): string | null {
  const amount = parseMoney(text, currency)
  if (amount === null) return 'Enter an amount.'
  const { minimum_amount: least, maximum_amount: most } = price
  if (least !== null && amount < least) return `Enter ${formatMoney(least, currency)} or more.`
  if (most !== null && amount > most) return `Enter ${formatMoney(most, currency)} or less.`
  return null
}

export function cardOf(values: FormValues): Card {
  const { month, year } = parseExpiry(values.expiry) ?? { month: 0, year: 0 }
  return { number: values.number, exp_month: month, exp_year: year, cvc: values.cvc.trim() }
}

/** What confirm is sent, but for the card's token. An address that is known already is left as it is. */
export function confirmBody(values: FormValues, checkout: Checkout): Record<string, unknown> {
  const name = values.name.trim()
  const known = checkout.customer_billing_address?.country
  const custom_field_data = customFieldData(values.custom, checkout)
  return {
    ...(checkout.customer_id === null && { customer_email: values.email.trim() }),
    ...(name !== '' && { customer_name: name }),
    ...(values.country !== '' && values.country !== known && { customer_billing_address: { country: values.country } }),
    ...(isCustomPrice(checkout) && { amount: parseMoney(values.amount, checkout.currency) }),
    ...(Object.keys(custom_field_data).length > 0 && { custom_field_data }),
  }
}
