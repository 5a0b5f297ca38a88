import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { MAX_AMOUNT } from './money.ts'

/** Names of schemas, kept beside them so that the schemas themselves stay plain JSON Schema. */
const names = new WeakMap<object, string>()
/** The same by the part that a copy shares with its original: `Optional` and `Nullable` copy. */
const coreNames = new WeakMap<object, string>()

/** Gives a shape the name under which the API description lists it once. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  const core = coreOf(schema)
  names.set(schema, name)
  if (core) coreNames.set(core, name)
  return schema
}

export function nameOf(schema: object): string | undefined {
  const core = coreOf(schema)
  return names.get(schema) ?? (core && coreNames.get(core))
}

function coreOf(schema: object): object | undefined {
  const { properties, anyOf, enum: values, additionalProperties } = schema as Record<string, unknown>
  return [properties, anyOf, values, additionalProperties].find(
    (part): part is object => typeof part === 'object' && part !== null,
  )
}

/** As `type: [..., 'null']`: serializers are faster with it than with `anyOf`. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const plain = schema as TSchema & {
    type?: string | string[]
    enum?: unknown[]
    anyOf?: TSchema[]
  }
  const widened = plain.anyOf
    ? { ...plain, anyOf: [...plain.anyOf, Type.Null()] }
    : {
        ...plain,
        type: [plain.type, 'null'].flat(),
        ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
      }
  const result = Type.Unsafe<Static<Schema> | null>(widened)
  const name = nameOf(schema)
  return name === undefined ? result : named(name, result)
}

/** A field that may be left out or sent as null. */
export const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Nullable(schema))

export function OneOf<const Value extends string>(values: readonly Value[], options: object = {}) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options })
}

/** Shapes put together: every variant of an answer is a composition, so variants cannot drift apart. */
export function Extend<Base extends TProperties, More extends TProperties>(base: TObject<Base>, more: More) {
  return Type.Object({ ...base.properties, ...more } as Omit<Base, keyof More> & More)
}

export const Uuid = Type.String({
  format: 'uuid',
  examples: ['0197a6f0-1c2b-7d3e-8f40-51627384a5b6'],
})
export const Timestamp = Type.String({
  format: 'date-time',
  examples: ['2026-01-31T09:30:00.000Z'],
})
export const Amount = Type.Integer({
  minimum: 0,
  maximum: MAX_AMOUNT,
  examples: [1900],
})
export const Currency = Type.String({ format: 'currency', examples: ['usd'] })
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['ada@example.com'],
})
export const HttpUrl = Type.String({
  format: 'http-url',
  maxLength: 2048,
  examples: ['https://shop.example.com/thanks'],
})
export const Origin = Type.String({
  format: 'origin',
  maxLength: 2048,
  examples: ['https://shop.example.com'],
})
export const NetworkAddress = Type.String({
  format: 'ip',
  maxLength: 45,
  examples: ['203.0.113.7'],
})
/** Whole numbers that survive every JSON parser: within ±(2^53−1). */
export const Integer = (options: object = {}) =>
  Type.Integer({
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    ...options,
  })
/** A short text of one line: names and the like, which end up in headings, subjects and tables. */
export const Line = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[^\\r\\n]*$', patternMeans: 'a text of one line', ...options })
export const Text = (options: object = {}) => Type.String({ maxLength: 10_000, ...options })

export const Metadata = named(
  'Metadata',
  Type.Unsafe<Record<string, string | number | boolean>>({
    type: 'object',
    description: 'Up to 50 pairs; keys of 1 to 40 characters; values are strings (1 to 500), integers or booleans.',
    maxProperties: 50,
    propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
    additionalProperties: {
      anyOf: [
        { type: 'string', minLength: 1, maxLength: 500 },
        {
          type: 'integer',
          minimum: Number.MIN_SAFE_INTEGER,
          maximum: Number.MAX_SAFE_INTEGER,
        },
        { type: 'boolean' },
      ],
    },
    examples: [{ campaign: 'spring', seats: 5, beta: true }],
  }),
)

/** Metadata in an answer: the same pairs, without the limits of input (a merge may pass them). */
export const MetadataOut = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  additionalProperties: true,
  examples: [{ campaign: 'spring' }],
})

/** Any JSON object, as it was stored. */
export const AnyObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

export const AddressInput = named(
  'AddressInput',
  Type.Object({
    line1: Maybe(Line()),
    line2: Maybe(Line()),
    postal_code: Maybe(Line({ maxLength: 32 })),
    city: Maybe(Line()),
    state: Maybe(
      Line({
        maxLength: 64,
        description: 'A state or province, as `CA` or `US-CA`.',
      }),
    ),
    country: Type.String({
      format: 'country',
      description: 'ISO 3166-1 alpha-2.',
      examples: ['US'],
    }),
  }),
)
export type AddressInput = Static<typeof AddressInput>

export const Address = named(
  'Address',
  Type.Object({
    line1: Nullable(Type.String()),
    line2: Nullable(Type.String()),
    postal_code: Nullable(Type.String()),
    city: Nullable(Type.String()),
    state: Nullable(Type.String()),
    country: Type.String({ examples: ['US'] }),
  }),
)
export type Address = Static<typeof Address>

/** What every list answers. */
export function ListOf<Item extends TSchema>(item: Item) {
  const name = nameOf(item)
  const list = Type.Object({
    items: Type.Array(item),
    pagination: Type.Object({
      total_count: Type.Integer(),
      max_page: Type.Integer(),
    }),
  })
  return name ? named(`${name}List`, list) : list
}

/** What every list can be asked. */
export const PageQuery = {
  page: Type.Optional(Integer({ minimum: 1, description: 'From 1.' })),
  limit: Type.Optional(
    Integer({
      minimum: 1,
      description: 'Default 10; above 100 it is lowered to 100.',
    }),
  ),
  sorting: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 10,
      description: 'A leading minus sign sorts descending.',
    }),
  ),
}

/** A filter that may be given several times: any of the values. */
export const AnyOf = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Array(schema))
