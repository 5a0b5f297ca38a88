import fc from 'fast-check'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { mergeMetadata } from './metadata.ts'
import { Metadata } from './wire.ts'

const validator = Schema.Compile(Metadata)
const fits = (value: unknown): boolean => validator.Check(value)

const key = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcxyz_-. 09äß') })
const value = fc.oneof(fc.string({ minLength: 1, maxLength: 500 }), fc.maxSafeInteger(), fc.boolean())

describe('Metadata', () => {
  it('takes up to 50 pairs of texts, whole numbers and booleans', () => {
    fc.assert(fc.property(fc.dictionary(key, value, { maxKeys: 50 }), (pairs) => fits(pairs)))
    expect(fits({})).toBe(true)
  })

  it('takes 50 pairs and not 51', () => {
    const pairs = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]))
    expect(fits(pairs(50))).toBe(true)
    expect(fits(pairs(51))).toBe(false)
  })

  it.each([
    [{ ['k'.repeat(40)]: 1 }, true],
    [{ ['k'.repeat(41)]: 1 }, false],
    [{ '': 1 }, false],
    [{ k: 'v'.repeat(500) }, true],
    [{ k: 'v'.repeat(501) }, false],
    [{ k: '' }, false],
    [{ k: Number.MAX_SAFE_INTEGER }, true],
    [{ k: 2 ** 53 }, false],
    [{ k: 1.5 }, false],
    [{ k: null }, false],
    [{ k: { nested: 1 } }, false],
    [{ k: [1] }, false],
    [null, false],
    [[], false],
    ['text', false],
  ])('%j', (pairs, expected) => {
    expect(fits(pairs)).toBe(expected)
  })

  it('counts characters, not code units', () => {
    expect(fits({ ['😀'.repeat(40)]: '😀'.repeat(500) })).toBe(true)
    expect(fits({ k: '😀'.repeat(501) })).toBe(false)
  })
})

describe('mergeMetadata', () => {
  const pairs = fc.dictionary(key, value)

  it('keeps every key, and the later value of each', () => {
    fc.assert(
      fc.property(pairs, pairs, (first, second) => {
        const merged = mergeMetadata(first, second)
        const keys = new Set([...Object.keys(first), ...Object.keys(second)])
        expect(new Set(Object.keys(merged))).toEqual(keys)
        for (const name of keys) expect(merged[name]).toBe(Object.hasOwn(second, name) ? second[name] : first[name])
      }),
    )
  })

  it('changes neither', () => {
    const [first, second] = [{ a: 1 }, { a: 2, b: 3 }]
    mergeMetadata(first, second)
    expect([first, second]).toEqual([{ a: 1 }, { a: 2, b: 3 }])
  })
})
