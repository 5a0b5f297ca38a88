import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice } from '../../test/example.ts'
import { ENGLISH, GERMAN, plain } from '../../test/languages.ts'
import type { Checkout } from '../api/shapes.ts'
import { dayText, discountText, partsOfTotal, payText, priceText, renewalText } from './words.ts'

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
    [exampleDiscount(), false, '20% off', '20 % Rabatt'],
    [exampleDiscount({ basis_points: 1250 }), false, '12.5% off', '12,5 % Rabatt'],
    [exampleDiscount({ type: 'fixed', amount: 500, currency: 'usd' }), false, '$5.00 off', '5,00 $ Rabatt'],
    [exampleDiscount(), true, '20% off the first payment', '20 % Rabatt auf die erste Zahlung'],
    [
      exampleDiscount({ duration: 'repeating', duration_in_months: 3 }),
      true,
      '20% off for 3 months',
      '20 % Rabatt für 3 Monate',
    ],
    [
      exampleDiscount({ duration: 'repeating', duration_in_months: 1 }),
      true,
      '20% off for 1 month',
      '20 % Rabatt für 1 Monat',
    ],
    [exampleDiscount({ duration: 'forever' }), true, '20% off', '20 % Rabatt'],
  ])('%#: %o, repeated %s', (discount, isRepeated, english, german) => {
    expect(plain(discountText(discount, isRepeated, ENGLISH))).toBe(english)
    expect(plain(discountText(discount, isRepeated, GERMAN))).toBe(german)
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
  it.each([
    [null, 'Renews at $99.00 per year, until you cancel.', 'Verlängert sich zu 99,00 $ pro Jahr, bis Sie kündigen.'],
    [
      exampleDiscount({ duration: 'forever' }),
      'Renews at $49.50 per year, until you cancel.',
      'Verlängert sich zu 49,50 $ pro Jahr, bis Sie kündigen.',
    ],
    [
      exampleDiscount({ duration: 'repeating' }),
      'When the discount ends, $99.00 per year, until you cancel.',
      'Nach dem Rabatt 99,00 $ pro Jahr, bis Sie kündigen.',
    ],
  ])('%#', (discount, english, german) => {
    const checkout = exampleCheckout({ ...subscription, discount })
    expect(plain(renewalText(checkout, ENGLISH))).toBe(english)
    expect(plain(renewalText(checkout, GERMAN))).toBe(german)
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
      'Zahlungspflichtig abonnieren · heute 99,00 $',
    ],
    [free, 'Get it for free', 'Kostenlos erhalten'],
    [{ ...free, product_price: yearly }, 'Subscribe for free', 'Kostenlos abonnieren'],
  ])('says what pressing the button costs: %#', (changes, english, german) => {
    expect(plain(payText(exampleCheckout(changes), ENGLISH))).toBe(english)
    expect(plain(payText(exampleCheckout(changes), GERMAN))).toBe(german)
  })
})

describe('dayText', () => {
  it('is the same day on every clock', () => {
    for (const day of ['2026-01-31', '2026-01-31T00:00:00Z', '2026-01-31T23:59:59Z']) {
      expect(dayText(day, 'en')).toBe('January 31, 2026')
      expect(dayText(day, 'de')).toBe('31. Januar 2026')
    }
  })
})
