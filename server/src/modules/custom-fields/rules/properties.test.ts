import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import type { CustomFieldType } from '../model.ts'
import type { CustomFieldPropertiesInput } from '../schema.ts'
import { propertiesOf } from './properties.ts'

const EVERYTHING = {
  form_label: 'Label',
  form_help_text: 'Help',
  form_placeholder: 'Placeholder',
  textarea: false,
  min_length: 0,
  max_length: 5,
  ge: 0,
  le: 10,
  options: [{ value: 'a', label: 'A' }],
}
const FORM = { form_label: 'Label', form_help_text: 'Help', form_placeholder: 'Placeholder' }

describe('the properties of a custom field', () => {
  it.each<[CustomFieldType, object]>([
    ['text', { ...FORM, textarea: false, min_length: 0, max_length: 5 }],
    ['number', { ...FORM, ge: 0, le: 10 }],
    ['date', { ...FORM, ge: 0, le: 10 }],
    ['checkbox', FORM],
    ['select', { ...FORM, options: [{ value: 'a', label: 'A' }] }],
  ])('are those of its type: %s', (type, properties) => {
    expect(propertiesOf(type, EVERYTHING)).toEqual(properties)
  })

  it('leave out what was left out, and what was null', () => {
    expect(propertiesOf('text', {})).toEqual({})
    expect(propertiesOf('number', { ge: null, le: 3, form_label: null })).toEqual({ le: 3 })
  })

  it.each<[string, CustomFieldType, CustomFieldPropertiesInput, string[]]>([
    ['lengths that cross', 'text', { min_length: 5, max_length: 4 }, ['properties.max_length']],
    ['numbers that cross', 'number', { ge: 1, le: 0 }, ['properties.le']],
    ['days that cross', 'date', { ge: 86_400, le: 0 }, ['properties.le']],
    ['a day before all days', 'date', { ge: -1e13 }, ['properties.ge']],
    ['a day after all days', 'date', { le: 1e13 }, ['properties.le']],
    ['a choice of nothing', 'select', {}, ['properties.options']],
    [
      'options with one value',
      'select',
      { options: ['a', 'b', 'a', 'a'].map((value) => ({ value, label: value })) },
      ['properties.options.2.value', 'properties.options.3.value'],
    ],
  ])('refuse %s', (_, type, given, locs) => {
    const refused = (() => {
      try {
        return propertiesOf(type, given)
      } catch (error) {
        return error
      }
    })()
    expect(refused).toBeInstanceOf(InvalidInput)
    expect((refused as InvalidInput).issues.map((issue) => issue.loc.slice(1).join('.'))).toEqual(locs)
  })
})
