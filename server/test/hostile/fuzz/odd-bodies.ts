import { gzipSync } from 'node:zlib'
import { withValueAt } from '../../contract/references.ts'
import type { Attempt, Base, Change, Way } from './attempt.ts'
import { KEYS, Literal, RAW_BODIES, VALUES } from './corpus.ts'
import type { Dice } from './dice.ts'
import { fittingValue } from './fitting-value.ts'
import { jsonOf } from './json-text.ts'
import { placesOf, type Shape } from './schema.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

/** The body that a good request has. */
export function fineBody({ body, headers }: Base): Partial<Attempt> {
  return body ? { body: textOf(body.valid), headers: { ...headers, ...JSON_HEADERS } } : {}
}

/** Every place of a body with what breaks most often, so that none is left to chance. Other seeds try other values. */
export function oddFields(base: Base, dice: Dice): Change[] {
  const places = placesOf(base.body?.shape ?? {}).filter(([place]) => base.body && place.length > 0)
  return places.flatMap(([place, shape]) =>
    [null, nearly(shape, dice), dice.pick([new Literal('1e400'), 'x'.repeat(3000), dice.pick(VALUES)])].map((value) =>
      withBody(base, withValueAt(base.body?.valid, place, value), `an odd value in ${place.join('.')}`),
    ),
  )
}

/** The mutated body of a request that is fine otherwise. */
function withBody({ headers }: Base, value: unknown, what: string): Change {
  return { what, body: textOf(value), headers: { ...headers, ...JSON_HEADERS } }
}

export const oddField: Way = (base, dice) => {
  const places = placesOf(base.body?.shape ?? {})
  let body: unknown = base.body?.valid
  const changed: string[] = []
  for (let times = dice.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
    const [place, shape] = dice.pick(places)
    const value = dice.chance(0.75) ? dice.pick(VALUES) : dice.chance(0.5) ? nearly(shape, dice) : null
    body = withValueAt(body, place, value)
    changed.push(place.join('.'))
  }
  return withBody(base, body, `an odd value in ${changed.join(' and ')}`)
}

/** Just beyond what the shape allows. */
function nearly(shape: Shape, dice: Dice): unknown {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, minLength = 1, maxLength = 300, maxItems = 100 } = shape
  const text = 'x'.repeat(maxLength + 1)
  return dice.pick([
    minimum - 1,
    maximum + 1,
    'x'.repeat(minLength - 1 < 0 ? 0 : minLength - 1),
    text,
    Array(maxItems + 1).fill(text),
  ])
}

export const missingField: Way = (base, dice) => {
  const valid = { ...base.body?.valid } as Record<string, unknown>
  const name = dice.pick([...Object.keys(valid), ''])
  delete valid[name]
  return withBody(base, valid, `without ${name}`)
}

export const extraField: Way = (base, dice) => {
  const entries = Array.from({ length: 1 + dice.below(3) }, () => [dice.pick(KEYS), dice.pick(VALUES)] as const)
  // Written as text: an assignment to __proto__ would not become a key.
  const extra = entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`).join()
  const valid = jsonOf(base.body?.valid)
  const text = valid === '{}' ? `{${extra}}` : valid.replace(/\}$/, `,${extra}}`)
  return { ...withBody(base, {}, `with ${entries.map(([key]) => key.slice(0, 20)).join()}`), body: Buffer.from(text) }
}

export const fittingBody: Way = (base, dice) => {
  const made = fittingValue({ ...base.body?.shape, examples: [] }, dice, base.known)
  const isObject = typeof made === 'object' && made !== null
  return withBody(
    base,
    isObject && dice.chance(0.6) ? { ...base.body?.valid, ...made } : made,
    'a body that fits its shape',
  )
}

export const rawBody: Way = (base, dice) => {
  const [what, bytes] = dice.pick(RAW_BODIES)
  const isTyped = dice.chance(0.8)
  return { what: `as its body: ${what}`, body: bytes, headers: { ...base.headers, ...(isTyped ? JSON_HEADERS : {}) } }
}

/** The bytes of a good body, damaged. */
export const brokenText: Way = (base, dice) => {
  const good = Buffer.from(jsonOf(base.body?.valid))
  const at = dice.below(good.length)
  const ways: readonly (readonly [string, Uint8Array, object])[] = [
    ['cut off', good.subarray(0, at), {}],
    [
      'with a byte changed',
      Buffer.concat([good.subarray(0, at), Buffer.from([dice.below(256)]), good.subarray(at + 1)]),
      {},
    ],
    ['twice', Buffer.concat([good, good]), {}],
    ['with every key twice', Buffer.from(doubled(good.toString())), {}],
    ['with a BOM', Buffer.concat([Buffer.from('\ufeff'), good]), {}],
    ['packed', gzipSync(good), { 'content-encoding': 'gzip' }],
    ['packed without saying so', gzipSync(good), {}],
    ['in UTF-16', Buffer.from(good.toString(), 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
  ]
  const [what, body, headers] = dice.pick(ways)
  return { what: `a body ${what}`, body, headers: { ...base.headers, ...JSON_HEADERS, ...headers } }
}

const doubled = (json: string): string => (json === '{}' ? json : json.replace(/^\{(.*)\}$/s, '{$1,$1}'))

const textOf = (value: unknown): Uint8Array => Buffer.from(jsonOf(value))
