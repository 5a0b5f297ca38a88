import { isDeepStrictEqual } from 'node:util'
import { nameOf } from '../../kernel/wire.ts'
import { type JsonSchema, refTo } from './document.ts'

/** Formats that only our own validator knows, in words that every reader of JSON Schema understands. */
const FORMATS: Readonly<Record<string, JsonSchema>> = {
  'http-url': { format: 'uri' },
  origin: { format: 'uri', pattern: '^https?://[^/?#@]+$' },
  ip: { pattern: '^[0-9A-Fa-f:.]+$' },
  currency: { pattern: '^[a-z]{3}$' },
  country: { pattern: '^[A-Z]{2}$' },
}

/** Turns the routes' schemas into those of the description, and collects the shapes that have a name. */
export class Shapes {
  readonly #named = new Map<string, JsonSchema>()
  readonly #done = new Map<object, JsonSchema>()

  /** A reference where the shape has a name, the plain schema where it has none. */
  schemaOf(schema: object): JsonSchema {
    const earlier = this.#done.get(schema)
    if (earlier) return earlier
    const made = this.#reference(schema as JsonSchema) ?? this.#plain(schema as JsonSchema)
    this.#done.set(schema, made)
    return made
  }

  #reference(schema: JsonSchema): JsonSchema | undefined {
    const name = nameOf(schema)
    if (name === undefined) return undefined
    this.add(name, this.#plain(withoutNull(schema)))
    const reference = { ...refTo('schemas', name) }
    return acceptsNull(schema) ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  /** Two shapes under one name would be a lie about one of them. */
  add(name: string, schema: JsonSchema): void {
    const earlier = this.#named.get(name)
    if (earlier && !isDeepStrictEqual(earlier, schema)) throw new Error(`two different shapes are named ${name}`)
    this.#named.set(name, schema)
  }

  sorted(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #plain(schema: JsonSchema): JsonSchema {
    const entries = Object.entries(schema).flatMap(([keyword, value]) => this.#keyword(keyword, value))
    return Object.fromEntries(entries)
  }

  #keyword(keyword: string, value: unknown): [string, unknown][] {
    switch (keyword) {
      case 'maximum':
        return whole(Number(value))
      case 'minimum':
        return value === Number.MIN_SAFE_INTEGER ? [] : [[keyword, value]]
      case 'patternMeans':
        return []
      case 'format':
        return Object.entries(FORMATS[String(value)] ?? { format: value })
      case 'properties':
      case 'patternProperties':
        return [[keyword, mapValues(value as Record<string, object>, (inner) => this.schemaOf(inner))]]
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
      case 'prefixItems':
        return [[keyword, (value as object[]).map((inner) => this.schemaOf(inner))]]
      case 'items':
        // Older drafts spell tuples this way, and so does our schema library.
        if (Array.isArray(value)) return this.#keyword('prefixItems', value)
        return [[keyword, isObject(value) ? this.schemaOf(value) : value]]
      case 'additionalItems':
        return [['items', value]]
      case 'additionalProperties':
      case 'propertyNames':
        return [[keyword, isObject(value) ? this.schemaOf(value) : value]]
      default:
        return [[keyword, value]]
    }
  }
}

/** Beyond 32 bits a reader needs the wider type; the bound of every JSON parser needs no mention. */
function whole(maximum: number): [string, unknown][] {
  if (maximum < 2 ** 31) return [['maximum', maximum]]
  return [
    ['format', 'int64'],
    ...(maximum === Number.MAX_SAFE_INTEGER ? [] : [['maximum', maximum] as [string, unknown]]),
  ]
}

export function acceptsNull(schema: JsonSchema): boolean {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((branch: JsonSchema) => branch.type === 'null')
  return Array.isArray(schema.type) && schema.type.includes('null')
}

export function withoutNull(schema: JsonSchema): JsonSchema {
  if (!acceptsNull(schema)) return schema
  if (Array.isArray(schema.anyOf)) {
    return { ...schema, anyOf: schema.anyOf.filter((branch: JsonSchema) => branch.type !== 'null') }
  }
  const types = (schema.type as string[]).filter((name) => name !== 'null')
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(Array.isArray(schema.enum) && { enum: schema.enum.filter((value) => value !== null) }),
  }
}

function mapValues<In, Out>(given: Readonly<Record<string, In>>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
