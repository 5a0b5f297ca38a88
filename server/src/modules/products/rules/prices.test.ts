import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Interval } from '../../../kernel/time.ts'
import type { FullProduct, Price } from '../model.ts'
import type { PriceEntry, ProductCreate } from '../schema.ts'
import type { PriceTerms } from './price-terms.ts'
import { frameOf, intervalAfter, intervalOf, intervalWanted, pricesOf, sortOutPrices } from './prices.ts'

type Input = Pick<ProductCreate, 'recurring_interval' | 'prices'>
const read = (input: Input) => pricesOf(input, frameOf(input, 'eur'))

function locsOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues.map((issue) => issue.loc.slice(1).join('.'))
    throw error
  }
  return []
}

const FIXED = { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' } as const

describe('the prices of a new product', () => {
  it('means the same whether the interval stands on the product or on the price', () => {
    const onProduct = read({ recurring_interval: 'month', prices: [FIXED] })
    const onPrice = read({ prices: [{ ...FIXED, type: 'recurring', recurring_interval: 'month' }] })
    expect(onProduct).toEqual(onPrice)
    expect(onPrice).toMatchObject([{ type: 'recurring', recurringInterval: 'month', priceAmount: 900 }])
  })

  it('is one-time when nobody speaks of an interval', () => {
    expect(read({ prices: [FIXED] })).toMatchObject([{ type: 'one_time', recurringInterval: null }])
  })

  it('takes the given currency for prices that name none, and no currency for free ones', () => {
    expect(read({ prices: [{ amount_type: 'fixed', price_amount: 0 }] })).toMatchObject([{ priceCurrency: 'eur' }])
    expect(read({ prices: [{ amount_type: 'free', price_currency: 'usd' }] })).toMatchObject([{ priceCurrency: null }])
  })

  it.each<[string, Input, string[]]>([
    ['a fixed price without an amount', { prices: [{ amount_type: 'fixed' }] }, ['prices.0.price_amount']],
    [
      'a recurring price without an interval',
      { prices: [{ ...FIXED, type: 'recurring' }] },
      ['prices.0.recurring_interval'],
    ],
    [
      'an interval on a one-time price',
      { prices: [{ ...FIXED, type: 'one_time', recurring_interval: 'month' }] },
      ['prices.0.recurring_interval'],
    ],
    [
      'a one-time price of a recurring product',
      { recurring_interval: 'month', prices: [{ ...FIXED, type: 'one_time' }] },
      ['prices.0.type'],
    ],
    [
      'a recurring price beside a one-time price',
      { prices: [FIXED, { ...FIXED, type: 'recurring', recurring_interval: 'month' }] },
      ['prices.1.type'],
    ],
    [
      'another interval than the product says',
      { recurring_interval: 'month', prices: [{ ...FIXED, recurring_interval: 'year' }] },
      ['prices.0.recurring_interval'],
    ],
    ['two one-time prices', { prices: [FIXED, { ...FIXED, price_currency: 'eur' }] }, ['prices.1']],
    [
      'two prices for one interval and currency',
      { recurring_interval: 'month', prices: [FIXED, { ...FIXED, price_amount: 1 }] },
      ['prices.1'],
    ],
    [
      'a free price beside a fixed one',
      { recurring_interval: 'month', prices: [FIXED, { amount_type: 'free' }] },
      ['prices.1'],
    ],
    [
      'a recurring price that the buyer chooses',
      { recurring_interval: 'month', prices: [{ amount_type: 'custom' }] },
      ['prices.0.amount_type'],
    ],
    [
      'a maximum below the minimum',
      { prices: [{ amount_type: 'custom', minimum_amount: 500, maximum_amount: 400 }] },
      ['prices.0.maximum_amount'],
    ],
    [
      'a preset outside the bounds',
      { prices: [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 400 }] },
      ['prices.0.preset_amount'],
    ],
    [
      'everything at once, each at its place',
      { prices: [{ amount_type: 'fixed' }, { ...FIXED, type: 'recurring' }] },
      ['prices.0.price_amount', 'prices.1.type'],
    ],
  ])('refuses %s', (_, input, locs) => {
    expect(locsOf(() => read(input))).toEqual(locs)
  })

  it('accepts any fixed prices that differ in interval or currency, and only those', () => {
    const intervals = fc.constantFrom<Interval>('day', 'week', 'month', 'year')
    const price = fc.record({
      amount_type: fc.constant('fixed' as const),
      type: fc.constant('recurring' as const),
      recurring_interval: intervals,
      price_currency: fc.constantFrom('usd', 'eur', 'jpy'),
      price_amount: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 8 }), (prices) => {
        const kinds = new Set(prices.map((each) => `${each.recurring_interval} ${each.price_currency}`))
        expect(locsOf(() => read({ prices }))).toHaveLength(prices.length - kinds.size)
      }),
    )
  })
})

const at = new Date('2026-01-01T00:00:00Z')
const ID = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

