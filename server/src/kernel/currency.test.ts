import { describe, expect, it } from 'vitest'
import { CURRENCIES, exponentOf, isCurrency } from './currency.ts'

describe('currencies', () => {
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

  it('are lower-case, three letters, each once, in order', () => {
    expect(CURRENCIES.every((code) => /^[a-z]{3}$/.test(code))).toBe(true)
    expect(CURRENCIES).toEqual([...new Set(CURRENCIES)].sort())
    expect(CURRENCIES.length).toBeGreaterThan(150)
  })

  it.each(['USD', 'us', 'usdt', 'xyz', '', 'constructor'])('%j is none', (code) => {
    expect(isCurrency(code)).toBe(false)
    expect(() => exponentOf(code)).toThrow(RangeError)
  })
})
