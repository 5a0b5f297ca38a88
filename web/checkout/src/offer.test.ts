import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice, exampleProduct } from '../test/example.ts'
import type { Checkout, Price } from './api/shapes.ts'
import type { Paid } from './machine/screen.ts'
import { asOffered, benefitsBesideGoods, lastsOf, orderOf, renewalOf, savingOf, sellersAddress } from './offer.ts'

const yearly = examplePrice({ type: 'recurring', recurring_interval: 'year', price_amount: 9900 })

describe('renewalOf', () => {
  const renewal = (changes: Partial<Checkout>) =>
    renewalOf(
      exampleCheckout({ product_price: yearly, amount: 9900, subtotal_amount: 4950, total_amount: 4950, ...changes }),
    )
  const whole = { subtotal_amount: 9900, total_amount: 9900 }
  const taxed = { tax_amount: 950, total_amount: 5900 }

  it('is the price, or what a discount for ever leaves of it', () => {
    expect(renewal(whole)).toEqual({ amount: 9900, tax: 'none', before: null })
    const discount = exampleDiscount({ duration: 'forever' })
    expect(renewal({ discount })).toEqual({ amount: 4950, tax: 'none', before: null })
    expect(renewal({ discount, ...taxed })).toEqual({ amount: 5900, tax: 'included', before: null })
  })

  it('is the price when a discount for the first payment has ended', () => {
    const discount = exampleDiscount({ duration: 'once' })
    expect(renewal({ discount })).toEqual({ amount: 9900, tax: 'none', before: null })
    expect(renewal({ discount, ...taxed })).toEqual({ amount: 9900, tax: 'added', before: null })
  })

  it('has two amounts while a discount lasts for some months', () => {
    const discount = exampleDiscount({ duration: 'repeating', duration_in_months: 24 })
    const before = { amount: 4950, months: 24 }
    expect(renewal({ discount })).toEqual({ amount: 9900, tax: 'none', before })
    expect(renewal({ discount, ...taxed })).toEqual({ amount: 9900, tax: 'added', before })
    expect(renewal({ discount, tax_amount: 790 })).toEqual({ amount: 9900, tax: 'included', before })
    const short = exampleDiscount({ duration: 'repeating', duration_in_months: 12 })
    expect(renewal({ discount: short })).toEqual({ amount: 9900, tax: 'none', before: null })
  })

  it('has tax on top while the address is not known', () => {
    expect(renewal({ ...whole, tax_amount: null })).toEqual({ amount: 9900, tax: 'added', before: null })
  })

  it('is nothing for what is paid once or free', () => {
    expect(renewalOf(exampleCheckout())).toBeNull()
    expect(renewal({ product_price: { ...yearly, amount_type: 'free' } })).toBeNull()
  })
})

describe('lastsOf', () => {
  it.each([
    ['once', 1, null, 'always'],
    ['once', 1, 'month', 'first'],
    ['forever', 1, 'year', 'always'],
    ['repeating', 3, null, 'always'],
    ['repeating', 1, 'month', 'first'],
    ['repeating', 2, 'month', 'months'],
    ['repeating', 1, 'week', 'months'],
    ['repeating', 12, 'year', 'first'],
    ['repeating', 13, 'year', 'months'],
  ] as const)('%s for %d months, paid every %s: %s', (duration, duration_in_months, interval, lasts) => {
    expect(lastsOf(exampleDiscount({ duration, duration_in_months }), interval)).toBe(lasts)
  })
})

describe('savingOf', () => {
  const every = (recurring_interval: 'month' | 'year', price_amount: number, more: Partial<Price> = {}) =>
    examplePrice({ type: 'recurring', recurring_interval, price_amount, ...more })

  it.each([
    [900, 9000, 16],
    [1000, 10_000, 16],
    [1000, 6000, 50],
    [1000, 11_880, 1],
    [1000, 11_881, null],
    [1000, 12_000, null],
    [1000, 13_000, null],
    [0, 0, null],
  ])('%d by the month and %d by the year: %s', (month, year, percent) => {
    const prices = [every('month', month), every('year', year)]
    expect(prices.map((price) => savingOf(price, prices))).toEqual([null, percent])
  })

  it('compares nothing else', () => {
    const year = every('year', 9000)
    expect(savingOf(year, [year])).toBeNull()
    expect(savingOf(year, [every('month', 900, { price_currency: 'eur' }), year])).toBeNull()
    expect(savingOf(year, [every('month', 900, { amount_type: 'custom' }), year])).toBeNull()
    expect(savingOf({ ...year, amount_type: 'free' }, [every('month', 900), year])).toBeNull()
  })

  it('never promises more than it saves', () => {
    const amount = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(amount, amount, (month, year) => {
        const percent = savingOf(every('year', year), [every('month', month)]) ?? 0
        expect(12n * BigInt(month) * BigInt(100 - percent)).toBeGreaterThanOrEqual(100n * BigInt(percent ? year : 0))
      }),
    )
  })
})

