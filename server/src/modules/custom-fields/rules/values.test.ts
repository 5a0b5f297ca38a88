import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type InputIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { AttachedField, CustomFieldProperties, CustomFieldType } from '../model.ts'
import { answersFromTexts, checkCustomFieldData, unansweredCustomFields, withAnswers } from './values.ts'

function attach(type: CustomFieldType, slug: string, properties: CustomFieldProperties = {}, required = false) {
  const createdAt = new Date('2026-01-01T00:00:00Z')
  const field = {
    id: slug,
    organizationId: 'o',
    createdAt,
    modifiedAt: null,
    version: 1,
    metadata: {},
    deletedAt: null,
  }
  return { field: { ...field, type, slug, name: slug, properties }, position: 0, required } satisfies AttachedField
}

function issuesOf(attached: readonly AttachedField[], data: Record<string, unknown>): readonly InputIssue[] {
  try {
    checkCustomFieldData(attached, data)
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues
    throw error
  }
  return []
}

const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const SIZES = {
  options: [
    { value: 's', label: 'Small' },
    { value: 'm', label: 'Medium' },
  ],
}

describe('the value of a custom field', () => {
  it.each<[CustomFieldType, CustomFieldProperties, unknown]>([
    ['text', {}, ''],
    ['text', {}, 'a'.repeat(10_000)],
    ['text', { min_length: 2, max_length: 2 }, 'ab'],
    ['text', { max_length: 2 }, '🎛🎛'],
    ['number', {}, 0],
    ['number', {}, Number.MAX_SAFE_INTEGER],
    ['number', { ge: -5, le: 5 }, -5],
    ['number', { ge: -5, le: 5 }, 5],
    ['date', {}, '2024-02-29'],
    ['date', {}, '0001-01-01'],
    ['date', {}, '9999-12-31'],
    ['date', { ge: seconds('2026-01-31'), le: seconds('2026-01-31') }, '2026-01-31'],
    ['checkbox', {}, true],
    ['checkbox', {}, false],
    ['select', SIZES, 'm'],
  ])('%s %j takes %j', (type, properties, value) => {
    expect(checkCustomFieldData([attach(type, 'x', properties)], { x: value })).toEqual({ x: value })
  })

  it.each<[CustomFieldType, CustomFieldProperties, unknown]>([
    ['text', {}, 5],
    ['text', {}, ['a']],
    ['text', {}, 'a'.repeat(10_001)],
    ['text', { min_length: 1 }, ''],
    ['text', { min_length: 2 }, '🎛'],
    ['text', { max_length: 2 }, 'abc'],
    ['number', {}, '5'],
    ['number', {}, 1.5],
    ['number', {}, 1e300],
    ['number', {}, Number.MAX_SAFE_INTEGER + 1],
    ['number', { ge: 1 }, 0],
    ['number', { le: 1 }, 2],
    ['date', {}, 1_769_817_600],
    ['date', {}, '2026-02-30'],
    ['date', {}, '0000-01-01'],
    ['date', {}, '2026-1-31'],
    ['date', {}, '2026-01-31T09:30:00.000Z'],
    ['date', {}, '2026-01-31T00:00:00+02:00'],
    ['date', {}, '+275761-01-01'],
    ['date', { ge: seconds('2026-01-31') }, '2026-01-30'],
    ['date', { le: seconds('2026-01-31') }, '2026-02-01'],
    ['checkbox', {}, 'true'],
    ['checkbox', {}, 1],
    ['select', SIZES, 'xl'],
    ['select', SIZES, 'Medium'],
    ['select', SIZES, { value: 'm' }],
    ['select', {}, 'm'],
  ])('%s %j refuses %j', (type, properties, value) => {
    expect(issuesOf([attach(type, 'x', properties)], { x: value })).toEqual([
      { type: 'value_error', loc: ['body', 'custom_field_data', 'x'], msg: expect.any(String), input: value },
    ])
  })

  it('is a day, also when a client sends the midnight of one', () => {
    const field = [attach('date', 'x')]
    for (const midnight of ['2026-01-31T00:00:00.000Z', '2026-01-31T00:00:00Z', '2026-01-31T00:00+00:00']) {
      expect(checkCustomFieldData(field, { x: midnight })).toEqual({ x: '2026-01-31' })
    }
  })

  it('has days as bounds, whatever the hour of the bound', () => {
    const day = seconds('2026-01-31')
    fc.assert(
      fc.property(fc.nat(86_399), fc.nat(86_399), (early, late) => {
        const field = [attach('date', 'x', { ge: day + early, le: day + late })]
        expect(issuesOf(field, { x: '2026-01-31' })).toEqual([])
        expect(issuesOf(field, { x: '2026-01-30' })).toHaveLength(1)
        expect(issuesOf(field, { x: '2026-02-01' })).toHaveLength(1)
      }),
    )
  })

  it('keeps no negative zero', () => {
    expect(Object.is(checkCustomFieldData([attach('number', 'x')], { x: -0 }).x, 0)).toBe(true)
  })
})

