import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceParts, partName, partsInOrder, statesOf, taxedParts } from './address.ts'
import { countriesIn } from './countries.ts'

const partsOf = (country: string) => invoiceParts(country).map(({ part }) => part)

describe('invoiceParts', () => {
  it.each([
    ['DE', ['line1', 'line2', 'postal_code', 'city']],
    ['US', ['line1', 'line2', 'city', 'state', 'postal_code']],
    ['GB', ['line1', 'line2', 'city', 'postal_code']],
    ['IT', ['line1', 'line2', 'postal_code', 'city', 'state']],
    ['IN', ['line1', 'line2', 'city', 'state', 'postal_code']],
    ['IE', ['line1', 'line2', 'city', 'state', 'postal_code']],
    ['HK', ['line1', 'line2', 'city']],
    ['AE', ['line1', 'line2', 'city', 'state']],
    ['SG', ['line1', 'line2', 'postal_code']],
    ['JP', ['postal_code', 'state', 'city', 'line1', 'line2']],
    ['CN', ['postal_code', 'state', 'city', 'line1', 'line2']],
    ['KR', ['postal_code', 'state', 'city', 'line1', 'line2']],
  ])('%s asks for %j, in this order', (country, parts) => {
    expect(partsOf(country)).toEqual(parts)
  })

  it('asks for nothing before a country is chosen', () => {
    expect(invoiceParts('')).toEqual([])
  })

  it('needs no county in Ireland, where many write one', () => {
    expect(invoiceParts('IE')).toContainEqual({ part: 'state', isRequired: false })
  })

  it('asks each country for each part once, and needs all but the second line', () => {
    const codes = countriesIn('en').map(({ value }) => value)
    const country = fc.constantFrom(...codes.filter((code) => code !== 'IE'))
    fc.assert(
      fc.property(country, (code) => {
        const parts = partsOf(code)
        expect(new Set(parts).size).toBe(parts.length)
        expect(partsInOrder(code).filter((part) => parts.includes(part))).toEqual(parts)
        expect(partsInOrder(code).toSorted()).toEqual(['city', 'line1', 'line2', 'postal_code', 'state'])
        expect(invoiceParts(code).filter(({ isRequired }) => !isRequired)).toEqual([
          { part: 'line2', isRequired: false },
        ])
      }),
    )
  })
})

describe('partName', () => {
  it.each([
    ['postal_code', 'US', 'zip_code'],
    ['postal_code', 'GB', 'postcode'],
    ['postal_code', 'AU', 'postcode'],
    ['postal_code', 'NZ', 'postcode'],
    ['postal_code', 'IE', 'eircode'],
    ['postal_code', 'IN', 'pin_code'],
    ['postal_code', 'DE', 'postal_code'],
    ['state', 'US', 'state'],
    ['state', 'CA', 'province'],
    ['state', 'JP', 'prefecture'],
    ['state', 'AE', 'emirate'],
    ['state', 'IE', 'county'],
    ['city', 'GB', 'town'],
    ['city', 'HK', 'district'],
    ['city', 'FR', 'city'],
    ['line1', 'US', 'line1'],
  ] as const)('%s in %s is its %s', (part, country, name) => {
    expect(partName(part, country)).toBe(name)
  })
})

describe('taxedParts', () => {
  it('is what decides the tax inside a country, in its order', () => {
    expect(taxedParts('US').map(({ part }) => part)).toEqual(['state', 'postal_code'])
    expect(taxedParts('CA').every(({ isRequired }) => isRequired)).toBe(true)
    expect(taxedParts('DE')).toEqual([])
    expect(taxedParts('')).toEqual([])
    expect(taxedParts('constructor')).toEqual([])
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
