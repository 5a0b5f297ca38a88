import { hasCardNumber, mayHaveCardNumber } from '../../kernel/card-number.ts'
import { type InputIssue, InvalidInput } from '../../kernel/invalid-input.ts'

type Loc = readonly (string | number)[]

/**
 * Tax numbers are as long as card numbers in many countries, and some pass for one. They have a form of their own, which
 * is checked elsewhere.
 */
const TAX_NUMBERS: ReadonlySet<string> = new Set(['tax_id', 'customer_tax_id'])

/**
 * Cards go from the buyer's page to the processor, and nowhere else: what looks like the number of one is refused before
 * anything else looks at the body, and is not repeated in the answer.
 */
export function refuseCardsInBody(text: string, body: unknown): void {
  // The escape could hide a digit.
  if (mayHaveCardNumber(text) || text.includes('\\u00')) refuse(cardsIn(body, ['body']))
}

export function refuseCardsInQuery(query: object): void {
  refuse(cardsIn(query, ['query']))
}

function refuse(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}

function cardsIn(value: unknown, loc: Loc): InputIssue[] {
  if (typeof value === 'string') return hasCardNumber(value) ? [issueAt(loc)] : []
  if (typeof value === 'number') return Number.isSafeInteger(value) && hasCardNumber(`${value}`) ? [issueAt(loc)] : []
  if (Array.isArray(value)) return value.flatMap((item, index) => cardsIn(item, [...loc, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    // A name that is one is not named.
    if (hasCardNumber(key)) return [issueAt(loc)]
    return TAX_NUMBERS.has(key) ? [] : cardsIn(inner, [...loc, key])
  })
}

function issueAt(loc: Loc): InputIssue {
  const msg = 'This looks like the number of a payment card. Cards are never sent here: pay with a confirmation token'
  return { type: 'card_number', loc, msg, input: null }
}
