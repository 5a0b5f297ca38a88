import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from './invalid-input.ts'
import { sortingOf } from './sorting.ts'

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
