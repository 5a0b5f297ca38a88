import { type CustomValues, knownValue, labelOf } from '../custom-fields.ts'
import { el } from '../dom.ts'
import { customField, type Field } from '../fields.ts'
import type { AttachedField, Checkout } from '../shapes.ts'
import { type FieldView, field, type Input, textInput } from './field.ts'

/** What the seller asks for, in the seller's order. */
export function customFieldsView(checkout: Checkout) {
  const views = checkout.attached_custom_fields.map((attached) => ({ attached, view: viewOf(attached, checkout) }))
  return {
    elements: views.map(({ view }) => view.element),
    fields: Object.fromEntries(
      views.map(({ attached, view }) => [customField(attached.custom_field.slug), view]),
    ) as Partial<Record<Field, FieldView>>,
    values: (): CustomValues =>
      Object.fromEntries(views.map(({ attached, view }) => [attached.custom_field.slug, typed(view.input)])),
  }
}

function viewOf(attached: AttachedField, checkout: Checkout): FieldView {
  const { custom_field, required } = attached
  const input = inputOf(attached)
  const known = knownValue(attached, checkout)
  if (isCheckbox(input)) input.checked = known === 'true'
  else input.value = known
  input.name = customField(custom_field.slug)
  input.required = required
  const help = custom_field.properties.form_help_text
  return field(input, { id: customField(custom_field.slug), label: labelOf(attached), isOptional: !required, help })
}

function inputOf({ custom_field: { type, properties } }: AttachedField): Input {
  const placeholder = properties.form_placeholder ?? ''
  switch (type) {
    case 'number':
      return textInput({ inputmode: 'decimal', placeholder })
    case 'date':
      return textInput({ type: 'date', ...dayBounds(properties) })
    case 'checkbox':
      return el('input', { type: 'checkbox' })
    case 'select':
      return el(
        'select',
        {},
        el('option', { value: '' }, placeholder || 'Choose …'),
        ...(properties.options ?? []).map(({ value, label }) => el('option', { value }, label)),
      )
    default: {
      const limit = properties.max_length === undefined ? {} : { maxlength: String(properties.max_length) }
      return properties.textarea
        ? el('textarea', { rows: '3', placeholder, ...limit })
        : textInput({ placeholder, ...limit })
    }
  }
}

/** The API's bounds are moments, in seconds; the field's are days. */
function dayBounds({ ge, le }: AttachedField['custom_field']['properties']): Record<string, string> {
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
  return { ...(ge !== undefined && { min: day(ge) }), ...(le !== undefined && { max: day(le) }) }
}

function typed(input: Input): string {
  return isCheckbox(input) ? String(input.checked || '') : input.value
}

function isCheckbox(input: Input): input is HTMLInputElement {
  return input.type === 'checkbox'
}
