import type { InputIssue } from '../../kernel/invalid-input.ts'

/** What the validator says of one broken rule. */
export interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

interface Params {
  readonly type?: string | string[]
  readonly limit?: number
  readonly comparison?: string
  readonly format?: string
  readonly allowedValues?: unknown[]
  readonly requiredProperties?: string[]
  readonly propertyNames?: string[]
}

type Wording = readonly [type: string, msg: string]

const TYPES: Readonly<Record<string, Wording>> = {
  string: ['string_type', 'Input should be a string'],
  integer: ['int_type', 'Input should be a whole number'],
  number: ['float_type', 'Input should be a number'],
  boolean: ['bool_type', 'Input should be true or false'],
  array: ['list_type', 'Input should be a list'],
  object: ['dict_type', 'Input should be an object'],
  null: ['none_required', 'Input should be null'],
}

const FORMATS: Readonly<Record<string, Wording>> = {
  uuid: ['uuid_parsing', 'Input should be a UUID'],
  'date-time': ['datetime_parsing', 'Input should be a date and time with an offset, such as 2026-01-31T09:30:00Z'],
  email: ['value_error', 'Input should be an e-mail address'],
  'http-url': ['url_parsing', 'Input should be an absolute http or https URL'],
  currency: ['enum', 'Input should be a lower-case ISO 4217 currency code, such as usd'],
  country: ['enum', 'Input should be an ISO 3166-1 alpha-2 country code, such as US'],
}

/** Says each broken rule once, at its place, in words for a person and with a type for a program. */
export function issuesFrom(errors: readonly SchemaError[], value: unknown, place: string): InputIssue[] {
  const groups = new Map<string, InputIssue[]>()
  for (const error of withoutAlternatives(errors)) {
    for (const issue of toIssues(error, value, place)) {
      const key = JSON.stringify(issue.loc)
      // One complaint per place is enough: a text that is too long is not also of the wrong pattern.
      if (!groups.has(key)) groups.set(key, [issue])
    }
  }
  return [...groups.values()].flat()
}

/**
 * A choice that fits none of its branches is one error, not one per branch; and an object is not wrong itself because
 * one of its values is.
 */
function withoutAlternatives(errors: readonly SchemaError[]): SchemaError[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath)
  return errors.filter(
    (error) =>
      error.keyword !== 'additionalProperties' &&
      !choices.some((choice) => error.schemaPath.startsWith(`${choice}/anyOf/`)),
  )
}

function toIssues(error: SchemaError, value: unknown, place: string): InputIssue[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { loc, input } = locate(value, path)
  const params = error.params as Params
  if (error.keyword === 'required') {
    return (params.requiredProperties ?? []).map((name) => ({
      type: 'missing',
      loc: [place, ...loc, name],
      msg: 'Field required',
      input,
    }))
  }
  const [type, msg] = wording(error, params, input)
  return [{ type, loc: [place, ...loc], msg, input }]
}

function wording(error: SchemaError, params: Params, input: unknown): Wording {
  switch (error.keyword) {
    case 'type':
      return typeWording(params.type)
    case 'minLength':
      return ['string_too_short', `Input should have at least ${params.limit} characters`]
    case 'maxLength':
      return ['string_too_long', `Input should have at most ${params.limit} characters`]
    case 'minItems':
      return ['too_short', `Input should have at least ${params.limit} entries`]
    case 'maxItems':
      return ['too_long', `Input should have at most ${params.limit} entries`]
    case 'maxProperties':
      return ['too_long', `Input should have at most ${params.limit} pairs`]
    case 'minimum':
      return ['greater_than_equal', `Input should be at least ${params.limit}`]
    case 'maximum':
      return ['less_than_equal', `Input should be at most ${params.limit}`]
    case 'enum':
      return ['enum', `Input should be one of ${list(params.allowedValues)}`]
    case 'const':
      return ['literal_error', 'Input should be the one allowed value']
    case 'format':
      return FORMATS[params.format ?? ''] ?? ['value_error', `Input should match the format ${params.format}`]
    case 'propertyNames':
      return ['string_too_long', 'Keys should have 1 to 40 characters']
    case 'pattern':
      return ['string_pattern_mismatch', 'Input has characters that are not allowed here']
    default:
      return ['value_error', input === undefined ? 'Input is missing' : 'Input is not of an accepted form']
  }
}

function typeWording(type: string | string[] | undefined): Wording {
  const first = [type].flat().find((name) => name !== 'null') ?? 'null'
  return TYPES[first] ?? ['value_error', 'Input is of the wrong type']
}

function list(values: readonly unknown[] | undefined): string {
  return (values ?? []).filter((value) => value !== null).join(', ')
}

/** The path with numbers where it goes through lists, and the value at its end. */
function locate(value: unknown, path: readonly string[]): { loc: (string | number)[]; input: unknown } {
  const loc: (string | number)[] = []
  let at: unknown = value
  for (const part of path) {
    loc.push(Array.isArray(at) ? Number(part) : part)
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : null
  }
  return { loc, input: at ?? null }
}
