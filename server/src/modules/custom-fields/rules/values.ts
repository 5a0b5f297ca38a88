import { fieldIssue, type InputIssue, InvalidInput, missingField } from '../../../kernel/invalid-input.ts'
import type { AttachedField, CustomField, CustomFieldData, CustomFieldProperties, CustomFieldValue } from '../model.ts'
import { LONGEST_TEXT } from '../schema.ts'

/**
 * The values that a body sends for these fields, or everything that is wrong with them. What belongs to no field is
 * dropped: only the fields are looked for, so no key of the body is ever used as a key of ours. Null takes a value away
 * and is passed on; `withAnswers` does it.
 */
export function checkCustomFieldData(
  attached: readonly AttachedField[],
  data: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, CustomFieldValue | null> {
  const answers: Record<string, CustomFieldValue | null> = {}
  const issues: InputIssue[] = []
  for (const { field } of attached) {
    const given = valueAt(data, field.slug)
    if (given === undefined) continue
    const reading = given === null ? { value: null } : READERS[field.type](given, field.properties)
    if ('problem' in reading) issues.push(fieldIssue(['custom_field_data', field.slug], reading.problem, given))
    else answers[field.slug] = reading.value
  }
  if (issues.length > 0) throw new InvalidInput(issues)
  return answers
}

/** Answers that came as texts, in an address. What does not fit its field is left out: nobody is there to be told. */
export function answersFromTexts(
  attached: readonly AttachedField[],
  texts: Readonly<Record<string, string>>,
): CustomFieldData {
  const entries = attached.flatMap(({ field }): [string, CustomFieldValue][] => {
    const text = valueAt(texts, field.slug)
    if (typeof text !== 'string') return []
    const reading = READERS[field.type](FROM_TEXT[field.type](text), field.properties)
    return 'problem' in reading ? [] : [[field.slug, reading.value]]
  })
  return Object.fromEntries(entries)
}

/** What was stored with new answers over it. A value that was taken away is gone: existing clients refuse a null. */
export function withAnswers(
  stored: CustomFieldData,
  answers: Readonly<Record<string, CustomFieldValue | null>>,
): CustomFieldData {
  const entries = Object.entries({ ...stored, ...answers })
  return Object.fromEntries(entries.filter((entry): entry is [string, CustomFieldValue] => entry[1] !== null))
}

/**
 * What stands between these answers and a purchase: what `required` still asks for, and what was fine when it was stored
 * and no longer fits. The seller may have changed the field since, or given its slug to another.
 */
export function unansweredCustomFields(
  attached: readonly AttachedField[],
  data: Readonly<Record<string, unknown>> | null | undefined,
): InputIssue[] {
  return attached.flatMap(({ field, required }) => {
    const value = valueAt(data, field.slug) ?? null
    const place = ['custom_field_data', field.slug] as const
    if (value === null) return required ? [missingField(...place)] : []
    const reading = READERS[field.type](value, field.properties)
    if ('problem' in reading) return [fieldIssue(place, reading.problem, value)]
    return required ? emptyAnswer(place, reading.value) : []
  })
}

/** Blank is no text, and a box that has to be checked is not answered by "no". */
function emptyAnswer(place: readonly ['custom_field_data', string], value: CustomFieldValue): InputIssue[] {
  if (value === false) return [fieldIssue(place, 'This has to be checked', value)]
  return typeof value === 'string' && value.trim() === '' ? [missingField(...place)] : []
}

function valueAt(data: Readonly<Record<string, unknown>> | null | undefined, slug: string): unknown {
  return data && Object.hasOwn(data, slug) ? data[slug] : undefined
}

type Reading = { readonly value: CustomFieldValue } | { readonly problem: string }
type Reader = (given: unknown, properties: CustomFieldProperties) => Reading

const READERS: Readonly<Record<CustomField['type'], Reader>> = {
  text: readText,
  number: readNumber,
  date: readDate,
  checkbox: (given) => (typeof given === 'boolean' ? { value: given } : { problem: 'Input should be true or false' }),
  select: readChoice,
}

const asItIs = (text: string) => text

/** The value that a text stands for; what stands for none stays a text. */
const FROM_TEXT: Readonly<Record<CustomField['type'], (text: string) => unknown>> = {
  text: asItIs,
  number: (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text),
  date: asItIs,
  checkbox: (text) => (/^(?:true|false)$/.test(text) ? text === 'true' : text),
  select: asItIs,
}

function readText(given: unknown, { min_length: least = 0, max_length: most = LONGEST_TEXT }: CustomFieldProperties) {
  if (typeof given !== 'string') return { problem: 'Input should be a string' }
  // A character outside the basic plane is two units, and one character to whoever typed it.
  const length = given.length > 2 * most ? given.length : [...given].length
  if (length < least) return { problem: `Input should have at least ${least} characters` }
  return length > most ? { problem: `Input should have at most ${most} characters` } : { value: given }
}

/** Whole numbers, as existing clients expect them in answers. */
function readNumber(given: unknown, { ge, le }: CustomFieldProperties): Reading {
  if (!Number.isSafeInteger(given)) return { problem: 'Input should be a whole number' }
  const value = Number(given)
  if (ge !== undefined && value < ge) return { problem: `Input should be at least ${ge}` }
  if (le !== undefined && value > le) return { problem: `Input should be at most ${le}` }
  // Adding turns -0, which JSON cannot keep, into 0.
  return { value: value + 0 }
}

/** A day, or the midnight that a client's date object becomes on the wire. A later hour could mean either of two days. */
const DAY = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0{1,9})?)?(?:Z|\+00:00))?$/
const DAY_SECONDS = 86_400

function readDate(given: unknown, { ge, le }: CustomFieldProperties): Reading {
  const day = typeof given === 'string' ? DAY.exec(given)?.[1] : undefined
  const seconds = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`) / 1000
  // The parser moves February 30 into March. A day that exists comes back as it went in.
  if (day === undefined || Number.isNaN(seconds) || dayOf(seconds) !== day || day.startsWith('0000')) {
    return { problem: 'Input should be a date, such as 2026-01-31' }
  }
  if (ge !== undefined && seconds < startOfDay(ge)) return { problem: `Input should be ${dayOf(ge)} or later` }
  if (le !== undefined && seconds > le) return { problem: `Input should be ${dayOf(le)} or earlier` }
  return { value: day }
}

const startOfDay = (seconds: number) => Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

function readChoice(given: unknown, { options = [] }: CustomFieldProperties): Reading {
  const option = options.find(({ value }) => value === given)
  return option ? { value: option.value } : { problem: 'Input should be one of the options' }
}
