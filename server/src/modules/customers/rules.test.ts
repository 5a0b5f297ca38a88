import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { revise } from '../../kernel/revision.ts'
import { isWellFormed } from '../../kernel/secrets.ts'
import { anonymized, changesOf, newCustomer } from './rules.ts'
import type { CustomerUpdate } from './schema.ts'
import { newCustomerSession } from './session.ts'

const NOW = new Date('2026-01-31T09:30:00.000Z')
const LATER = new Date('2026-02-01T09:30:00.000Z')
const ORGANIZATION = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const ada = () =>
  newCustomer(
    ORGANIZATION,
    {
      email: 'Ada@example.com',
      name: 'Ada',
      billing_address: { country: 'US', state: 'US-CA' },
      tax_id: ['12-3456789', 'us_ein'],
      external_id: 'u-1',
      metadata: { plan: 'pro' },
    },
    NOW,
  )

const addresses = fc.record({ country: fc.constantFrom('US', 'DE'), city: fc.option(fc.constant('Ulm')) })
const patches = fc.record(
  {
    email: fc.constantFrom('ada@example.com', 'bob@example.com'),
    name: fc.option(fc.constantFrom('Ada', 'Bob')),
    billing_address: fc.option(addresses),
    tax_id: fc.option(fc.constantFrom<[string, string]>(['DE123456789', 'eu_vat'], ['12-3456789', 'us_ein'])),
    external_id: fc.constant('u-1'),
    metadata: fc.option(fc.constantFrom({}, { plan: 'free' })),
  },
  { requiredKeys: [] },
)

/** Ada's own address is in the US. Without any, every number of its type will do. */
function isTaxIdOfTheAddress({ tax_id, billing_address: address }: CustomerUpdate): boolean {
  if (!tax_id || address === null) return true
  return tax_id[1] === (address?.country === 'DE' ? 'eu_vat' : 'us_ein')
}

describe('changesOf', () => {
  it('says the same thing twice without a second change', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        fc.pre(isTaxIdOfTheAddress(patch))
        const once = revise(ada(), changesOf(ada(), patch), LATER)
        expect(revise(once, changesOf(once, patch), LATER)).toBe(once)
      }),
    )
  })

  it('keeps what is absent and clears what is null', () => {
    const before = ada()
    const after = { ...before, ...changesOf(before, { name: null, metadata: null, tax_id: null }) }
    expect(after).toEqual({ ...before, name: null, metadata: {}, taxId: null })
  })

  it('replaces an address as a whole', () => {
    const { billingAddress } = changesOf(ada(), { billing_address: { country: 'DE', city: 'Ulm' } })
    expect(billingAddress).toEqual({
      line1: null,
      line2: null,
      postal_code: null,
      city: 'Ulm',
      state: null,
      country: 'DE',
    })
  })

  it('sets an external id once, and never changes or clears it', () => {
    const without = { ...ada(), externalId: null }
    expect(changesOf(without, { external_id: 'u-2' }).externalId).toBe('u-2')
    expect(changesOf(without, { external_id: null }).externalId).toBeNull()
    expect(changesOf(ada(), { external_id: 'u-1' }).externalId).toBe('u-1')
    for (const external_id of ['u-2', 'U-1', null]) {
      expect(() => changesOf(ada(), { external_id })).toThrow('An external id cannot change once it is set')
    }
  })

  it('asks again whether an e-mail address is verified when it becomes another one', () => {
    const verified = { ...ada(), emailVerified: true }
    expect(changesOf(verified, { email: 'ADA@example.com' }).emailVerified).toBe(true)
    expect(changesOf(verified, { email: 'bob@example.com' }).emailVerified).toBe(false)
  })
})

describe('anonymized', () => {
  it('leaves nothing that says who it was', () => {
    const customer = ada()
    const text = JSON.stringify({ ...customer, ...anonymized(customer, NOW) })
    expect(text).not.toMatch(/ada@|"ada|123456789|US-CA|"u-1|plan/i)
  })

  it('gives every deleted customer an address of its own under a reserved domain', () => {
    const [one, other] = [anonymized(ada(), NOW).email, anonymized(ada(), NOW).email]
    expect(one).toMatch(/\.invalid$/)
    expect(one).not.toBe(other)
  })
})

describe('newCustomerSession', () => {
  it('lasts an hour and keeps only the hash of its token', () => {
    const { session, secret, tokenHash } = newCustomerSession(
      { organizationId: ORGANIZATION, customerId: ada().id, onlyCheckoutId: null },
      NOW,
    )
    expect(session.expiresAt).toEqual(new Date('2026-01-31T10:30:00.000Z'))
    expect(isWellFormed('customerSession', secret)).toBe(true)
    expect(tokenHash).toHaveLength(32)
    expect(JSON.stringify(session)).not.toContain(secret)
  })
})
