import type { TSchema } from 'typebox'
import type { InputIssue } from '../../kernel/invalid-input.ts'

type Kind = 'integer' | 'boolean' | 'string'

interface Parameter {
  readonly name: string
  readonly repeatable: boolean
  readonly kind: Kind
}

/** Reads the texts of a query string or a path as the values that the schema wants; what does not parse stays a text. */
export function parserOf(schema: TSchema): (given: object) => Record<string, unknown> {
  const parameters = parametersOf(schema)
  return (given) => {
    const parsed: Record<string, unknown> = {}
    for (const parameter of parameters) {
      if (!Object.hasOwn(given, parameter.name)) continue
      const value: unknown = (given as Record<string, unknown>)[parameter.name]
      parsed[parameter.name] = parse(parameter, value)
    }
    return parsed
  }
}

/**
 * `status[]=open`, as some clients write lists. Unknown names are ignored, because clients add some of their own; this one
 * means a filter, and a list without it would show what was not asked for.
 */
export function bracketsIn(schema: TSchema): (given: object) => InputIssue[] {
  const repeatable = new Set(parametersOf(schema).flatMap(({ name, repeatable }) => (repeatable ? [name] : [])))
  return (given) =>
    Object.entries(given).flatMap(([sent, input]) => {
      const [, name = ''] = /^(\w+)\[\d*\]$/.exec(sent) ?? []
      if (!repeatable.has(name)) return []
      const msg = `Repeat the name without brackets: ${name}=...&${name}=...`
      return [{ type: 'value_error', loc: ['query', sent], msg, input }]
    })
}

function parametersOf(schema: TSchema): Parameter[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  return Object.entries(properties).map(([name, property]) => parameterOf(name, property))
}

function parameterOf(name: string, schema: TSchema): Parameter {
  const { type, items } = schema as { type?: string; items?: TSchema }
  if (type === 'array' && items) return { ...parameterOf(name, items), repeatable: true }
  return {
    name,
    repeatable: false,
    kind: type === 'integer' || type === 'boolean' ? type : 'string',
  }
}

function parse(parameter: Parameter, value: unknown): unknown {
  if (parameter.repeatable) return [value].flat().map((item) => parseOne(parameter.kind, item))
  // The last one counts, as in most servers, when a plain parameter is given twice.
  return parseOne(parameter.kind, Array.isArray(value) ? value.at(-1) : value)
}

function parseOne(kind: Kind, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'integer') return /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

/** Texts with a character that the database cannot keep or compare. */
export function unstorableTexts(parsed: Readonly<Record<string, unknown>>): InputIssue[] {
  return Object.entries(parsed).flatMap(([name, value]) => {
    const isBad = [value].flat().some((text) => typeof text === 'string' && text.includes('\u0000'))
    if (!isBad) return []
    return [
      { type: 'value_error', loc: ['query', name], msg: 'A text must not contain the character U+0000', input: null },
    ]
  })
}
