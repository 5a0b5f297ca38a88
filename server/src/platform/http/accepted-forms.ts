/** How the words of a schema read in a message, after "Input should be", and the type that programs read. */
type Form = readonly [type: string, phrase: string]

export const TYPE_FORMS: Readonly<Record<string, Form>> = {
  string: ['string_type', 'a string'],
  integer: ['int_type', 'a whole number'],
  number: ['float_type', 'a number'],
  boolean: ['bool_type', 'true or false'],
  array: ['list_type', 'a list'],
  object: ['dict_type', 'an object'],
  null: ['none_required', 'null'],
}

export const FORMAT_FORMS: Readonly<Record<string, Form>> = {
  uuid: ['uuid_parsing', 'a UUID'],
  'date-time': ['datetime_parsing', 'a date and time with an offset, such as 2026-01-31T09:30:00Z'],
  email: ['value_error', 'an e-mail address'],
  'http-url': ['url_parsing', 'an absolute http or https URL'],
  origin: ['url_parsing', 'an origin without anything after it, such as https://shop.example.com'],
  ip: ['ip_parsing', 'an IPv4 or IPv6 address'],
  currency: ['enum', 'a lower-case ISO 4217 currency code, such as usd'],
  country: ['enum', 'an ISO 3166-1 alpha-2 country code, such as US'],
}

interface Shape {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  /** What a text that matches the pattern is, to be read after "Input should be". */
  readonly patternMeans?: string
  /** Of one of several forms: the phrase itself, where the schema cannot say it. */
  readonly description?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Everything that a schema takes, in words: `a string of 1 to 500 characters, a whole number, true or false`. */
export function acceptedForms(schema: object): string {
  const phrases = phrasesOf(schema)
  const last = phrases.at(-1) ?? ''
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(', ')} or ${last}`
}

/** The part of a schema that a validator names by a JSON pointer: `#/properties/metadata/additionalProperties`. */
export function schemaAt(schema: object, pointer: string): object | undefined {
  const parts = pointer.split('/').slice(1)
  let at: unknown = schema
  for (const part of parts.map((text) => text.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return typeof at === 'object' && at !== null ? at : undefined
}

/** Where a field can be null, that is known and seldom what was meant. */
function phrasesOf(shape: Shape): string[] {
  if (shape.anyOf) return shape.anyOf.flatMap(phrasesOf)
  if (shape.patternMeans !== undefined) return [shape.patternMeans]
  if (shape.description !== undefined) return [shape.description]
  if (shape.enum) return shape.enum.filter((value) => value !== null).map(String)
  if (shape.const !== undefined) return [String(shape.const)]
  if (shape.type === 'null') return []
  if (shape.type === 'boolean') return ['true', 'false']
  const [, phrase] = FORMAT_FORMS[shape.format ?? ''] ?? TYPE_FORMS[shape.type ?? ''] ?? ['', 'a value']
  return [phrase + boundsOf(shape)]
}

function boundsOf({ type, format, minLength, maxLength, minimum, maximum }: Shape): string {
  if (type === 'string' && format === undefined) return range(minLength || undefined, maxLength, 'of', ' characters')
  // What every JSON parser can hold needs no mention.
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  return range(least, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, 'from')
}

function range(least: number | undefined, most: number | undefined, from: string, unit = ''): string {
  if (least !== undefined && most !== undefined) return ` ${from} ${least} to ${most}${unit}`
  if (least !== undefined) return ` of at least ${least}${unit}`
  return most === undefined ? '' : ` of at most ${most}${unit}`
}
