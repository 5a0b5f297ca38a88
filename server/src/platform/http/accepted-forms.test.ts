import { describe, expect, it } from 'vitest'
import { acceptedForms, schemaAt } from './accepted-forms.ts'

describe('what a choice accepts', () => {
  it.each([
    [[{ type: 'string' }, { type: 'null' }], 'a string'],
    [
      [{ type: 'string', minLength: 1, maxLength: 5 }, { type: 'boolean' }],
      'a string of 1 to 5 characters, true or false',
    ],
    [[{ type: 'string', maxLength: 5 }, { type: 'object' }], 'a string of at most 5 characters or an object'],
    [[{ type: 'string', minLength: 2 }, { type: 'array' }], 'a string of at least 2 characters or a list'],
    [[{ type: 'string', format: 'uuid' }, { type: 'number' }], 'a UUID or a number'],
    [[{ type: 'string', enum: ['a', 'b'] }, { type: 'integer' }], 'a, b or a whole number'],
    [[{ type: 'integer', minimum: 1 }, { type: 'boolean' }], 'a whole number of at least 1, true or false'],
    [[{ type: 'integer', minimum: 1, maximum: 9 }, { const: 'all' }], 'a whole number from 1 to 9 or all'],
    [[{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 9 }], 'a whole number of at most 9'],
    [[{ type: 'string', maxLength: 9, description: 'a day such as 2026-01-31' }], 'a day such as 2026-01-31'],
    [[{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'string' }], 'a whole number or a string'],
  ])('%j: %s', (anyOf, text) => {
    expect(acceptedForms({ anyOf })).toBe(text)
  })
})

describe('the part of a schema at a path', () => {
  const inner = { type: 'string' }
  const schema = { properties: { 'a/b~c': { additionalProperties: { anyOf: [inner, { type: 'null' }] } } } }

  it('is found by names that need escaping, and through lists', () => {
    expect(schemaAt(schema, '#/properties/a~1b~0c/additionalProperties/anyOf/0')).toBe(inner)
    expect(schemaAt(schema, '#')).toBe(schema)
  })

  it('is nothing where the schema has nothing, or only what every object has', () => {
    expect(schemaAt(schema, '#/properties/missing/anyOf')).toBeUndefined()
    expect(schemaAt(schema, '#/constructor')).toBeUndefined()
  })
})
