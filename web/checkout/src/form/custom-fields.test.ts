import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleField } from '../../test/example.ts'
import type { AttachedField, Checkout } from '../api/shapes.ts'
import { customFieldData, customFieldProblems, knownValue, labelOf } from './custom-fields.ts'

const asking = (...attached_custom_fields: AttachedField[]) => exampleCheckout({ attached_custom_fields })
const text = exampleField({ slug: 'note' })
const number = exampleField({ slug: 'seats', type: 'number' })
const date = exampleField({ slug: 'start', type: 'date' })
const box = exampleField({ slug: 'terms', type: 'checkbox' })
const choice = exampleField({ slug: 'size', type: 'select', properties: { options: [{ value: 's', label: 'Small' }] } })
/** The start of January 31, 2026, in seconds. */
const MIDNIGHT = Date.UTC(2026, 0, 31) / 1000
const required = (field: AttachedField): AttachedField => ({ ...field, required: true })

describe('customFieldProblems', () => {
  it('asks for what is required, in words for its kind', () => {
    const checkout = asking(...[text, number, date, box, choice].map(required))
    expect(customFieldProblems({ note: '  ' }, checkout)).toEqual({
      'custom.note': { kind: 'missing' },
      'custom.seats': { kind: 'missing' },
      'custom.start': { kind: 'no_day' },
      'custom.terms': { kind: 'untick' },
      'custom.size': { kind: 'unchosen' },
    })
  })

  it('lets the rest be empty', () => {
    expect(customFieldProblems({}, asking(text, number, date, box, choice))).toEqual({})
  })

  it.each([
    [text, { min_length: 3 }, 'ab', { kind: 'too_short', limit: 3 }],
    [text, { max_length: 3 }, 'abcd', { kind: 'too_long', limit: 3 }],
    [number, {}, 'many', { kind: 'not_a_number' }],
    [number, { ge: 2 }, '1', { kind: 'number_low', limit: 2 }],
    [number, { le: 2 }, '3', { kind: 'number_high', limit: 2 }],
    [date, {}, 'soon', { kind: 'no_day' }],
    [date, { ge: MIDNIGHT }, '2026-01-30', { kind: 'day_early', day: '2026-01-31' }],
    [date, { le: MIDNIGHT }, '2026-02-01', { kind: 'day_late', day: '2026-01-31' }],
  ])('knows the limits that the seller has set: %#', (field, properties, typed, problem) => {
    const { slug } = field.custom_field
    const limited = { ...field, custom_field: { ...field.custom_field, properties } }
    expect(customFieldProblems({ [slug]: typed }, asking(limited))).toEqual({ [`custom.${slug}`]: problem })
  })

  it.each([
    ['characters count, not what they are stored in', text, { max_length: 2 }, '🎹🎹'],
    ['the day of a limit at noon counts whole', date, { ge: MIDNIGHT + 43_200 }, '2026-01-31'],
    ['a limit is still within', number, { ge: -2 }, '-2'],
  ])('finds nothing wrong: %s', (_, field, properties, typed) => {
    const limited = { ...field, custom_field: { ...field.custom_field, properties } }
    expect(customFieldProblems({ [field.custom_field.slug]: typed }, asking(limited))).toEqual({})
  })

  it.each(['1,000', '1.000', '2,5', '1e3', '0x10', '99999999999999999'])(
    'does not guess what number %s is',
    (typed) => {
      expect(customFieldProblems({ seats: typed }, asking(number))).toEqual({
        'custom.seats': { kind: 'not_a_number' },
      })
    },
  )
})

describe('customFieldData', () => {
  it('sends values of the right kind', () => {
    const typed = { note: ' Hi ', seats: ' 25 ', start: '2026-01-31', terms: 'true', size: 's' }
    expect(customFieldData(typed, asking(text, number, date, box, choice))).toEqual({
      note: 'Hi',
      seats: 25,
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
    expect(knownValue(exampleField({ slug: 'constructor' }), exampleCheckout())).toBe('')
  })
})

it('labels a field as the seller wants it', () => {
  expect(labelOf(text)).toBe('Size')
  expect(labelOf(exampleField({ properties: { form_label: 'Your size' } }))).toBe('Your size')
})
