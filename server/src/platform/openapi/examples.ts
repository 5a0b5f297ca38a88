import { hash } from 'node:crypto'
import { nameOf } from '../../kernel/wire.ts'
import type { JsonSchema } from './document.ts'
import { acceptsNull, withoutNull } from './shapes.ts'

/** What examples tell, so that the fields of different shapes fit together. */
export interface Story {
  /**
   * By the field's name, or by owner and field (`checkout.expires_at`); told wherever the schema allows the value.
   * Null leaves a field out where it is optional.
   */
  readonly facts: Readonly<Record<string, unknown>>
  /** By the field's name, for schemas that have no example of their own. */
  readonly colors: Readonly<Record<string, unknown>>
  /** Other names for the same thing: a `user` that is the `customer`. */
  readonly aliases: Readonly<Record<string, string>>
}

/** Where in an example a value stands: its field, and what the object around it is. */
interface Place {
  readonly field: string
  readonly owner: string
}

const TOP: Place = { field: '', owner: '' }

/** Makes examples from schemas: from their own `examples` first, then from the story, then from their types. */
export class Examples {
  readonly #story: Story

  constructor(story: Story) {
    this.#story = story
  }

  /** An answer as it could really look: every key is there. */
  answer(schema: object): unknown {
    return this.#value(schema as JsonSchema, TOP)
  }

  /** The smallest body that makes sense: what is required, or else the first fields that have an example. */
  body(schema: object): unknown {
    const { properties = {}, required = [] } = schema as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    const telling = Object.keys(properties).filter((name) => properties[name]?.examples !== undefined)
    return this.#object(schema as JsonSchema, required.length > 0 ? required : telling.slice(0, 2), TOP)
  }

  #value(schema: JsonSchema, place: Place): unknown {
    const told = this.#told(schema, place)
    if (told !== undefined) return told
    // A new resource has not been changed, ended or revoked yet.
    if (acceptsNull(schema)) return staysEmpty(schema, place) ? null : this.#value(withoutNull(schema), place)
    if (schema.format === 'uuid') return this.#uuid(place)
    if (Array.isArray(schema.examples)) return schema.examples[0]
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return schema.enum[0]
    if (Array.isArray(schema.anyOf)) return this.#value(schema.anyOf[0], place)
    return this.#byType(schema, place)
  }

  #told(schema: JsonSchema, { field, owner }: Place): unknown {
    const { facts, colors } = this.#story
    const fact = [`${owner}.${field}`, field].find((name) => name in facts && allows(schema, facts[name]))
    if (fact !== undefined) return facts[fact]
    return field in colors && !schema.examples && allows(schema, colors[field]) ? colors[field] : undefined
  }

  #byType(schema: JsonSchema, place: Place): unknown {
    switch (schema.type) {
      case 'object':
        return this.#object(schema, Object.keys(schema.properties ?? {}), place)
      case 'array':
        return this.#array(schema, place)
      case 'integer':
      case 'number':
        return typeof schema.minimum === 'number' ? Math.max(1, schema.minimum) : 1
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return 'text'
    }
  }

  #object(schema: JsonSchema, fields: readonly string[], place: Place): unknown {
    const properties = schema.properties as Record<string, JsonSchema> | undefined
    const owner = place.field === '' || place.field === 'items' ? snake(nameOf(schema) ?? '') : singular(place.field)
    const entries = fields.flatMap((field) => {
      const inner = properties?.[field]
      if (!inner || this.#isLeftOut(schema, inner, field)) return []
      return [[field, this.#value(inner, { field, owner })]]
    })
    return Object.fromEntries(entries)
  }

  #isLeftOut(schema: JsonSchema, inner: JsonSchema, field: string): boolean {
    const { required = [] } = schema as { required?: readonly string[] }
    return this.#story.facts[field] === null && !required.includes(field) && !acceptsNull(inner)
  }

  #array(schema: JsonSchema, place: Place): unknown[] {
    const items = schema.items ?? schema.prefixItems
    if (Array.isArray(items)) return items.map((item) => this.#value(item, place))
    return items ? [this.#value(items as JsonSchema, place)] : []
  }

  /** The same thing has the same id everywhere: `organization_id` and the `id` of an organization. */
  #uuid({ field, owner }: Place): string {
    const subject = field === 'id' ? owner : singular(field.replace(/_ids?$/, ''))
    const digits = hash('sha256', this.#story.aliases[subject] ?? subject)
    return `0197a6f0-${digits.slice(0, 4)}-7${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10, 22)}`
  }
}

function allows(schema: JsonSchema, value: unknown): boolean {
  if (value === null) return acceptsNull(schema)
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if ('const' in schema) return schema.const === value
  const types = [schema.type].flat()
  if (Array.isArray(value)) return types.includes('array')
  return types.includes(typeof value) || (Number.isInteger(value) && types.includes('integer'))
}

/** A moment that may never come, and other plain values that say nothing without an example of their own. */
function staysEmpty(schema: JsonSchema, place: Place): boolean {
  const bare = withoutNull(schema)
  if (place.field.endsWith('_at')) return true
  return ['string', 'integer', 'number', 'boolean'].includes(String(bare.type)) && !bare.examples && !bare.enum
}

const snake = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
const singular = (field: string): string => field.replace(/s$/, '')
