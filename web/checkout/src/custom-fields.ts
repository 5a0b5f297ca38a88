import { customField, type Field } from './fields.ts'
import type { AttachedField, Checkout, CustomFieldValue } from './shapes.ts'

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

/** Only what cannot be right in any case: everything else is for the server to judge. */
export function customFieldProblems(values: CustomValues, checkout: Checkout): Partial<Record<Field, string>> {
  const found = checkout.attached_custom_fields.flatMap((attached): [Field, string][] => {
    const text = problemOf(attached, typedIn(values, attached))
    return text === null ? [] : [[customField(attached.custom_field.slug), text]]
  })
  return Object.fromEntries(found)
}

function problemOf({ custom_field, required }: AttachedField, typed: string): string | null {
  if (typed === '') return required ? (MISSING[custom_field.type] ?? 'Fill in this field.') : null
  if (custom_field.type === 'number' && numberIn(typed) === null) return 'Enter a number.'
  return null
}

const MISSING: Readonly<Record<string, string>> = {
  checkbox: 'Tick this box to go on.',
  select: 'Choose one.',
  date: 'Choose a day.',
}

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

function numberIn(typed: string): number | null {
  const number = Number(typed.replace(',', '.'))
  return Number.isFinite(number) ? number : null
}

function typedIn(values: CustomValues, { custom_field }: AttachedField): string {
  return (Object.hasOwn(values, custom_field.slug) ? values[custom_field.slug] : '')?.trim() ?? ''
}
