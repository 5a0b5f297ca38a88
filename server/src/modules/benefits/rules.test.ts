import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import { revise } from '../../kernel/revision.ts'
import { changesOf, newBenefit, propertiesOf, requireFiles } from './rules.ts'

const NOW = new Date('2026-01-31T09:30:00.000Z')
const limit = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const properties = fc.record(
  {
    note: fc.option(fc.string()),
    prefix: fc.option(fc.constantFrom('NORTHWIND', 'a_b')),
    expires: fc.option(fc.record({ ttl: limit, timeframe: fc.constantFrom('day' as const, 'month', 'year') })),
    activations: fc.option(
      fc.record({ limit, enable_customer_admin: fc.option(fc.boolean()) }, { requiredKeys: ['limit'] }),
    ),
    limit_usage: fc.option(limit),
  },
  { requiredKeys: [] },
)
const type = fc.constantFrom('custom' as const, 'license_keys' as const)

describe('propertiesOf', () => {
  it('keeps every key of its type, null where nothing was sent, and none of another type', () => {
    fc.assert(
      fc.property(type, properties, (kind, given) => {
        const keys = Object.keys(propertiesOf(kind, given))
        expect(keys).toEqual(kind === 'custom' ? ['note'] : ['prefix', 'expires', 'activations', 'limit_usage'])
        expect(Object.values(propertiesOf(kind, given))).not.toContain(undefined)
      }),
    )
  })

  it('takes its own result back unchanged', () => {
    fc.assert(
      fc.property(type, properties, (kind, given) => {
        const full = propertiesOf(kind, given)
        expect(propertiesOf(kind, full as typeof given)).toEqual(full)
      }),
    )
  })

  it('lists each file once, in the spelling of the database, and archives only those that it lists', () => {
    const [one, two] = ['0197A6F0-1C2B-7D3E-8F40-51627384A5B6', '0197a6f0-1c2b-7d3e-8f40-51627384a5b7'] as const
    const given = { files: [one, two, one.toLowerCase()], archived: { [one]: true, [newId()]: true } }
    expect(propertiesOf('downloadables', given)).toEqual({
      files: [one.toLowerCase(), two],
      archived: { [one.toLowerCase()]: true },
    })
    expect(() => propertiesOf('downloadables', { archived: {} })).toThrow('properties.files: Field required')
  })

  it('does not let customers manage activations unless the seller says so', () => {
    expect(propertiesOf('license_keys', { activations: { limit: 3 } })).toMatchObject({
      activations: { limit: 3, enable_customer_admin: false },
    })
  })
})

describe('requireFiles', () => {
  it('names every file that is not there, at its place', () => {
    const refused = () => requireFiles(['a', 'B', 'c'], ['b'])
    expect(refused).toThrow('body.properties.files.0')
    expect(refused).toThrow('body.properties.files.2')
    expect(refused).not.toThrow('body.properties.files.1')
    expect(() => requireFiles(['B'], ['b'])).not.toThrow()
  })
})

describe('changesOf', () => {
  const benefit = newBenefit('org', { type: 'license_keys', description: 'Key', properties: { limit_usage: 9 } }, NOW)

  it('replaces the properties as a whole: a limit that is not sent is no limit', () => {
    expect(changesOf(benefit, { properties: { prefix: 'X' } })).toEqual({
      properties: { prefix: 'X', expires: null, activations: null, limit_usage: null },
    })
  })

  it('changes nothing when the same is sent again', () => {
    const patch = { type: 'license_keys' as const, description: 'Key', properties: { limit_usage: 9 } }
    expect(revise(benefit, changesOf(benefit, patch), NOW)).toBe(benefit)
  })

  it('refuses another type', () => {
    expect(() => changesOf(benefit, { type: 'custom' })).toThrow(InvalidInput)
  })
})
