import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Maybe } from '../../kernel/wire.ts'
import { checkOf } from './validate.ts'

const messageOf = (schema: Parameters<typeof checkOf>[0], value: unknown) => checkOf(schema, 'body')(value)[0]?.msg

describe('what is wrong with an input', () => {
  const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', patternMeans: 'a color such as #3b5bdb' })

  it('says what a pattern wants', () => {
    expect(messageOf(Color, 'yellowish')).toBe('Input should be a color such as #3b5bdb')
    const body = Type.Object({ colors: Type.Array(Maybe(Color)) })
    expect(checkOf(body, 'body')({ colors: [null, 'red'] })).toEqual([
      {
        type: 'string_pattern_mismatch',
        loc: ['body', 'colors', 1],
        msg: 'Input should be a color such as #3b5bdb',
        input: 'red',
      },
    ])
    expect(messageOf(Type.Union([Color, Type.Integer()]), true)).toBe(
      'Input should be a color such as #3b5bdb or a whole number',
    )
  })

  it.each([
    [Type.String({ minLength: 1 }), '', 'Input should have at least 1 character'],
    [Type.String({ minLength: 2 }), '', 'Input should have at least 2 characters'],
    [Type.String({ maxLength: 1 }), 'ab', 'Input should have at most 1 character'],
    [Type.Array(Type.Integer(), { minItems: 1 }), [], 'Input should have at least 1 entry'],
    [Type.Array(Type.Integer(), { maxItems: 2 }), [1, 2, 3], 'Input should have at most 2 entries'],
    [Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1], 'Input should have no entry twice'],
    [
      Type.Record(Type.String(), Type.Integer(), { maxProperties: 1 }),
      { a: 1, b: 2 },
      'Input should have at most 1 pair',
    ],
  ])('counts as people do: %#', (schema, value, msg) => {
    expect(messageOf(schema, value)).toBe(msg)
  })
})
