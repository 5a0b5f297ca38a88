import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import type { DiscountCreate, DiscountUpdate } from '../schema.ts'
import { type DiscountTerms, newTerms, termsAfter } from './terms.ts'

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const optional = {
  amount: maybe(fc.nat()),
  currency: maybe(fc.constantFrom('usd', 'eur')),
  basis_points: maybe(fc.integer({ min: 1, max: 10_000 })),
  duration_in_months: maybe(fc.integer({ min: 1, max: 24 })),
}
const required = {
  name: fc.constant('Any'),
  type: fc.constantFrom('fixed' as const, 'percentage' as const),
  duration: fc.constantFrom('once' as const, 'repeating' as const, 'forever' as const),
}
const creates: fc.Arbitrary<DiscountCreate> = fc.record(
  { ...required, ...optional },
  { requiredKeys: ['name', 'type', 'duration'] },
)
const patches: fc.Arbitrary<DiscountUpdate> = fc.record({ ...required, ...optional }, { requiredKeys: [] })

/** What the table's own checks demand. */
function isSound(terms: DiscountTerms): boolean {
  const isFixed = terms.amount !== null && terms.currency !== null && terms.basisPoints === null
  const isPercentage = terms.amount === null && terms.currency === null && terms.basisPoints !== null
  return (
    (terms.type === 'fixed' ? isFixed : isPercentage) &&
    (terms.duration === 'repeating') === (terms.durationInMonths !== null)
  )
}

function attempt(work: () => DiscountTerms): DiscountTerms | string[] {
  try {
    return work()
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues.map((issue) => issue.loc.slice(1).join('.'))
    throw error
  }
}

describe('the terms of a discount', () => {
  it('are sound or refused, whatever is sent first and whatever is sent later', () => {
    fc.assert(
      fc.property(creates, patches, (input, patch) => {
        const made = attempt(() => newTerms(input, 'usd'))
        if (Array.isArray(made)) return
        expect(isSound(made)).toBe(true)
        const changed = attempt(() => termsAfter(made, patch))
        expect(Array.isArray(changed) || isSound(changed)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each<[object, string[]]>([
    [{ type: 'fixed', duration: 'once' }, ['amount']],
    [{ type: 'percentage', duration: 'once' }, ['basis_points']],
    [{ type: 'percentage', basis_points: 1, duration: 'repeating' }, ['duration_in_months']],
    [{ type: 'percentage', basis_points: 1, amount: 5, duration: 'once' }, ['amount']],
    [{ type: 'fixed', amount: 5, basis_points: 1, duration: 'once' }, ['basis_points']],
    [{ type: 'fixed', duration: 'once', duration_in_months: 2 }, ['amount', 'duration_in_months']],
  ])('%j is refused', (input, fields) => {
    expect(attempt(() => newTerms({ name: 'Any', ...input } as DiscountCreate, 'usd'))).toEqual(fields)
  })

  const euros: DiscountTerms = {
    type: 'fixed',
    amount: 500,
    currency: 'eur',
    basisPoints: null,
    duration: 'once',
    durationInMonths: null,
  }

  it('take a currency only together with an amount', () => {
    expect(termsAfter(euros, { currency: 'usd' })).toEqual(euros)
    expect(termsAfter(euros, { amount: 600 })).toEqual({ ...euros, amount: 600 })
    expect(termsAfter(euros, { amount: 600, currency: 'usd' })).toEqual({ ...euros, amount: 600, currency: 'usd' })
  })

  it('drop what no longer fits when type or duration change', () => {
    const percentage = { ...euros, type: 'percentage', amount: null, currency: null, basisPoints: 100 }
    expect(termsAfter(euros, { type: 'percentage', basis_points: 100, currency: 'usd' })).toEqual(percentage)
    const repeating: DiscountTerms = { ...euros, duration: 'repeating', durationInMonths: 3 }
    expect(termsAfter(repeating, { duration: 'forever' })).toEqual({ ...euros, duration: 'forever' })
  })
})
