import type { InputIssue } from '../../kernel/invalid-input.ts'
import { acceptedForms, FORMAT_FORMS, schemaAt, TYPE_FORMS } from './accepted-forms.ts'

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
}

type Wording = readonly [type: string, msg: string]

/** Says each broken rule once, at its place, in words for a person and with a type for a program. */
export function issuesFrom(
  errors: readonly SchemaError[],
  value: unknown,
  place: string,
  schema: object,
): InputIssue[] {
  const groups = new Map<string, InputIssue[]>()
  for (const error of withoutAlternatives(errors)) {
    for (const issue of toIssues(error, value, place, schema)) {
      const key = JSON.stringify(issue.loc)
      // One complaint per place is enough: a text that is too long is not also of the wrong pattern.
      if (!groups.has(key)) groups.set(key, [issue])
    }
  }
  return [...groups.values()].flat()
}

/**
 * A choice that fits none of its branches is one error, not one per branch; and an object is not wrong itself because
 * one of its keys or values is.
 */
function withoutAlternatives(errors: readonly SchemaError[]): SchemaError[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath)
  return errors.filter(
    (error) =>
      error.keyword !== 'additionalProperties' &&
      error.keyword !== 'propertyNames' &&
      !choices.some((choice) => error.schemaPath.startsWith(`${choice}/anyOf/`)),
  )
}

function toIssues(error: SchemaError, value: unknown, place: string, schema: object): InputIssue[] {
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
  const [type, msg] = wording(error, params, schema)
  if (!isOfKey(error)) return [{ type, loc: [place, ...loc], msg, input }]
  return [{ type, loc: [place, ...loc], msg: msg.replace(/^Input/, 'The key'), input: path.at(-1) ?? null }]
}

/** The place of a wrong key is also that of its value, which may be fine. */
function isOfKey({ schemaPath }: SchemaError): boolean {
  return /(?<!\/properties)\/propertyNames$/.test(schemaPath)
}

function wording(error: SchemaError, params: Params, schema: object): Wording {
  switch (error.keyword) {
    case 'type':
      return typeWording(params.type)
    case 'minLength':
      return ['string_too_short', `Input should have at least ${counted(params.limit, 'character')}`]
    case 'maxLength':
      return ['string_too_long', `Input should have at most ${counted(params.limit, 'character')}`]
    case 'minItems':
      return ['too_short', `Input should have at least ${counted(params.limit, 'entry', 'entries')}`]
    case 'maxItems':
      return ['too_long', `Input should have at most ${counted(params.limit, 'entry', 'entries')}`]
    case 'maxProperties':
      return ['too_long', `Input should have at most ${counted(params.limit, 'pair')}`]
    case 'minimum':
      return ['greater_than_equal', `Input should be at least ${params.limit}`]
    case 'maximum':
      return ['less_than_equal', `Input should be at most ${params.limit}`]
    case 'enum':
      return ['enum', `Input should be one of ${list(params.allowedValues)}`]
    case 'const':
      return ['literal_error', 'Input should be the one allowed value']
    case 'format':
      return inWords(FORMAT_FORMS[params.format ?? ''] ?? ['value_error', `of the format ${params.format}`])
    case 'anyOf':
      return ['value_error', `Input should be ${acceptedForms(schemaAt(schema, error.schemaPath) ?? {})}`]
    case 'uniqueItems':
      return ['value_error', 'Input should have no entry twice']
    case 'pattern':
      return ['string_pattern_mismatch', `Input should be ${acceptedForms(schemaAt(schema, error.schemaPath) ?? {})}`]
    default:
      return ['value_error', `Input ${error.message}`]
  }
}

function typeWording(type: string | string[] | undefined): Wording {
  const first = [type].flat().find((name) => name !== 'null') ?? 'null'
  return inWords(TYPE_FORMS[first] ?? ['value_error', `of the type ${first}`])
}

function inWords([type, phrase]: readonly [string, string]): Wording {
  return [type, `Input should be ${phrase}`]
}

function counted(many = 0, one: string, several = `${one}s`): string {
  return `${many} ${many === 1 ? one : several}`
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
