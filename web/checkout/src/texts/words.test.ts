import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice } from '../../test/example.ts'
import { ENGLISH, GERMAN, plain } from '../../test/languages.ts'
import type { Checkout } from '../api/shapes.ts'
import {
  dayText,
  discountText,
  momentText,
  partsOfTotal,
  payText,
  priceText,
  renewalText,
  savingText,
  sizeText,
  totalText,
} from './words.ts'

const yearly = examplePrice({ type: 'recurring', recurring_interval: 'year', price_amount: 9900 })

describe('priceText', () => {
  it.each([
    [examplePrice(), '$79.00', '79,00 $'],
    [yearly, '$99.00', '99,00 $'],
    [examplePrice({ price_currency: 'jpy', price_amount: 1999 }), '¥1,999', '1.999 ¥'],
    [examplePrice({ amount_type: 'free' }), 'Free', 'Kostenlos'],
    [examplePrice({ amount_type: 'custom' }), 'You decide', 'Sie entscheiden'],
  ])('%#', (price, english, german) => {
    expect(plain(priceText(price, 'usd', ENGLISH))).toBe(english)
    expect(plain(priceText(price, 'usd', GERMAN))).toBe(german)
  })
})

describe('discountText', () => {
  it.each([
    [exampleDiscount(), null, '20% off', '20 % Rabatt'],
    [exampleDiscount({ basis_points: 1250 }), null, '12.5% off', '12,5 % Rabatt'],
    [exampleDiscount({ type: 'fixed', amount: 500, currency: 'usd' }), null, '$5.00 off', '5,00 $ Rabatt'],
    [exampleDiscount(), 'month', '20% off the first payment', '20 % Rabatt auf die erste Zahlung'],
    [
      exampleDiscount({ duration: 'repeating', duration_in_months: 3 }),
      'month',
      '20% off for 3 months',
      '20 % Rabatt für 3 Monate',
    ],
    [
      exampleDiscount({ duration: 'repeating', duration_in_months: 1 }),
      'week',
      '20% off for 1 month',
      '20 % Rabatt für 1 Monat',
    ],
    [
      exampleDiscount({ duration: 'repeating', duration_in_months: 3 }),
      'year',
      '20% off the first payment',
      '20 % Rabatt auf die erste Zahlung',
    ],
    [exampleDiscount({ duration: 'forever' }), 'month', '20% off', '20 % Rabatt'],
  ] as const)('%#: %o, every %s', (discount, interval, english, german) => {
    expect(plain(discountText(discount, interval, ENGLISH))).toBe(english)
    expect(plain(discountText(discount, interval, GERMAN))).toBe(german)
  })
})

describe('partsOfTotal', () => {
  const parts = (changes: Partial<Checkout>, language = ENGLISH) =>
    partsOfTotal(exampleCheckout(changes), language).map(({ label, value }) => plain(`${label}: ${value}`))

  it('explains nothing where there is nothing to explain', () => {
    expect(parts({})).toEqual([])
  })

  it('adds up from price, discount and tax to the total', () => {
    const changes = { discount: exampleDiscount(), subtotal_amount: 6320, tax_amount: 1580, total_amount: 7900 }
    expect(parts(changes)).toEqual(['Price: $79.00', 'Discount (20% off): −$15.80', 'Tax: $15.80'])
    expect(parts(changes, GERMAN)).toEqual(['Preis: 79,00 $', '20 % Rabatt: −15,80 $', 'Steuer: 15,80 $'])
  })

  it('says that tax may come, before the address is known', () => {
    expect(parts({ tax_amount: null })).toEqual(['Tax: once your address is known'])
  })
})