describe('the data of a checkout', () => {
  const fields = [
    attach('text', 'engraving', { max_length: 3 }),
    attach('number', 'seats'),
    attach('checkbox', 'terms'),
  ]

  it('drops what belongs to no field, and keeps null for taking a value away', () => {
    expect(checkCustomFieldData(fields, { engraving: null, color: 'red', seats: 4 })).toEqual({
      engraving: null,
      seats: 4,
    })
    expect(checkCustomFieldData(fields, null)).toEqual({})
    expect(checkCustomFieldData(fields, undefined)).toEqual({})
  })

  it('reports everything that is wrong at once', () => {
    const issues = issuesOf(fields, { engraving: 'Ada!', seats: 'four', terms: 'yes' })
    expect(issues.map((issue) => issue.loc.at(-1))).toEqual(['engraving', 'seats', 'terms'])
  })

  it('is never read beyond what was sent, whatever a field is called', () => {
    const inherited = ['constructor', 'toString', 'hasOwnProperty'].map((slug) => attach('text', slug, {}, true))
    expect(checkCustomFieldData(inherited, {})).toEqual({})
    expect(unansweredCustomFields(inherited, {})).toHaveLength(3)
    expect(checkCustomFieldData(inherited, { constructor: 'x' })).toEqual({ constructor: 'x' })
  })

  it('does no harm, whatever is sent', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "engraving": null}')
    expect(checkCustomFieldData(fields, hostile)).toEqual({ engraving: null })
    expect(withAnswers({}, checkCustomFieldData(fields, hostile))).toEqual({})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('engraving', 'seats', 'terms', 'x'), fc.anything()), (data) => {
        const known = Object.keys(data).filter((key) => key !== 'x' && data[key] !== undefined)
        const refused = issuesOf(fields, data).map((issue) => String(issue.loc.at(-1)))
        if (refused.length > 0) expect(known).toEqual(expect.arrayContaining(refused))
        else expect(Object.keys(checkCustomFieldData(fields, data)).sort()).toEqual(known.sort())
      }),
    )
  })

  it('lays new answers over what was stored', () => {
    expect(withAnswers({ a: 1, b: 'two', c: true }, { a: 2, b: null })).toEqual({ a: 2, c: true })
    expect(withAnswers({}, {})).toEqual({})
  })

  it('reads again, as it was stored, to the same', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    const answers = fc.record({
      t: fc.string({ maxLength: 50 }),
      n: fc.maxSafeInteger(),
      d: day.map((date) => date.toISOString().slice(0, 10)),
      c: fc.boolean(),
    })
    const all = [attach('text', 't'), attach('number', 'n'), attach('date', 'd'), attach('checkbox', 'c')]
    fc.assert(
      fc.property(answers, (data) => {
        const stored = JSON.parse(JSON.stringify(checkCustomFieldData(all, data)))
        expect(checkCustomFieldData(all, stored)).toEqual(stored)
      }),
    )
  })
})

describe('what is required', () => {
  const fields = [
    attach('text', 'engraving', {}, true),
    attach('number', 'seats', {}, true),
    attach('checkbox', 'terms', {}, true),
    attach('checkbox', 'newsletter'),
    attach('select', 'size', SIZES),
  ]

  it('is missing together, each at its place', () => {
    const issues = unansweredCustomFields(fields, undefined)
    expect(issues).toEqual(
      ['engraving', 'seats', 'terms'].map((slug) => ({
        type: 'missing',
        loc: ['body', 'custom_field_data', slug],
        msg: 'Field required',
        input: null,
      })),
    )
  })

  it('is not answered by null, by blanks, or by a box that stays empty', () => {
    const slugs = unansweredCustomFields(fields, { engraving: ' \n', seats: null, terms: false }).map(
      ({ loc }) => loc[2],
    )
    expect(slugs).toEqual(['engraving', 'seats', 'terms'])
  })

  it('is not answered by what was stored for another field of the same slug, required or not', () => {
    const stored = { engraving: 7, seats: 'many', terms: true, newsletter: 'yes', size: 'xl' }
    expect(unansweredCustomFields(fields, stored).map(({ loc, msg, input }) => [loc[2], msg, input])).toEqual([
      ['engraving', 'Input should be a string', 7],
      ['seats', 'Input should be a whole number', 'many'],
      ['newsletter', 'Input should be true or false', 'yes'],
      ['size', 'Input should be one of the options', 'xl'],
    ])
  })

  it('is answered by any value, zero among them', () => {
    expect(unansweredCustomFields(fields, { engraving: 'Ada', seats: 0, terms: true })).toEqual([])
  })
})

describe('answers that come as texts', () => {
  it.each<[CustomFieldType, CustomFieldProperties, string, unknown]>([
    ['text', {}, '5', '5'],
    ['text', { max_length: 2 }, 'abc', undefined],
    ['number', {}, '-5', -5],
    ['number', { le: 5 }, '6', undefined],
    ['number', {}, '5.0', undefined],
    ['number', {}, '', undefined],
    ['date', {}, '2026-01-31', '2026-01-31'],
    ['date', {}, '2026-02-30', undefined],
    ['checkbox', {}, 'true', true],
    ['checkbox', {}, 'false', false],
    ['checkbox', {}, 'on', undefined],
    ['select', SIZES, 'm', 'm'],
    ['select', SIZES, 'xl', undefined],
  ])('%s %j reads %j as %j', (type, properties, text, value) => {
    const answers = answersFromTexts([attach(type, 'x', properties), attach('text', 'y')], { x: text, z: 'z' })
    expect(answers).toEqual(value === undefined ? {} : { x: value })
  })
})
