import type { Attempt, Base, Way } from './attempt.ts'
import { HEADERS } from './corpus.ts'
import type { Dice } from './dice.ts'
import { oddParameters, oddQuery, oddSegment } from './odd-addresses.ts'
import {
  brokenText,
  extraField,
  fineBody,
  fittingBody,
  missingField,
  oddField,
  oddFields,
  rawBody,
} from './odd-bodies.ts'

/** A request of this kind that is not quite right, or that is right at its very edge. */
export function attemptOn(base: Base, dice: Dice): Attempt {
  const hasQuery = Object.keys(base.query).length > 0
  const weights: readonly (readonly [number, Way])[] = [
    [base.body ? 10 : 0, oddField],
    [base.body ? 3 : 0, missingField],
    [base.body ? 3 : 0, extraField],
    [base.body ? 5 : 0, fittingBody],
    [base.body ? 3 : 1, rawBody],
    [base.body ? 2 : 0, brokenText],
    [hasQuery ? 12 : 1, oddQuery],
    [base.pattern.includes('{') ? 4 : 0, oddSegment],
    [4, oddHeader],
    [1, oddMethod],
  ]
  const way = dice.pick(weights.flatMap(([weight, one]) => Array<Way>(weight).fill(one)))
  return { ...fine(base), ...way(base, dice) }
}

/** Each place once. */
export function sweep(base: Base, dice: Dice): Attempt[] {
  return [...oddFields(base, dice), ...oddParameters(base, dice)].map((change) => ({ ...fine(base), ...change }))
}

const fine = (base: Base) => ({ method: base.method, path: base.path, headers: base.headers, ...fineBody(base) })

const oddHeader: Way = (base, dice) => {
  const names = Array.from({ length: 1 + dice.below(2) }, () => dice.pick(Object.keys(HEADERS)))
  const chosen = Object.fromEntries(names.map((name) => [name, dice.pick(HEADERS[name] ?? [])]))
  const headers = { ...base.headers, ...fineBody(base).headers, ...chosen }
  return { what: `the header ${names.join(' and ')}`, headers }
}

const oddMethod: Way = (_base, dice) => {
  const method = dice.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK'])
  return { what: `the method ${method}`, method }
}
