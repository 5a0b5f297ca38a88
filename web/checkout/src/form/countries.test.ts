import { describe, expect, it } from 'vitest'
import { countriesIn, regionOf } from './countries.ts'

describe('countriesIn', () => {
  it.each([
    ['en', 'Norway', 'Afghanistan'],
    ['de', 'Norwegen', 'Afghanistan'],
  ])('names every country in %s, in the order of their names', (locale, norway, first) => {
    const list = countriesIn(locale)
    expect(list).toHaveLength(249)
    expect(list.find(({ value }) => value === 'NO')?.label).toBe(norway)
    expect(list[0]?.label).toBe(first)
    expect(list.every(({ value, label }) => label !== value)).toBe(true)
  })

  it('sorts as people of the language do', () => {
    const labels = countriesIn('de').map(({ label }) => label)
    expect(labels.indexOf('Österreich')).toBeLessThan(labels.indexOf('Pakistan'))
  })
})

describe('regionOf', () => {
  it.each([
    ['de-DE', 'DE'],
    ['zh-Hant-TW', 'TW'],
    ['en-GB-u-ca-gregory', 'GB'],
  ])('%s: %s', (locale, region) => {
    expect(regionOf(locale)).toBe(region)
  })

  it.each(['de', 'es-419', 'en-XX', ''])('%j names no country', (locale) => {
    expect(regionOf(locale)).toBe('')
  })
})
