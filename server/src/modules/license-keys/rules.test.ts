import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Activation, LicenseKey } from './model.ts'
import { changesOf, type Evidence, judge, judgeActivation, type ValidationAsk } from './rules.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const earlier = new Date(now.getTime() - 1)
const later = new Date(now.getTime() + 1)

const granted: LicenseKey = {
  id: 'key',
  createdAt: earlier,
  modifiedAt: null,
  version: 1,
  organizationId: 'organization',
  customerId: 'customer',
  benefitId: 'benefit',
  grantId: 'grant',
  key: 'KEY',
  displayKey: '****-KEY',
  status: 'granted',
  returningStatus: null,
  limitActivations: null,
  usage: 0,
  limitUsage: null,
  validations: 0,
  lastValidatedAt: null,
  expiresAt: null,
  entitledUntil: null,
  paymentsMode: 'sandbox',
}
const activated: Activation = {
  id: 'activation',
  createdAt: earlier,
  modifiedAt: null,
  version: 1,
  licenseKeyId: 'key',
  label: 'A machine',
  conditions: {},
  meta: {},
}
const plainAsk: ValidationAsk = {
  organizationId: 'organization',
  key: 'KEY',
  activationId: null,
  benefitId: null,
  customerId: null,
  conditions: {},
  spend: 0,
}

const evidence = (key: Partial<LicenseKey> = {}, activation: Partial<Activation> | null = null): Evidence => ({
  licenseKey: { ...granted, ...key },
  activation: activation && { ...activated, ...activation },
})
const ask = (fields: Partial<ValidationAsk> = {}): ValidationAsk => ({ ...plainAsk, ...fields })

