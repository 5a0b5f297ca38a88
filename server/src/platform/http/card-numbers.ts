import type { FastifyRequest } from 'fastify'
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
 * anything else looks at the request, and is not repeated in the answer.
 */
export function refuseCardsInBody(text: string, body: unknown): void {
  // An escape could hide a digit, or what is between two.
  if (mayHaveCardNumber(text) || text.includes('\\')) refuse(cardsIn(body, ['body']))
}

/** Everywhere else where a caller's text would be kept, or come back in an answer. */
export function refuseCardsBesideBody({ params, query, headers }: FastifyRequest): void {
  const key = headers['idempotency-key']
  refuse([
    ...cardsIn(params, ['path']),
    ...cardsIn(query, ['query']),
    ...(key === undefined ? [] : cardsInHeader('idempotency-key', String(key))),
  ])
}

/** Node reads every byte of a header as a character. Most clients send UTF-8. */
function cardsInHeader(name: string, text: string): InputIssue[] {
  const isSuspect = hasCardNumber(text) || hasCardNumber(Buffer.from(text, 'latin1').toString('utf8'))
  return isSuspect ? [issueAt(['header', name])] : []
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
