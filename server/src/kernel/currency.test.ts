import { describe, expect, it } from 'vitest'
import { isCurrency } from './currency.ts'

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
