import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Links } from '../../kernel/links.ts'
import { Scrubber } from './scrub.ts'

const ID = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const scrubber = new Scrubber(ID, new Links('https://till.example.com'))
const ADDRESS = { line1: 'SECRET', line2: null, postal_code: 'SECRET', city: 'SECRET', state: 'SECRET', country: 'DE' }

const person = {
  id: ID,
  email: 'SECRET@example.com',
  email_verified: true,
  name: 'SECRET',
  public_name: 'SECRET',
  avatar_url: 'https://till.example.com/avatars/SECRET.svg',
  billing_address: ADDRESS,
  tax_id: ['SECRET', 'eu_vat'],
  external_id: 'SECRET',
  metadata: { note: 'SECRET' },
}
/** Everything personal that an answer can have, each at its own name. */
const personal: Record<string, unknown> = {
  customer: person,
  user: person,
  billing_address: ADDRESS,
  customer_name: 'SECRET',
  customer_email: 'SECRET@example.com',
  customer_ip_address: 'SECRET',
  customer_billing_address: ADDRESS,
  customer_tax_id: 'SECRET',
  customer_metadata: { note: 'SECRET' },
  customer_cancellation_comment: 'SECRET',
  custom_field_data: { size: 'SECRET' },
  metadata: { note: 'SECRET' },
}

/** Any object that our shapes could grow into: personal fields anywhere, among others that are not. */
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('plain', 7, null, true),
    fc.array(tie('answer'), { maxLength: 3 }),
    fc
      .tuple(
        fc.subarray(Object.keys(personal)),
        fc.dictionary(fc.constantFrom('id', 'amount', 'subscription', 'order', 'license_key', 'items'), tie('answer'), {
          maxKeys: 4,
        }),
      )
      .map(([keys, others]) => ({ ...others, ...Object.fromEntries(keys.map((key) => [key, personal[key]])) })),
    fc.constant({ license_key_id: ID, label: 'SECRET', meta: { os: 'SECRET' }, conditions: { disk: 'SECRET' } }),
    fc.constant(person),
  ),
}))

describe('scrubbing', () => {
  it('leaves nothing personal, wherever it stands, and changes nothing when it is done again', () => {
    fc.assert(
      fc.property(answer, (value) => {
        const clean = scrubber.scrub(value)
        expect(JSON.stringify(clean) ?? '').not.toContain('SECRET')
        expect(scrubber.scrub(clean)).toEqual(clean)
      }),
    )
  })

  it('keeps all keys, so that the shapes stay what they are', () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(personal)), (keys) => {
        const value = Object.fromEntries(keys.map((key) => [key, personal[key]]))
        expect(Object.keys(scrubber.scrub(value) as object)).toEqual(keys)
      }),
    )
    expect(Object.keys(scrubber.scrub(person) as object)).toEqual(Object.keys(person))
  })

  it('takes the parts of a customer that a change has kept', () => {
    const was = { email: 'SECRET@example.com', name: 'SECRET', avatar_url: 'SECRET' }
    expect(scrubber.scrub(was, true)).toEqual({
      email: `deleted-${ID}@till.invalid`,
      name: null,
      avatar_url: 'https://till.example.com/avatars/D.svg',
    })
  })

  it('keeps the country for the books, and nothing else of an address', () => {
    const none = { line1: null, line2: null, postal_code: null, city: null, state: null, country: 'DE' }
    expect(scrubber.scrub({ amount: 1900, billing_address: ADDRESS })).toEqual({ amount: 1900, billing_address: none })
    expect(scrubber.scrub({ billing_address: null })).toEqual({ billing_address: null })
  })

  it('leaves alone what the seller made for everybody', () => {
    const sold = {
      product: { id: ID, name: 'Tape Machine', metadata: { shelf: 3 } },
      discount: { code: 'SPRING', metadata: { season: 'spring' } },
      organization: { id: ID, name: 'Northwind Audio', email: 'shop@example.com' },
    }
    expect(scrubber.scrub(sold)).toEqual(sold)
    expect(scrubber.scrub(null)).toBeNull()
  })
})
