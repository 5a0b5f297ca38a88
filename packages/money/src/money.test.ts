import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentOf, formatMoney, parseMoney, plainMoney } from './money.ts'

const currency = fc.constantFrom('usd', 'eur', 'jpy', 'kwd', 'clf', 'isk')
const locale = fc.constantFrom('en', 'de', 'fr')
const amount = fc.integer({ min: 0, max: 999_999_999_999 })

describe('formatMoney', () => {
  it.each([
    [1999, 'usd', '$19.99'],
    [1999, 'jpy', '¥1,999'],
    [1999, 'kwd', 'KWD 1.999'],
    [1999, 'iqd', 'IQD 1.999'],
    [0, 'eur', '€0.00'],
    [999_999_999_999, 'usd', '$9,999,999,999.99'],
  ])('%i %s is %s', (value, code, text) => {
    expect(formatMoney(value, code, 'en').replace(/\u00a0/g, ' ')).toBe(text)
  })

  it('shows every digit of an amount, and no other', () => {
    fc.assert(
      fc.property(amount, currency, locale, (value, code, locale) => {
        const digits = formatMoney(value, code, locale).replace(/\D/g, '')
        expect(Number(digits)).toBe(value)
      }),
    )
  })
})

describe('formatMoney in German', () => {
  it.each([
    [199_900, 'eur', '1.999,00 €'],
    [1999, 'jpy', '1.999 ¥'],
  ])('%i %s is %s', (value, code, text) => {
    expect(formatMoney(value, code, 'de').replace(/\u00a0/g, ' ')).toBe(text)
  })
})

describe('parseMoney', () => {
  it.each([
    ['26.50', 'usd', 2650],
    ['26,5', 'usd', 2650],
    [' 1 000 ', 'usd', 100_000],
    ['26.', 'usd', 2600],
    ['1999', 'jpy', 1999],
    ['1.999', 'kwd', 1999],
    ['1,234.50', 'usd', 123_450],
    ['1.234,50', 'eur', 123_450],
    ["1'234.50", 'chf', 123_450],
  ])('%s in %s is %i', (text, code, value) => {
    expect(parseMoney(text, code)).toBe(value)
  })

  it.each([
    ['', 'usd'],
    ['abc', 'usd'],
    ['-5', 'usd'],
    ['1e3', 'usd'],
    ['1.999', 'usd'],
    ['19.5', 'jpy'],
    ['1.2.3', 'usd'],
    ['1234567890123', 'usd'],
  ])('%s in %s is nothing', (text, code) => {
    expect(parseMoney(text, code)).toBeNull()
  })

  it('reads back what plainMoney writes', () => {
    fc.assert(
      fc.property(amount, currency, locale, (value, code, locale) => {
        expect(parseMoney(plainMoney(value, code, locale), code)).toBe(value)
      }),
    )
  })
})

describe('exponentOf', () => {
  it.each([
    ['usd', 2],
    ['eur', 2],
    ['jpy', 0],
    ['krw', 0],
    ['clp', 0],
    ['isk', 0],
    ['kwd', 3],
    ['bhd', 3],
    ['tnd', 3],
    ['clf', 4],
  ])('%s has %s digits behind the point', (code, digits) => {
    expect(exponentOf(code)).toBe(digits)
  })

  it('takes two digits for what it does not know', () => {
    expect(exponentOf('xxx')).toBe(2)
  })
})