function recurring(...intervals: Interval[]): FullProduct {
  return {
    id: 'p',
    organizationId: 'o',
    createdAt: at,
    modifiedAt: null,
    version: 1,
    name: 'Plan',
    description: null,
    isRecurring: true,
    isArchived: false,
    recurringInterval: intervals[0] ?? null,
    metadata: {},
    benefits: [],
    medias: [],
    attachedFields: [],
    prices: intervals.map((recurringInterval, index) => ({
      id: ID.slice(0, -1) + index,
      productId: 'p',
      createdAt: at,
      modifiedAt: null,
      version: 1,
      type: 'recurring',
      amountType: 'fixed',
      recurringInterval,
      priceAmount: 900,
      priceCurrency: 'usd',
      minimumAmount: null,
      maximumAmount: null,
      presetAmount: null,
      isArchived: false,
    })),
  }
}

const MONTHLY_USD = { interval: 'month', currency: 'usd' } as const

describe('the prices of an update', () => {
  it('takes a price back from the archive, in its old place', () => {
    const [old, current] = recurring('year', 'month').prices as [Price, Price]
    const product = { ...recurring('month'), prices: [current] }
    const archived = { ...old, isArchived: true }
    expect(sortOutPrices(product, [{ id: current.id }, { id: old.id }], [archived], MONTHLY_USD)).toEqual({
      kept: [archived, current],
      added: [],
    })
  })

  it('keeps those that are named, as they are, in the order in which they were made', () => {
    const product = recurring('month', 'year')
    const entries = [...product.prices].reverse().map(({ id }) => ({ id: id.toUpperCase() }))
    expect(sortOutPrices(product, entries, [], MONTHLY_USD)).toEqual({ kept: product.prices, added: [] })
    const [month, year] = product.prices as [Price, Price]
    const asShown = [month, year].map((price) => ({
      id: price.id,
      type: price.type,
      amount_type: price.amountType,
      recurring_interval: price.recurringInterval,
      price_amount: price.priceAmount,
      price_currency: price.priceCurrency,
      minimum_amount: null,
      maximum_amount: null,
      preset_amount: null,
    }))
    expect(sortOutPrices(product, asShown, [], MONTHLY_USD)).toEqual({ kept: product.prices, added: [] })
  })

  it('gives a new price the interval of the product when it says none', () => {
    const given = { interval: 'week', currency: 'usd' } as const
    const { kept, added } = sortOutPrices(recurring('week'), [{ amount_type: 'fixed', price_amount: 5 }], [], given)
    expect(kept).toEqual([])
    expect(added).toMatchObject([{ type: 'recurring', recurringInterval: 'week', priceAmount: 5 }])
  })

  it.each<[string, PriceEntry[], string[]]>([
    ['a price of another product', [{ id: ID }], ['prices.0.id']],
    ['a price that is named twice', [{ id: `${ID.slice(0, -1)}0` }, { id: `${ID.slice(0, -1)}0` }], ['prices.1.id']],
    ['another amount for a price', [{ id: `${ID.slice(0, -1)}0`, price_amount: 1 }], ['prices.0.price_amount']],
    [
      'other terms for a price, all at once',
      [
        {
          id: `${ID.slice(0, -1)}0`,
          amount_type: 'free',
          price_amount: null,
          price_currency: 'eur',
          minimum_amount: 5,
        },
      ],
      ['prices.0.amount_type', 'prices.0.price_amount', 'prices.0.price_currency', 'prices.0.minimum_amount'],
    ],
    ['a new price without its kind', [{ price_amount: 5 }], ['prices.0.amount_type']],
    ['another type', [{ ...FIXED, type: 'one_time' }], ['prices.0.type']],
    ['the twin of a price that stays', [{ id: `${ID.slice(0, -1)}0` }, FIXED], ['prices.1']],
  ])('refuses %s', (_, entries, locs) => {
    expect(locsOf(() => sortOutPrices(recurring('month'), entries, [], MONTHLY_USD))).toEqual(locs)
  })
})

describe('the interval of a product', () => {
  const terms = (...intervals: (Interval | null)[]) =>
    intervals.map((recurringInterval) => ({ recurringInterval }) as PriceTerms)

  it('stays while a price has it, and follows the first price after that', () => {
    expect(intervalOf('month', terms('year', 'month'))).toBe('month')
    expect(intervalOf('month', terms('year', 'week'))).toBe('year')
    expect(intervalOf(null, terms('year'))).toBe('year')
    expect(intervalOf(null, terms(null))).toBeNull()
  })

  it('can be chosen among those of its prices, and not be taken away', () => {
    const product = recurring('month', 'year')
    expect(intervalWanted(product, undefined)).toBe('month')
    expect(intervalWanted(product, 'year')).toBe('year')
    expect(intervalAfter('year', product.prices, 'year')).toBe('year')
    expect(locsOf(() => intervalAfter('week', product.prices, 'week'))).toEqual(['recurring_interval'])
    expect(locsOf(() => intervalWanted(product, null))).toEqual(['recurring_interval'])
    const once = { ...product, isRecurring: false, recurringInterval: null }
    expect(intervalWanted(once, null)).toBeNull()
    expect(locsOf(() => intervalWanted(once, 'month'))).toEqual(['recurring_interval'])
  })
})
