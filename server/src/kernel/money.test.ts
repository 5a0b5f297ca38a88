import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, divideRounded, MAX_AMOUNT, minor, sum, takeOff, ZERO } from './money.ts'

const amount = fc.integer({ min: 0, max: MAX_AMOUNT }).map(minor)
const points = fc.integer({ min: 0, max: 10_000 })

describe('divideRounded', () => {
  it.each([
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 3n],
    [0n, 7n, 0n],
  ])('%s / %s is %s: halves go away from zero', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected)
  })

  it('is never further away than a half', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        const off = 2n * (divideRounded(numerator, denominator) * denominator - numerator)
        return off >= -denominator && off <= denominator
      }),
    )
  })

  it('mirrors at zero, so a refund takes back what the charge took', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        return divideRounded(-numerator, denominator) === -divideRounded(numerator, denominator)
      }),
    )
  })

  it.each([0n, -1n])('refuses the denominator %s', (denominator) => {
    expect(() => divideRounded(1n, denominator)).toThrow(RangeError)
  })
})

describe('basisPoints', () => {
  it.each([
    [1999, 2000, 400],
    [1, 5000, 1],
    [1, 4999, 0],
    [MAX_AMOUNT, 10_000, MAX_AMOUNT],
    [MAX_AMOUNT, 3333, 333_300_000_000],
  ])('%s × %s', (of, share, expected) => {
    expect(basisPoints(minor(of), share)).toBe(expected)
  })

  it('is a whole part of the amount, and all of it at 10,000', () => {
    fc.assert(
      fc.property(amount, points, (of, share) => {
        const part = basisPoints(of, share)
        return Number.isSafeInteger(part) && part >= 0 && part <= of && basisPoints(of, 10_000) === of
      }),
    )
  })

  it('grows with the share', () => {
    fc.assert(
      fc.property(amount, points, points, (of, a, b) => {
        return basisPoints(of, Math.min(a, b)) <= basisPoints(of, Math.max(a, b))
      }),
    )
  })
})

describe('takeOff and sum', () => {
  it('what is taken off and what is left add up, and nothing goes below zero', () => {
    fc.assert(
      fc.property(amount, amount, (whole, off) => {
        const left = takeOff(whole, off)
        return left >= 0 && sum(left, minor(Math.min(off, whole))) === whole
      }),
    )
  })

  it('the sum of nothing is nothing', () => {
    expect(sum()).toBe(ZERO)
  })
})

describe('minor', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %s', (value) => {
    expect(() => minor(value)).toThrow(RangeError)
  })
})