describe('orderOf', () => {
  const checkout = exampleCheckout()
  const order = { id: 'o1', created_at: '2026-01-31T11:30:00Z', checkout_id: checkout.id }

  it('is the one of this checkout, where it may be seen', () => {
    const items = [{ ...order, id: 'o2', checkout_id: null }, order]
    expect(orderOf({ checkout, order: { kind: 'shown', items } })).toBe(order)
    expect(orderOf({ checkout, order: { kind: 'shown', items: items.slice(0, 1) } })).toBeNull()
    expect(orderOf({ checkout, order: { kind: 'hidden' } })).toBeNull()
  })
})

describe('sellersAddress', () => {
  const leadsTo = (success_url: string) => sellersAddress(exampleCheckout({ success_url }))

  it('is where the seller sends the buyer, unless that is this page itself', () => {
    expect(sellersAddress(exampleCheckout())).toBeNull()
    expect(leadsTo('https://shop.example.com/thanks?id=1')).toBe('https://shop.example.com/thanks?id=1')
  })

  it('runs no script', () => {
    expect(leadsTo('javascript:alert(1)')).toBeNull()
    expect(leadsTo('data:text/html,x')).toBeNull()
  })
})

it('asOffered has the order of the product, and what it no longer offers last', () => {
  const benefit = (id: string) => ({ id, type: 'license_keys', description: id })
  const checkout = exampleCheckout({ product: exampleProduct({ benefits: [benefit('b'), benefit('a')] }) })
  const item = (id: string, benefit_id: string) => ({ id, benefit_id })
  const items = [item('1', 'gone'), item('2', 'a'), item('3', 'b'), item('4', 'a')]
  expect(asOffered(items, checkout).map(({ id }) => id)).toEqual(['3', '2', '4', '1'])
})

describe('benefitsBesideGoods', () => {
  const license = { id: 'b1', type: 'license_keys', description: 'A license key' }
  const files = { id: 'b3', type: 'downloadables', description: 'The plug-in' }
  const support = { id: 'b2', type: 'custom', description: 'Support by e-mail' }
  const key = { id: 'k1', key: 'ABC', benefit_id: 'b1', limit_activations: null, expires_at: null }
  const product = { ...exampleCheckout().product, benefits: [license, support, files] }
  const beside = (keys: Paid['keys'], downloads: Paid['downloads'], notes: Paid['notes'] = { kind: 'loading' }) => {
    const checkout = exampleCheckout({ product })
    return benefitsBesideGoods({ at: 'paid', checkout, keys, downloads, notes, order: { kind: 'hidden' } })
  }

  it('leaves out what stands above its key or its files, or will', () => {
    expect(beside({ kind: 'shown', items: [key] }, { kind: 'loading' })).toEqual([support])
    expect(beside({ kind: 'loading' }, { kind: 'loading' })).toEqual([support])
  })

  it('leaves out what has a note that tells more', () => {
    const note = { benefit_id: 'b2', title: 'Support by e-mail', text: 'Write to us.' }
    expect(beside({ kind: 'none' }, { kind: 'none' }, { kind: 'shown', items: [note] })).toEqual([license, files])
  })

  it.each(['hidden', 'unreachable'] as const)('names everything where goods are %s', (kind) => {
    expect(beside({ kind }, { kind })).toEqual([license, support, files])
  })

  it('names what came without a key', () => {
    expect(beside({ kind: 'shown', items: [] }, { kind: 'none' })).toEqual([license, support, files])
  })
})
