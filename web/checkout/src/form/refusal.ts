import type { Checkout, ErrorBody, InputIssue } from '../api/shapes.ts'
import type { Draft } from './draft.ts'
import { customField, type Field } from './field-names.ts'
import { generalProblem, isDecline, type Problem, type Problems } from './problem.ts'
import { isShown } from './shown.ts'

/** The API's fields, by the page's. Longer names first: a card's number is not the card. */
const PLACES: readonly (readonly [place: string, field: Field])[] = [
  ['card.number', 'number'],
  ['card.exp_month', 'expiry'],
  ['card.exp_year', 'expiry'],
  ['card.cvc', 'cvc'],
  ['customer_email', 'email'],
  ['customer_name', 'name'],
  ['customer_billing_address.line1', 'line1'],
  ['customer_billing_address.line2', 'line2'],
  ['customer_billing_address.postal_code', 'postal_code'],
  ['customer_billing_address.city', 'city'],
  ['customer_billing_address.state', 'state'],
  ['customer_billing_address', 'country'],
  ['customer_tax_id', 'tax_id'],
  ['discount_code', 'code'],
  ['discount_id', 'code'],
  ['amount', 'amount'],
]

/** Where the API speaks to programs, the page says it for people. */
const KINDS: Readonly<Partial<Record<Field, 'email' | 'name_long' | 'country' | 'tax_id' | 'cvc' | 'card_wrong'>>> = {
  email: 'email',
  name: 'name_long',
  country: 'country',
  tax_id: 'tax_id',
  cvc: 'cvc',
  number: 'card_wrong',
}

/** What a refusal means for the form as it stands now. */
export function problemsOf(body: ErrorBody, checkout: Checkout, draft: Draft): Problems {
  const { detail } = body
  if (typeof detail === 'string' || !detail || detail.length === 0) return wholeProblems(body, checkout, draft)
  const fields: Partial<Record<Field, Problem>> = {}
  let general: Problem | null = null
  for (const issue of detail) {
    const field = fieldOf(issue)
    const problem = problemOf(issue, field)
    if (field && isShown(field, checkout, draft)) fields[field] ??= problem
    else general ??= field === 'code' && checkout.discount ? standsInTheWay(problem, checkout) : problem
  }
  return { fields, general }
}

function wholeProblems(body: ErrorBody, checkout: Checkout, draft: Draft): Problems {
  if (isDecline(body)) return declineProblems(body.code ?? '', checkout, draft)
  if (body.error === 'AlreadyActiveSubscriptionError') return subscribedAlready(checkout)
  return generalProblem(typeof body.detail === 'string' ? { kind: 'said', text: body.detail } : { kind: 'unknown' })
}

/** What the bank says of one part of the card. */
const DECLINED_FIELDS: Readonly<Record<string, 'expiry' | 'cvc'>> = { expired_card: 'expiry', incorrect_cvc: 'cvc' }

/** At its field, while the card that was declined still stands there: not after a reload, nor in a processor's form. */
export function declineProblems(code: string, checkout: Checkout, draft: Draft): Problems {
  const problem: Problem = { kind: 'declined', code }
  const field = Object.hasOwn(DECLINED_FIELDS, code) ? DECLINED_FIELDS[code] : undefined
  const isThere = field && isShown(field, checkout, draft) && draft[field] !== ''
  return isThere ? { fields: { [field]: problem }, general: null } : generalProblem(problem)
}

/** Another address can be given, but by a customer whom the seller has named. */
function subscribedAlready({ customer_id }: Checkout): Problems {
  const problem: Problem = { kind: 'subscribed_already' }
  return customer_id === null ? { fields: { email: problem }, general: null } : generalProblem(problem)
}

/** What is sold, for how much: what the buyer has seen is no longer so. */
const OFFER: ReadonlySet<unknown> = new Set(['expected_total_amount', 'product_id', 'product_price_id'])

function problemOf({ type, msg, loc }: InputIssue, field: Field | undefined): Problem {
  if (OFFER.has(loc[1])) return { kind: 'total_changed' }
  const [, reason] = /^discount_(.+)$/.exec(type) ?? []
  if (reason !== undefined) return { kind: 'discount', reason }
  if (field === 'code') return { kind: 'discount', reason: 'unknown' }
  const kind = field && KINDS[field]
  return kind ? { kind } : { kind: 'said', text: `${msg.replace(/^Input /, 'This ')}.` }
}

/** The discount that is applied no longer can be. One that the seller has not set for this checkout can be left. */
function standsInTheWay(problem: Problem, { is_discount_fixed, organization }: Checkout): Problem {
  const reason = problem.kind === 'discount' ? problem.reason : 'unknown'
  if (!is_discount_fixed) return { kind: 'discount_to_leave', reason }
  return { kind: 'discount_to_mend', reason, contact: organization.email }
}

/** Whether the offer or its discount stands in the way: then the checkout may no longer be what the page shows. */
export function isAboutOffer({ detail }: ErrorBody): boolean {
  return Array.isArray(detail) && detail.some((issue) => OFFER.has(issue.loc[1]) || fieldOf(issue) === 'code')
}

function fieldOf({ loc }: InputIssue): Field | undefined {
  if (loc[1] === 'custom_field_data' && loc[2] !== undefined) return customField(String(loc[2]))
  const place = loc.slice(1).join('.')
  return PLACES.find(([name]) => place === name || place.startsWith(`${name}.`))?.[1]
}
