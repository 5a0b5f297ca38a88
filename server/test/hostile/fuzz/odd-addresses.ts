import type { Base, Change, Way } from './attempt.ts'
import { SEGMENTS, TEXTS } from './corpus.ts'
import type { Dice } from './dice.ts'
import { fittingValue } from './fitting-value.ts'

const ODD_TERMS = ['', '%F0%9F%98%80', '-1', '9'.repeat(30), "'--", 'x'.repeat(3000), '%5B%5D', '%25', '%5C']

/** Every parameter of a query with what breaks most often, so that none is left to chance. Other seeds try other terms. */
export function oddParameters({ path, query }: Base, dice: Dice): Change[] {
  return Object.keys(query).flatMap((name) =>
    ['%00', dice.pick(ODD_TERMS), dice.pick(ODD_TERMS), dice.pick(ODD_TERMS)].map((term) => ({
      what: `the query ${name}=${term.slice(0, 20)}`,
      path: `${path}?${name}=${term}`,
    })),
  )
}

export const oddQuery: Way = (base, dice) => {
  const names = [...Object.keys(base.query), 'color', '__proto__', 'page', 'sorting']
  const parts = Array.from({ length: 1 + dice.below(3) }, () => queryPart(dice.pick(names), base, dice))
  const text = parts.join(dice.pick(['&', '&', '&', ';', '&&']))
  return { what: `the query ${text.slice(0, 80)}`, path: `${base.path}?${text}` }
}

function queryPart(name: string, base: Base, dice: Dice): string {
  const shape = base.query[name]
  const value =
    shape && dice.chance(0.4) ? String([fittingValue(shape, dice, base.known, name)].flat()[0]) : dice.pick(TEXTS)
  const short = encoded(value.slice(0, 4000))
  return dice.pick([
    `${name}=${short}`,
    `${name}=${short}`,
    `${name}=${short}&${name}=${encoded(dice.pick(TEXTS).slice(0, 200))}`,
    `${name}[]=${short}`,
    `${name}[$ne]=${short}`,
    `${name}[0][a]=${short}`,
    `${name}`,
    `${name}=${dice.pick(SEGMENTS).slice(0, 2000)}`,
    Array(120)
      .fill(`${name}=${encoded(value.slice(0, 20))}`)
      .join('&'),
  ])
}

/** Like encodeURIComponent, which throws at half a surrogate pair. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

export const oddSegment: Way = (base, dice) => {
  const parts = base.pattern.split('/')
  const places = parts.flatMap((part, index) => (part.startsWith('{') ? [index] : []))
  const at = dice.pick(places)
  const segments = base.path.split('/')
  const value = dice.chance(0.7) ? dice.pick(SEGMENTS) : encoded(dice.pick(TEXTS)).slice(0, 9000)
  segments[at] = dice.chance(0.2) ? `${segments[at]}${value}` : value
  return { what: `the path segment ${value.slice(0, 60)}`, path: segments.join('/') }
}
