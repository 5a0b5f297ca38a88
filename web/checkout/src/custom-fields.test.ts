import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleField } from '../test/example.ts'
import { customFieldData, customFieldProblems, knownValue, labelOf } from './custom-fields.ts'
import type { AttachedField, Checkout } from './shapes.ts'

const asking = (...attached_custom_fields: AttachedField[]) => exampleCheckout({ attached_custom_fields })
const text = exampleField({ slug: 'note' })
const number = exampleField({ slug: 'seats', type: 'number' })
const date = exampleField({ slug: 'start', type: 'date' })
const box = exampleField({ slug: 'terms', type: 'checkbox' })
const choice = exampleField({ slug: 'size', type: 'select', properties: { options: [{ value: 's', label: 'Small' }] } })
const required = (field: AttachedField): AttachedField => ({ ...field, required: true })

describe('customFieldProblems', () => {
  it('asks for what is required, in words for its kind', () => {
    const checkout = asking(...[text, number, date, box, choice].map(required))
    expect(customFieldProblems({ note: '  ' }, checkout)).toEqual({
      'custom.note': 'Fill in this field.',
      'custom.seats': 'Fill in this field.',
      'custom.start': 'Choose a day.',
      'custom.terms': 'Tick this box to go on.',
      'custom.size': 'Choose one.',
    })
  })

  it('lets the rest be empty, and leaves the judgment to the server', () => {
    expect(customFieldProblems({}, asking(text, number, date, box, choice))).toEqual({})
    expect(customFieldProblems({ seats: 'many' }, asking(number))).toEqual({ 'custom.seats': 'Enter a number.' })
  })
})

describe('customFieldData', () => {
  it('sends values of the right kind', () => {
    const typed = { note: ' Hi ', seats: '2,5', start: '2026-01-31', terms: 'true', size: 's' }
    expect(customFieldData(typed, asking(text, number, date, box, choice))).toEqual({
      note: 'Hi',
      seats: 2.5,
      start: '2026-01-31',
      terms: true,
      size: 's',
    })
  })

  it('sends nothing for what was left empty', () => {
    expect(customFieldData({ note: '', terms: '' }, asking(text, box))).toEqual({})
  })

  it('takes back what was known and has been emptied', () => {
    const checkout: Checkout = { ...asking(text, box), custom_field_data: { note: 'Hi', terms: true } }
    expect(customFieldData({ note: '', terms: '' }, checkout)).toEqual({ note: null, terms: null })
  })

  it('is not confused by a slug that every object has', () => {
    expect(customFieldData({}, asking(exampleField({ slug: 'constructor' })))).toEqual({})
  })
})

describe('knownValue', () => {
  it('shows what the checkout holds', () => {
    const known = (field: AttachedField, value: string | number | boolean) =>
      knownValue(field, exampleCheckout({ custom_field_data: { [field.custom_field.slug]: value } }))
    expect(known(number, 3)).toBe('3')
    expect(known(box, true)).toBe('true')
    expect(known(box, false)).toBe('')
    expect(known(date, '2026-01-31T00:00:00.000Z')).toBe('2026-01-31')
  })
})

it('labels a field as the seller wants it', () => {
  expect(labelOf(text)).toBe('Size')
  expect(labelOf(exampleField({ properties: { form_label: 'Your size' } }))).toBe('Your size')
})
