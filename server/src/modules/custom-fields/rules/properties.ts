import { fieldIssue, type InputIssue, InvalidInput, missingField } from '../../../kernel/invalid-input.ts'
import type { CustomFieldProperties, CustomFieldType } from '../model.ts'
import type { CustomFieldPropertiesInput } from '../schema.ts'

const EVERYWHERE = ['form_label', 'form_help_text', 'form_placeholder'] as const

const OF_TYPE = {
  text: ['textarea', 'min_length', 'max_length'],
  number: ['ge', 'le'],
  date: ['ge', 'le'],
  checkbox: [],
  select: ['options'],
} as const satisfies Record<CustomFieldType, readonly (keyof CustomFieldProperties)[]>

/** The first and the last day that a date can name, in seconds since 1970. */
const FIRST_SECOND = Date.parse('0001-01-01T00:00:00Z') / 1000
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000

/** The properties that belong to the type, without those that were left out, or everything that is wrong with them. */
export function propertiesOf(type: CustomFieldType, given: CustomFieldPropertiesInput): CustomFieldProperties {
  const names = [...EVERYWHERE, ...OF_TYPE[type]]
  const properties: CustomFieldProperties = Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined || given[name] === null ? [] : [[name, given[name]]])),
  )
  const issues = [
    ...orderIssues(properties, 'min_length', 'max_length'),
    ...orderIssues(properties, 'ge', 'le'),
    ...(type === 'date' ? [...dateIssues(properties, 'ge'), ...dateIssues(properties, 'le')] : []),
    ...(type === 'select' ? optionIssues(properties.options) : []),
  ]
  if (issues.length > 0) throw new InvalidInput(issues)
  return properties
}

function orderIssues(
  properties: CustomFieldProperties,
  least: 'min_length' | 'ge',
  most: 'max_length' | 'le',
): InputIssue[] {
  const [low, high] = [properties[least], properties[most]]
  if (low === undefined || high === undefined || low <= high) return []
  return [fieldIssue(['properties', most], `Input should not be below ${least}`, high)]
}

function dateIssues(properties: CustomFieldProperties, name: 'ge' | 'le'): InputIssue[] {
  const seconds = properties[name]
  if (seconds === undefined || (seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) return []
  return [fieldIssue(['properties', name], 'Input should be seconds since 1970, within the years 1 to 9999', seconds)]
}

/** Values are what is stored, so two options with the same one could not be told apart. */
function optionIssues(options: CustomFieldProperties['options']): InputIssue[] {
  if (options === undefined) return [missingField('properties', 'options')]
  return options.flatMap(({ value }, index) =>
    options.findIndex((option) => option.value === value) === index
      ? []
      : [fieldIssue(['properties', 'options', index, 'value'], 'This value is in the list twice', value)],
  )
}
