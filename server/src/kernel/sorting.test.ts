import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from './invalid-input.ts'
import { sortingOf, withoutConstants } from './sorting.ts'

const CRITERIA = ['created_at', 'amount', 'name'] as const

const term = fc.record({ by: fc.constantFrom(...CRITERIA), descending: fc.boolean() })

describe('sortingOf', () => {
  const written = (terms: readonly { by: string; descending: boolean }[]) =>
    terms.map(({ by, descending }) => (descending ? `-${by}` : by))

  it('reads every term back, in the order given', () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 3, selector: ({ by }) => by }), (terms) => {
        expect(sortingOf(written(terms), CRITERIA, ['name'])).toEqual(terms)
      }),
    )
  })

  it('passes over a criterion that was given before, in either direction: it could change nothing', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 10 }), (terms) => {
        const first = terms.filter((one, index) => terms.findIndex(({ by }) => by === one.by) === index)
        expect(sortingOf(written(terms), CRITERIA, ['name'])).toEqual(first)
      }),
    )
  })

  it('falls back when nothing was asked for', () => {
    expect(sortingOf(undefined, CRITERIA, ['-created_at'])).toEqual([{ by: 'created_at', descending: true }])
  })

  it('refuses an unknown criterion at its place', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 3 }), fc.string(), (terms, unknown) => {
        fc.pre(!CRITERIA.some((criterion) => unknown === criterion || unknown === `-${criterion}`))
        const given = [...terms.map(({ by }) => by), unknown]
        try {
          sortingOf(given, CRITERIA, [])
          return false
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInput)
          expect((error as InvalidInput).issues).toEqual([
            { type: 'enum', loc: ['query', 'sorting', terms.length], msg: expect.any(String), input: unknown },
          ])
          return true
        }
      }),
    )
  })

  it.each(['--name', '-', '+name', 'Name', 'name ', 'toString', '__proto__'])('refuses %s', (text) => {
    expect(() => sortingOf([text], CRITERIA, [])).toThrow(InvalidInput)
  })
})

describe('what is the same for every row', () => {
  const sorting = [
    { by: 'product', descending: true },
    { by: 'amount', descending: false },
  ] as const

  it('orders nothing', () => {
    expect(withoutConstants(sorting, { product: ['one'] }, 'time')).toEqual([{ by: 'amount', descending: false }])
    expect(withoutConstants(sorting, { product: ['one', 'one'] }, 'time')).toHaveLength(1)
  })

  it('leaves the order of time, in the same direction', () => {
    const [product] = sorting
    expect(withoutConstants([product], { product: ['one'] }, 'time')).toEqual([{ by: 'time', descending: true }])
  })

  it('is not what has several values, or none', () => {
    expect(withoutConstants(sorting, { product: ['one', 'two'] }, 'time')).toEqual(sorting)
    expect(withoutConstants(sorting, {}, 'time')).toEqual(sorting)
    expect(withoutConstants(sorting, { product: [] }, 'time')).toEqual(sorting)
  })
})
