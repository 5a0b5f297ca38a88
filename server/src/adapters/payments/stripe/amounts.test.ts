import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromStripe, toStripe } from './amounts.ts'

describe('amounts for Stripe', () => {
  it.each([
    ['usd', 1999, 1999],
    ['jpy', 500, 500],
    ['huf', 100_000, 100_000],
    ['isk', 5, 500],
    ['ugx', 5, 500],
    ['mga', 500, 5],
    ['kwd', 1230, 1230],
  ])('%s: %i becomes %i', (currency, ours, theirs) => {
    expect(toStripe(ours, currency)).toBe(theirs)
    expect(fromStripe(theirs, currency)).toBe(ours)
  })

  it.each([
    ['mga', 50],
    ['kwd', 1234],
    ['bhd', 5],
  ])('%s: %i cannot be told', (currency, amount) => {
    expect(() => toStripe(amount, currency)).toThrow('cannot be paid in this currency')
  })

  it('come back as they were, for every amount that can be told', () => {
    const currencies = fc.constantFrom('usd', 'jpy', 'isk', 'ugx', 'mga', 'kwd', 'tnd')
    fc.assert(
      fc.property(currencies, fc.integer({ min: 0, max: 9_999_999_999 }), (currency, tenths) => {
        const amount = tenths * 100
        return fromStripe(toStripe(amount, currency), currency) === amount
      }),
    )
  })
})
