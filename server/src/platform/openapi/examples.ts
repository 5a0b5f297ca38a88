import { hash } from 'node:crypto'
import { nameOf } from '../../kernel/wire.ts'
import type { JsonSchema } from './document.ts'
import { acceptsNull, withoutNull } from './shapes.ts'

/** Where in an example a value stands: its field, and the shape around it. */
interface Place {
  readonly field: string
  readonly shape: string
}

/** An answer as it could really look: every key is there. */
export function answerExample(schema: object): unknown {
  return valueFor(schema as JsonSchema, { field: '', shape: '' })
}

/** The smallest body that makes sense: what is required, or else the first fields that have an example. */
export function bodyExample(schema: object): unknown {
  const { properties, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] }
  if (!properties) return answerExample(schema)
  const telling = Object.keys(properties).filter((name) => properties[name]?.examples !== undefined)
  const shown = required.length > 0 ? required : telling.slice(0, 2)
  return objectFor(schema as JsonSchema, shown)
}

function valueFor(schema: JsonSchema, place: Place): unknown {
  // A resource that is new has not been changed, ended or revoked yet.
  if (acceptsNull(schema)) return isOpenMoment(schema, place) ? null : valueFor(withoutNull(schema), place)
  if (schema.format === 'uuid') return uuidFor(place)
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return valueFor(schema.anyOf[0], place)
  return valueOfType(schema, place)
}

function valueOfType(schema: JsonSchema, place: Place): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectFor(schema, Object.keys(schema.properties ?? {}), place)
    case 'array':
      return arrayFor(schema, place)
    case 'integer':
    case 'number':
      return numberFor(schema, place)
    case 'boolean':
      return !/archived|canceled|cancel_at|deleted/.test(place.field)
    case 'null':
      return null
    default:
      return TEXTS[place.field] ?? 'text'
  }
}

function objectFor(schema: JsonSchema, fields: readonly string[], place: Place = { field: '', shape: '' }): unknown {
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  const shape = nameOf(schema) ?? place.field
  const entries = fields.flatMap((field) => {
    const inner = properties?.[field]
    return inner ? [[field, valueFor(inner, { field, shape })]] : []
  })
  return Object.fromEntries(entries)
}

function arrayFor(schema: JsonSchema, place: Place): unknown[] {
  const items = schema.items ?? schema.prefixItems
  if (Array.isArray(items)) return items.map((item) => valueFor(item, place))
  return items ? [valueFor(items as JsonSchema, place)] : []
}

function numberFor(schema: JsonSchema, place: Place): number {
  const usual = NUMBERS.find(([pattern]) => pattern.test(place.field))?.[1] ?? 1
  const { minimum = usual, maximum = usual } = schema as { minimum?: number; maximum?: number }
  return Math.min(Math.max(usual, minimum), maximum)
}

const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:total_count|max_page)$/, 1],
  [/tax_amount|refunded/, 0],
  [/amount/, 1900],
  [/usage|count|validations|order$/, 0],
]

const TEXTS: Readonly<Record<string, string>> = {
  name: 'Reverb One',
  description: 'Warm rooms for small studios.',
  email: 'ada@example.com',
  customer_email: 'ada@example.com',
  customer_name: 'Ada Lovelace',
  currency: 'usd',
  price_currency: 'usd',
  country: 'US',
  city: 'Portland',
  line1: '12 Harbor Street',
  postal_code: '97201',
  state: 'OR',
}

/** A moment that may never come, and other plain values that say nothing without an example of their own. */
function isOpenMoment(schema: JsonSchema, place: Place): boolean {
  if (place.field.endsWith('_at')) return true
  const bare = withoutNull(schema)
  const isPlain = ['string', 'integer', 'number', 'boolean'].includes(String(bare.type))
  return isPlain && !Array.isArray(bare.examples) && !(place.field in TEXTS)
}

/** The same thing has the same id everywhere: `organization_id` and the `id` of an Organization. */
function uuidFor({ field, shape }: Place): string {
  const subject = field === 'id' ? shape.replace(/(?<=[a-z])(?=[A-Z])/g, '_') : field.replace(/_ids?$/, '')
  const digits = hash('sha256', subject.toLowerCase())
  return `0197a6f0-${digits.slice(0, 4)}-7${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10, 22)}`
}
