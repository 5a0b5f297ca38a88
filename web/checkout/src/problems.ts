import type { ErrorBody, InputIssue } from './shapes.ts'

export const FIELDS = ['amount', 'email', 'name', 'country', 'code', 'number', 'expiry', 'cvc'] as const
export type Field = (typeof FIELDS)[number]

/** What has to be put right, at its field or for the page as a whole. */
export interface Problems {
  readonly fields: Readonly<Partial<Record<Field, string>>>
  readonly general: string | null
}

export const NO_PROBLEMS: Problems = { fields: {}, general: null }

export const generalProblem = (general: string): Problems => ({ fields: {}, general })

export function firstField({ fields }: Problems): Field | undefined {
  return FIELDS.find((field) => fields[field] !== undefined)
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

export function problemsOf(body: ErrorBody): Problems {
  const { detail } = body
  if (typeof detail === 'string') return generalProblem(detail)
  if (!detail || detail.length === 0) return generalProblem('Something went wrong. Please try again.')
  const fields: Partial<Record<Field, string>> = {}
  const others: string[] = []
  for (const issue of detail) {
    const field = fieldOf(issue)
    if (field) fields[field] ??= SENTENCES[field] ?? `${issue.msg}.`
    else others.push(`${issue.msg}.`)
  }
  return { fields, general: others.length > 0 ? others.join(' ') : null }
}

function fieldOf({ loc }: InputIssue): Field | undefined {
  const place = loc.slice(1).join('.')
  return PLACES.find(([name]) => place === name || place.startsWith(`${name}.`))?.[1]
}