describe('judge', () => {
  /** Each reason, and how to bring it about on a key that is activated and otherwise fine. */
  const REASONS = [
    'license_key_unknown',
    'license_key_not_granted',
    'license_key_expired',
    'activation_unknown',
    'conditions_differ',
    'benefit_differs',
    'customer_differs',
    'license_key_usage_exceeded',
  ] as const

  it('reports the first reason in its list, for every combination of reasons', () => {
    for (let bits = 0; bits < 2 ** REASONS.length; bits += 1) {
      const applies = new Set(REASONS.filter((_, index) => bits & (1 << index)))
      const found: Evidence = {
        licenseKey: {
          ...granted,
          limitActivations: 3,
          limitUsage: 10,
          status: applies.has('license_key_not_granted') ? 'revoked' : 'granted',
          expiresAt: applies.has('license_key_expired') ? now : later,
          usage: applies.has('license_key_usage_exceeded') ? 8 : 7,
        },
        activation: applies.has('activation_unknown')
          ? null
          : { ...activated, conditions: { version: applies.has('conditions_differ') ? 2 : 1 } },
      }
      const asked = ask({
        activationId: 'activation',
        conditions: { version: 1 },
        benefitId: applies.has('benefit_differs') ? 'other' : 'benefit',
        customerId: applies.has('customer_differs') ? 'other' : 'customer',
        spend: 3,
      })
      // Without an activation there are no conditions to compare, and without a key there is nothing at all.
      const expected = REASONS.find((reason) => applies.has(reason)) ?? 'valid'
      expect(judge(applies.has('license_key_unknown') ? undefined : found, asked, now)).toBe(expected)
    }
  })

  it.each([
    ['revoked', { status: 'revoked' }, 'license_key_not_granted'],
    ['disabled', { status: 'disabled' }, 'license_key_not_granted'],
    ['revoked and expired', { status: 'revoked', expiresAt: earlier }, 'license_key_not_granted'],
    ['expired at this very moment', { expiresAt: now }, 'license_key_expired'],
    ['about to expire', { expiresAt: later }, 'valid'],
    ['no longer entitled to', { entitledUntil: now, expiresAt: later }, 'license_key_expired'],
    ['still entitled to', { entitledUntil: later }, 'valid'],
  ] as const)('judges a key that is %s', (_, key, verdict) => {
    expect(judge(evidence(key), ask(), now)).toBe(verdict)
  })

  it.each([
    ['limit, no activation asked', { limitActivations: 1 }, null, null, 'activation_unknown'],
    ['limit, activation gone', { limitActivations: 1 }, null, 'activation', 'activation_unknown'],
    ['limit, activation there', { limitActivations: 1 }, {}, 'activation', 'valid'],
    ['no limit, none asked', {}, null, null, 'valid'],
    ['no limit, activation gone', {}, null, 'activation', 'activation_unknown'],
    ['no limit any more, activation still there', {}, {}, 'activation', 'valid'],
  ] as const)('activation: %s', (_, key, activation, activationId, verdict) => {
    expect(judge(evidence(key, activation), ask({ activationId }), now)).toBe(verdict)
  })

  it.each([
    [{}, {}, 'valid'],
    [{}, { version: 1 }, 'valid'],
    [{ version: 1 }, { version: 1 }, 'valid'],
    [{ a: 1, b: true }, { b: true, a: 1 }, 'valid'],
    [{ version: 1 }, {}, 'conditions_differ'],
    [{ version: 1 }, { version: '1' }, 'conditions_differ'],
    [{ version: 1 }, { version: 1, more: 1 }, 'conditions_differ'],
    [{ version: 1, more: 1 }, { version: 1 }, 'conditions_differ'],
    [{ toString: 'x' }, { version: 1 }, 'conditions_differ'],
  ] as const)('stored conditions %j, given %j: %s', (stored, conditions, verdict) => {
    const found = evidence({ limitActivations: 1 }, { conditions: stored })
    expect(judge(found, ask({ activationId: 'activation', conditions }), now)).toBe(verdict)
  })

  it('accepts conditions exactly when they are the stored ones, or none are stored', () => {
    const conditions = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean()),
    )
    fc.assert(
      fc.property(conditions, conditions, (stored, given) => {
        const verdict = judge(evidence({}, { conditions: stored }), ask({ activationId: 'a', conditions: given }), now)
        const sorted = (pairs: object) => JSON.stringify(Object.entries(pairs).sort())
        const isSame = Object.keys(stored).length === 0 || sorted(stored) === sorted(given)
        expect(verdict).toBe(isSame ? 'valid' : 'conditions_differ')
        expect(
          judge(evidence({}, { conditions: stored }), ask({ activationId: 'a', conditions: { ...stored } }), now),
        ).toBe('valid')
      }),
    )
  })

  it('never lets usage pass its limit, nor the largest exact number, and wastes nothing below', () => {
    const count = fc.maxSafeNat()
    fc.assert(
      fc.property(count, count, fc.option(count), (usage, spend, limitUsage) => {
        const verdict = judge(evidence({ usage, limitUsage }), ask({ spend }), now)
        const limit = BigInt(limitUsage ?? Number.MAX_SAFE_INTEGER)
        const fits = spend === 0 || BigInt(usage) + BigInt(spend) <= limit
        expect(verdict).toBe(fits ? 'valid' : 'license_key_usage_exceeded')
      }),
    )
  })
})

describe('judgeActivation', () => {
  it.each([
    [undefined, 'license_key_unknown'],
    [{ status: 'revoked', limitActivations: null }, 'license_key_not_granted'],
    [{ status: 'disabled', expiresAt: earlier }, 'license_key_not_granted'],
    [{ expiresAt: earlier, limitActivations: null }, 'license_key_expired'],
    [{ entitledUntil: earlier, limitActivations: 1 }, 'license_key_expired'],
    [{ limitActivations: null }, 'activation_not_supported'],
    [{ limitActivations: 1 }, 'valid'],
  ] as const)('%j: %s', (key, verdict) => {
    expect(judgeActivation(key && { ...granted, ...key }, now)).toBe(verdict)
  })
})

describe('changesOf', () => {
  it('keeps what is absent and clears what is null', () => {
    expect(changesOf({})).toEqual({})
    expect(changesOf({ usage: 5 })).toEqual({})
    expect(changesOf({ limit_activations: null, limit_usage: null, expires_at: null })).toEqual({
      limitActivations: null,
      limitUsage: null,
      expiresAt: null,
    })
    expect(changesOf({ expires_at: '2030-01-01T01:00:00+01:00' })).toEqual({ expiresAt: new Date('2030-01-01') })
  })
})
