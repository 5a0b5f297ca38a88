import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_AMOUNT, minor } from '../../../kernel/money.ts'
import type { Discount } from '../model.ts'
import { discountAmount, whyNotApplicable } from './apply.ts'

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT }).map(minor)
const points = fc.integer({ min: 1, max: 10_000 })
const percentage = (basisPoints: number) => ({ amount: null, currency: null, basisPoints })
const fixed = (amount: number, currency: string) => ({ amount, currency, basisPoints: null })

describe('what a discount takes off', () => {
  it('is between nothing and everything, and whole', () => {
    const discounts = fc.oneof(
      points.map(percentage),
      amounts.map((amount) => fixed(amount, 'usd')),
    )
    fc.assert(
      fc.property(discounts, amounts, (discount, amount) => {
        const off = discountAmount(discount, amount, 'usd')
        expect(Number.isSafeInteger(off)).toBe(true)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(amount)
      }),
    )
  })

  it('is the exact share, rounded once, halves away from zero', () => {
    fc.assert(
      fc.property(points, amounts, (share, amount) => {
        const off = BigInt(discountAmount(percentage(share), amount, 'usd'))
        const distance = 2n * (off * 10_000n - BigInt(amount) * BigInt(share))
        expect(distance > -10_000n && distance <= 10_000n).toBe(true)
      }),
    )
    expect(discountAmount(percentage(5000), minor(5), 'usd')).toBe(3)
    expect(discountAmount(percentage(10_000), minor(MAX_AMOUNT), 'jpy')).toBe(MAX_AMOUNT)
  })

  it('does not fall when the percentage rises', () => {
    fc.assert(
      fc.property(points, points, amounts, (one, other, amount) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(discountAmount(percentage(low), amount, 'usd')).toBeLessThanOrEqual(
          discountAmount(percentage(high), amount, 'usd'),
        )
      }),
    )
  })

  it('is nothing for a fixed discount in another currency', () => {
    expect(discountAmount(fixed(500, 'eur'), minor(1900), 'usd')).toBe(0)
    expect(discountAmount(fixed(500, 'usd'), minor(1900), 'usd')).toBe(500)
    expect(discountAmount(fixed(500, 'usd'), minor(300), 'usd')).toBe(300)
  })
})

const NOW = new Date('2026-06-01T12:00:00Z')
const before = new Date(NOW.getTime() - 1)
const after = new Date(NOW.getTime() + 1)
const use = { productId: 'a', currency: 'usd', priceIsFree: false, redeemedByCustomer: 2 }

const discount: Discount = {
  id: 'd',
  createdAt: before,
  modifiedAt: null,
  version: 1,
  organizationId: 'o',
  name: 'Spring',
  type: 'fixed',
  amount: 500,
  currency: 'usd',
  basisPoints: null,
  duration: 'once',
  durationInMonths: null,
  code: null,
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  maxRedemptionsPerCustomer: null,
  redemptionsCount: 0,
  metadata: {},
  deletedAt: null,
  productIds: [],
}
const but = (changes: Partial<Discount>) => ({ ...discount, ...changes })

describe('why a discount does not apply', () => {
  it.each<[string | null, Discount]>([
    [null, discount],
    ['deleted', but({ deletedAt: before })],
    ['not_started', but({ startsAt: after })],
    [null, but({ startsAt: NOW })],
    ['ended', but({ endsAt: NOW })],
    [null, but({ endsAt: after })],
    ['used_up', but({ maxRedemptions: 3, redemptionsCount: 3 })],
    [null, but({ maxRedemptions: 3, redemptionsCount: 2 })],
    ['used_up_by_customer', but({ maxRedemptionsPerCustomer: 2 })],
    ['used_up_by_customer', but({ maxRedemptionsPerCustomer: 1 })],
    [null, but({ maxRedemptionsPerCustomer: 3 })],
    ['used_up', but({ maxRedemptions: 1, redemptionsCount: 1, maxRedemptionsPerCustomer: 1 })],
    ['other_product', but({ productIds: ['b', 'c'] })],
    [null, but({ productIds: ['b', 'a'] })],
    ['other_currency', but({ currency: 'eur' })],
    [null, but({ type: 'percentage', amount: null, currency: null, basisPoints: 100 })],
    ['ended', but({ endsAt: before, productIds: ['b'], currency: 'eur' })],
  ])('%s', (reason, given) => {
    expect(whyNotApplicable(given, use, NOW)).toBe(reason)
  })

  it('is a free price, where there is nothing to take off', () => {
    expect(whyNotApplicable(discount, { ...use, priceIsFree: true }, NOW)).toBe('free_price')
  })
})
