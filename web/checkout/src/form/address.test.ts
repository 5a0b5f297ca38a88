import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADDRESS_PARTS, invoiceParts, statesOf, taxedParts } from './address.ts'
import { countriesIn } from './countries.ts'

const partsOf = (country: string) => invoiceParts(country).map(({ part }) => part)

describe('invoiceParts', () => {
  it.each([
    ['DE', ['line1', 'line2', 'postal_code', 'city']],
    ['US', ['line1', 'line2', 'city', 'state', 'postal_code']],
    ['GB', ['line1', 'line2', 'city', 'postal_code']],
    ['IT', ['line1', 'line2', 'postal_code', 'city', 'state']],
    ['HK', ['line1', 'line2', 'city']],
  ])('%s asks for %j, in this order', (country, parts) => {
    expect(partsOf(country)).toEqual(parts)
  })

  it('asks for nothing before a country is chosen', () => {
    expect(invoiceParts('')).toEqual([])
  })

  it('asks each country for each part once, and needs all but the second line', () => {
    const country = fc.constantFrom(...countriesIn('en').map(({ value }) => value))
    fc.assert(
      fc.property(country, (code) => {
        const parts = partsOf(code)
        expect(new Set(parts).size).toBe(parts.length)
        expect(ADDRESS_PARTS).toEqual(expect.arrayContaining(parts))
        expect(invoiceParts(code).filter(({ isRequired }) => !isRequired)).toEqual([
          { part: 'line2', isRequired: false },
        ])
      }),
    )
  })
})

describe('taxedParts', () => {
  it('is what decides the tax inside a country', () => {
    expect(taxedParts('US').map(({ part }) => part)).toEqual(['postal_code', 'state'])
    expect(taxedParts('CA').every(({ isRequired }) => isRequired)).toBe(true)
    expect(taxedParts('DE')).toEqual([])
    expect(taxedParts('')).toEqual([])
  })
})

describe('statesOf', () => {
  it.each([
    ['US', 51, { value: 'NY', label: 'New York' }],
    ['CA', 13, { value: 'ON', label: 'Ontario' }],
    ['AU', 8, { value: 'NSW', label: 'New South Wales' }],
  ])('%s has a list of %i', (country, count, one) => {
    const states = statesOf(country) ?? []
    expect(states).toHaveLength(count)
    expect(states).toContainEqual(one)
    expect(states.every(({ value, label }) => /^[A-Z]{2,3}$/.test(value) && label.length > 3)).toBe(true)
  })

  it.each(['DE', '', 'constructor'])('%j has none: it is typed', (country) => {
    expect(statesOf(country)).toBeNull()
  })
})
