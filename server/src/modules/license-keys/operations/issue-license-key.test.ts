import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { END_OF_TIME } from '../../../kernel/time.ts'
import type { LicenseKeysProperties } from '../../benefits/index.ts'
import { issueLicenseKey, prefixOf } from './issue-license-key.ts'

const now = new Date('2026-01-31T09:30:00.000Z')
const KEY = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/

const issue = (properties: Partial<LicenseKeysProperties> = {}, entitledUntil: Date | null = null) =>
  issueLicenseKey({
    customer: { id: 'customer', organizationId: 'organization' },
    benefitId: 'benefit',
    properties: { prefix: null, expires: null, activations: null, limit_usage: null, ...properties },
    grantId: 'grant',
    now,
    paymentsMode: 'live',
    entitledUntil,
  })

describe('issueLicenseKey', () => {
  it('makes a granted key for its customer, benefit and grant', () => {
    const until = new Date('2026-02-28T00:00:00Z')
    expect(issue({}, until)).toMatchObject({
      organizationId: 'organization',
      customerId: 'customer',
      benefitId: 'benefit',
      grantId: 'grant',
      status: 'granted',
      createdAt: now,
      modifiedAt: null,
      version: 1,
      usage: 0,
      validations: 0,
      lastValidatedAt: null,
      limitActivations: null,
      limitUsage: null,
      expiresAt: null,
      entitledUntil: until,
      paymentsMode: 'live',
    })
  })

  it('is an upper-case UUID, after the prefix if there is one', () => {
    const plain = issue()
    expect(plain.key).toMatch(KEY)
    expect(prefixOf(plain.key)).toBe('')
    expect(plain.displayKey).toBe(`****-${plain.key.slice(-6)}`)
    const { key } = issue({ prefix: 'My-App' })
    expect(key.slice(0, 7)).toBe('My-App-')
    expect(key.slice(7)).toMatch(KEY)
    expect(prefixOf(key)).toBe('My-App-')
  })

  it('never makes the same key twice', () => {
    expect(new Set(Array.from({ length: 500 }, () => issue().key)).size).toBe(500)
  })

  it('takes the limits from the benefit, also beyond 32 bits', () => {
    const limits = { activations: { limit: 2 ** 40, enable_customer_admin: true }, limit_usage: 2 ** 53 - 1 }
    expect(issue(limits)).toMatchObject({ limitActivations: 2 ** 40, limitUsage: 2 ** 53 - 1 })
  })

  it.each([
    [1, 'day', '2026-02-01T09:30:00.000Z'],
    [1, 'month', '2026-02-28T09:30:00.000Z'],
    [25, 'month', '2028-02-29T09:30:00.000Z'],
    [2, 'year', '2028-01-31T09:30:00.000Z'],
  ] as const)('expires after %d %s', (ttl, timeframe, expected) => {
    expect(issue({ expires: { ttl, timeframe } }).expiresAt?.toISOString()).toBe(expected)
  })

  it('expires at the end of time when the benefit says longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: Number.MAX_SAFE_INTEGER }), (ttl) => {
        expect(issue({ expires: { ttl, timeframe: 'year' } }).expiresAt).toEqual(END_OF_TIME)
      }),
    )
    for (const timeframe of ['day', 'month', 'year'] as const) {
      expect(issue({ expires: { ttl: Number.MAX_SAFE_INTEGER, timeframe } }).expiresAt).toEqual(END_OF_TIME)
    }
  })
})
