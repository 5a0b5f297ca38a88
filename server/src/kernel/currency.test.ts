import { describe, expect, it } from 'vitest'
import { formatMoney, isCurrency } from './currency.ts'

describe('a currency', () => {
  it.each(['usd', 'eur', 'jpy', 'kwd', 'clf', 'aed', 'zwg'])('is %s', (code) => expect(isCurrency(code)).toBe(true))

  it.each(['USD', 'us', 'usdt', 'xyz', '', ' ', 'usd ', 'constructor'])('is not %j', (code) => {
    expect(isCurrency(code)).toBe(false)
  })

  it('is nearly every one that this machine can name', () => {
    const named = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
    expect(named.filter(isCurrency).length).toBeGreaterThan(150)
  })
})

describe('an amount, for people', () => {
  it.each([
    [1999, 'usd', '$19.99'],
    [0, 'eur', '€0.00'],
    [-500, 'usd', '-$5.00'],
    [1999, 'jpy', '¥1,999'],
    [1999, 'kwd', 'KWD\u00a01.999'],
    [12_345, 'clf', 'CLF\u00a01.2345'],
    [1999, 'huf', 'HUF\u00a019.99'],
    [999_999_999_999, 'usd', '$9,999,999,999.99'],
  ])('%s %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text)
  })
})
