import { choicesOf, type Shape } from './fuzz/schema.ts'

/** Values that nobody but an intruder sends. None of them may ever reach a row. */
export const MARKS = {
  id: 'badbadba-dbad-4bad-8bad-badbadbadbad',
  time: '2001-02-03T04:05:06.000Z',
  text: 'hijacked by a stranger',
  number: 424_242_424_242,
} as const

/** Marks as a row shows them. */
export const TRACES = [MARKS.id, '2001-02-03', MARKS.text, String(MARKS.number)]

/** The names that a shape knows, also where it is a choice. */
function knownNames(shape: Shape): string[] {
  return [...Object.keys(shape.properties ?? {}), ...choicesOf(shape).flatMap(knownNames)]
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Fields that the shape does not take, under every name that an answer or a table has for something. */
export function intruders(shape: Shape, names: Iterable<string>, seen: unknown): Record<string, unknown> {
  const known = new Set(knownNames(shape))
  const current = (typeof seen === 'object' && seen !== null ? seen : {}) as Record<string, unknown>
  const spellings = [...names].flatMap((name) => [[name, name] as const, [camel(name), name] as const])
  const unknown = spellings.filter(([spelling]) => !known.has(spelling))
  return Object.fromEntries(unknown.map(([spelling, name]) => [spelling, otherThan(name, current[name])]))
}

/** Of the same type, and as far as possible with a mark. */
function otherThan(name: string, current: unknown): unknown {
  if (typeof current === 'boolean') return !current
  if (typeof current === 'number') return MARKS.number
  if (/(?:^|_)id$/.test(name)) return MARKS.id
  if (/_(?:at|start|end|until)$/.test(name)) return MARKS.time
  if (/^(?:is|has|allow|enable)_/.test(name)) return true
  return MARKS.text
}

/** Puts fields into a body, and into every object in it that has a shape of its own. */
export function withIntruders(shape: Shape, body: unknown, fieldsFor: (shape: Shape) => object): unknown {
  if (Array.isArray(body)) {
    const { items } = shape
    return typeof items === 'object' ? body.map((item) => withIntruders(items, item, fieldsFor)) : body
  }
  if (typeof body !== 'object' || body === null || knownNames(shape).length === 0) return body
  const inner = Object.entries(body).map(([name, value]) => {
    const parts = [shape, ...choicesOf(shape)].flatMap(({ properties }) =>
      properties?.[name] ? [properties[name]] : [],
    )
    return [name, parts[0] ? withIntruders(parts[0], value, fieldsFor) : value]
  })
  return { ...fieldsFor(shape), ...Object.fromEntries(inner) }
}

/** Every value of an answer under its path: `prices.0.id`. */
export function flat(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]])
  const entries = Object.entries(value)
  if (entries.length === 0) return new Map([[path, JSON.stringify(value)]])
  return new Map(entries.flatMap(([name, inner]) => [...flat(inner, path === '' ? name : `${path}.${name}`)]))
}