describe('renewalText', () => {
  const subscription = { product_price: yearly, amount: 9900, subtotal_amount: 4950, total_amount: 4950 }
  const monthly = examplePrice({ type: 'recurring', recurring_interval: 'month', price_amount: 900 })

  it.each([
    [
      exampleDiscount({ duration: 'once' }),
      'Renews at $99.00 per year, until you cancel.',
      'Verlängert sich zu 99,00 $ pro Jahr, bis Sie kündigen.',
    ],
    [
      exampleDiscount({ duration: 'forever' }),
      'Renews at $49.50 per year, until you cancel.',
      'Verlängert sich zu 49,50 $ pro Jahr, bis Sie kündigen.',
    ],
    [
      exampleDiscount({ duration: 'repeating', duration_in_months: 24 }),
      '$49.50 per year for 24 months, then $99.00 per year, until you cancel.',
      '49,50 $ pro Jahr für 24 Monate, danach 99,00 $ pro Jahr, bis Sie kündigen.',
    ],
  ])('%#', (discount, english, german) => {
    const checkout = exampleCheckout({ ...subscription, discount })
    expect(plain(renewalText(checkout, ENGLISH))).toBe(english)
    expect(plain(renewalText(checkout, GERMAN))).toBe(german)
  })

  it.each([
    [{}, 'Renews at $10.71 per month including tax,', 'zu 10,71 $ pro Monat inkl. Steuer,'],
    [
      { tax_amount: null, total_amount: 900 },
      'Renews at $9.00 per month plus tax,',
      'zu 9,00 $ pro Monat zzgl. Steuer,',
    ],
    [
      { discount: exampleDiscount(), subtotal_amount: 720, tax_amount: 137, total_amount: 857 },
      'Renews at $9.00 per month plus tax,',
      'zu 9,00 $ pro Monat zzgl. Steuer,',
    ],
    [
      {
        discount: exampleDiscount({ duration: 'repeating', duration_in_months: 3 }),
        subtotal_amount: 720,
        tax_amount: 137,
        total_amount: 857,
      },
      '$7.20 per month for 3 months, then $9.00 per month plus tax,',
      '7,20 $ pro Monat für 3 Monate, danach 9,00 $ pro Monat zzgl. Steuer,',
    ],
  ])('tells of tax: %#', (changes, english, german) => {
    const taxed = { product_price: monthly, amount: 900, subtotal_amount: 900, tax_amount: 171, total_amount: 1071 }
    const checkout = exampleCheckout({ ...taxed, ...changes })
    expect(plain(renewalText(checkout, ENGLISH))).toContain(english)
    expect(plain(renewalText(checkout, GERMAN))).toContain(german)
  })

  it('says nothing of what is paid once or free', () => {
    expect(renewalText(exampleCheckout(), ENGLISH)).toBeNull()
    const free = exampleCheckout({ product_price: { ...yearly, amount_type: 'free' } })
    expect(renewalText(free, ENGLISH)).toBeNull()
  })
})

describe('payText', () => {
  const free = { is_payment_form_required: false, total_amount: 0 }
  it.each([
    [{}, 'Pay $79.00', 'Kaufen · 79,00 $'],
    [
      { product_price: yearly, total_amount: 9900 },
      'Subscribe · $99.00 today',
      'Zahlungspflichtig abonnieren · 99,00 $',
    ],
    [free, 'Get it for free', 'Kostenlos erhalten'],
    [{ ...free, product_price: yearly }, 'Subscribe for free', 'Kostenlos abonnieren'],
  ])('says what pressing the button costs: %#', (changes, english, german) => {
    expect(plain(payText(exampleCheckout(changes), ENGLISH))).toBe(english)
    expect(plain(payText(exampleCheckout(changes), GERMAN))).toBe(german)
  })
})

describe('totalText', () => {
  it.each([
    [{}, '$79.00', '79,00 $'],
    [{ total_amount: 0 }, '$0.00', '0,00 $'],
    [
      { product_price: examplePrice({ amount_type: 'free', price_currency: null }), total_amount: 0 },
      'Free',
      'Kostenlos',
    ],
  ])('has no currency where nobody ever pays: %#', (changes, english, german) => {
    expect(plain(totalText(exampleCheckout(changes), ENGLISH))).toBe(english)
    expect(plain(totalText(exampleCheckout(changes), GERMAN))).toBe(german)
  })
})

it('savingText', () => {
  expect(plain(savingText(16, ENGLISH))).toBe('Save 16%')
  expect(plain(savingText(16, GERMAN))).toBe('16 % sparen')
})

describe('sizeText', () => {
  it.each([
    [0, '0 bytes', '0 Byte'],
    [28, '28 bytes', '28 Byte'],
    [999, '999 bytes', '999 Byte'],
    [1000, '1 kB', '1 kB'],
    [1_420_000, '1.4 MB', '1,4 MB'],
    [999_949, '999.9 kB', '999,9 kB'],
    [999_950, '1 MB', '1 MB'],
    [10_000_000_000, '10 GB', '10 GB'],
    [2.5e15, '2,500 TB', '2.500 TB'],
  ])('%d', (bytes, english, german) => {
    expect(plain(sizeText(bytes, 'en'))).toBe(english)
    expect(plain(sizeText(bytes, 'de'))).toBe(german)
  })
})

it('momentText is by the clock of whoever reads it', () => {
  const text = (locale: string, zone: string) => plain(momentText('2026-01-31T23:30:00Z', locale, zone))
  expect(text('en', 'UTC')).toBe('January 31, 2026 at 11:30 PM')
  expect(text('de', 'Europe/Berlin')).toBe('1. Februar 2026 um 00:30')
})

describe('dayText', () => {
  it('is the same day on every clock', () => {
    for (const day of ['2026-01-31', '2026-01-31T00:00:00Z', '2026-01-31T23:59:59Z']) {
      expect(dayText(day, 'en')).toBe('January 31, 2026')
      expect(dayText(day, 'de')).toBe('31. Januar 2026')
    }
  })
})
