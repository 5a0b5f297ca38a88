import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from './invalid-input.ts'
import { sortingOf } from './sorting.ts'

const CRITERIA = ['created_at', 'amount', 'name'] as const

const term = fc.record({ by: fc.constantFrom(...CRITERIA), descending: fc.boolean() })

describe('sortingOf', () => {
  it('reads every term back, in the order given', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 5 }), (terms) => {
        const given = terms.map(({ by, descending }) => (descending ? `-${by}` : by))
        expect(sortingOf(given, CRITERIA, ['name'])).toEqual(terms)
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
