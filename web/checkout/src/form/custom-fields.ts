import type { AttachedField, Checkout, CustomFieldValue } from '../api/shapes.ts'
import { customField, type Field } from './field-names.ts'
import type { Problem } from './problem.ts'

/** What stands in the seller's fields, by slug, as it was typed; a checkbox says `true` or nothing. */
export type CustomValues = Readonly<Record<string, string>>

/** What the field holds before the buyer types: what the checkout knows already. */
export function knownValue({ custom_field }: AttachedField, { custom_field_data }: Checkout): string {
  const value = Object.hasOwn(custom_field_data, custom_field.slug) ? custom_field_data[custom_field.slug] : null
  if (value === null || value === undefined || value === false) return ''
  // A moment is kept in full; the field shows its day.
  return custom_field.type === 'date' ? String(value).slice(0, 10) : String(value)
}

export function labelOf({ custom_field: { name, properties } }: AttachedField): string {
  return properties.form_label || name
}

export function customFieldProblems(values: CustomValues, checkout: Checkout): Partial<Record<Field, Problem>> {
  const found = checkout.attached_custom_fields.flatMap((attached): [Field, Problem][] => {
    const problem = problemOf(attached, typedIn(values, attached))
    return problem === null ? [] : [[customField(attached.custom_field.slug), problem]]
  })
  return Object.fromEntries(found)
}

function problemOf({ custom_field: { type, properties }, required }: AttachedField, typed: string): Problem | null {
  if (typed === '') return required ? { kind: MISSING[type] ?? 'missing' } : null
  switch (type) {
    case 'text':
      return lengthProblem(typed, properties)
    case 'number':
      return numberProblem(numberIn(typed), properties)
    case 'date':
      return dayProblem(typed, properties)
    default:
      return null
  }
}

const MISSING: Readonly<Record<string, 'untick' | 'unchosen' | 'no_day'>> = {
  checkbox: 'untick',
  select: 'unchosen',
  date: 'no_day',
}

type Properties = AttachedField['custom_field']['properties']

/** By characters, as the server counts and people do. */
function lengthProblem(typed: string, { min_length: least, max_length: most }: Properties): Problem | null {
  const { length } = [...typed]
  if (least !== undefined && length < least) return { kind: 'too_short', limit: least }
  if (most !== undefined && length > most) return { kind: 'too_long', limit: most }
  return null
}

function numberProblem(number: number | null, { ge, le }: Properties): Problem | null {
  if (number === null) return { kind: 'not_a_number' }
  if (ge !== undefined && number < ge) return { kind: 'number_low', limit: ge }
  if (le !== undefined && number > le) return { kind: 'number_high', limit: le }
  return null
}

/** The bounds of a day are moments, in seconds. The day of the first one counts from its start. */
function dayProblem(typed: string, { ge, le }: Properties): Problem | null {
  const moment = Date.parse(`${typed}T00:00:00Z`) / 1000
  if (Number.isNaN(moment)) return { kind: 'no_day' }
  if (ge !== undefined && typed < dayOf(ge)) return { kind: 'day_early', day: dayOf(ge) }
  if (le !== undefined && moment > le) return { kind: 'day_late', day: dayOf(le) }
  return null
}

/** `2026-01-31`, as fields for days have it. */
export const dayOf = (moment: number): string => new Date(moment * 1000).toISOString().slice(0, 10)

/** What confirm is sent: every field that has a value, and null for one that was emptied. */
export function customFieldData(values: CustomValues, checkout: Checkout): Record<string, CustomFieldValue> {
  const data: [string, CustomFieldValue][] = []
  for (const attached of checkout.attached_custom_fields) {
    const value = toValue(attached, typedIn(values, attached))
    if (value !== null || knownValue(attached, checkout) !== '') data.push([attached.custom_field.slug, value])
  }
  return Object.fromEntries(data)
}

function toValue({ custom_field }: AttachedField, typed: string): CustomFieldValue {
  if (custom_field.type === 'checkbox') return typed === 'true' ? true : null
  if (typed === '') return null
  return custom_field.type === 'number' ? numberIn(typed) : typed
}

/** Whole numbers are all that the server takes. `1,000` is a thousand here and one there: better to ask. */
function numberIn(typed: string): number | null {
  const number = /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

function typedIn(values: CustomValues, { custom_field }: AttachedField): string {
  return (Object.hasOwn(values, custom_field.slug) ? values[custom_field.slug] : '')?.trim() ?? ''
}
