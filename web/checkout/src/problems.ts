import { customField, type Field, fieldsOf, isShown } from './fields.ts'
import type { Checkout, ErrorBody, InputIssue } from './shapes.ts'

/** What has to be put right, at its field or for the page as a whole. */
export interface Problems {
  readonly fields: Readonly<Partial<Record<Field, string>>>
  readonly general: string | null
}

export const NO_PROBLEMS: Problems = { fields: {}, general: null }

export const generalProblem = (general: string): Problems => ({ fields: {}, general })

export function bothProblems(one: Problems, other: Problems | null): Problems {
  return { fields: { ...other?.fields, ...one.fields }, general: one.general ?? other?.general ?? null }
}

export function firstField({ fields }: Problems, checkout: Checkout): Field | undefined {
  return fieldsOf(checkout).find((field) => fields[field] !== undefined)
}

/** The API's fields, by the page's. Longer names first: a card's number is not the card. */
const PLACES: readonly (readonly [place: string, field: Field])[] = [
  ['card.number', 'number'],
  ['card.exp_month', 'expiry'],
  ['card.exp_year', 'expiry'],
  ['card.cvc', 'cvc'],
  ['customer_email', 'email'],
  ['customer_name', 'name'],
  ['customer_billing_address', 'country'],
  ['discount_code', 'code'],
  ['discount_id', 'code'],
  ['amount', 'amount'],
]

/** Where the API speaks to programs, the page says it for people. */
const SENTENCES: Readonly<Partial<Record<Field, string>>> = {
  email: 'Enter an e-mail address, such as name@example.com.',
  name: 'Enter a shorter name.',
  country: 'Choose a country.',
  cvc: 'Enter the 3 or 4 digits of the security code.',
}

/** The API speaks of the buyer to the seller; the page speaks to the buyer. */
const TO_THE_BUYER: Readonly<Record<string, string>> = {
  AlreadyActiveSubscriptionError: 'You already have an active subscription to this product.',
}

/** What a refusal means for the form as it stands now. */
export function problemsOf(body: ErrorBody, checkout: Checkout): Problems {
  const { detail } = body
  if (typeof detail === 'string') return generalProblem(TO_THE_BUYER[body.error ?? ''] ?? detail)
  if (!detail || detail.length === 0) return generalProblem('Something went wrong. Please try again.')
  const fields: Partial<Record<Field, string>> = {}
  const others = new Set<string>()
  for (const issue of detail) {
    const field = fieldOf(issue)
    const text = (field && SENTENCES[field]) ?? `${toTheBuyer(issue.msg)}.`
    if (field && isShown(field, checkout)) fields[field] ??= text
    else others.add(field === 'code' && checkout.discount ? `${text} ${wayOut(issue, checkout)}` : text)
  }
  return { fields, general: others.size > 0 ? [...others].join(' ') : null }
}

/** The API calls what was typed the input. */
function toTheBuyer(msg: string): string {
  return msg.replace(/^Input should/, 'This should')
}

/** Whether the discount stands in the way: then the checkout may no longer be what the page shows. */
export function isAboutDiscount({ detail }: ErrorBody): boolean {
  return Array.isArray(detail) && detail.some((issue) => fieldOf(issue) === 'code')
}

/** How to go on when the discount that is applied no longer can be: whose it is, the API's field says. */
function wayOut({ loc }: InputIssue, { allow_discount_codes }: Checkout): string {
  return loc.includes('discount_code') && allow_discount_codes
    ? 'Remove it above to go on without it.'
    : 'The seller’s discount no longer applies: ask the seller for a new link.'
}

function fieldOf({ loc }: InputIssue): Field | undefined {
  if (loc[1] === 'custom_field_data' && loc[2] !== undefined) return customField(String(loc[2]))
  const place = loc.slice(1).join('.')
  return PLACES.find(([name]) => place === name || place.startsWith(`${name}.`))?.[1]
}
