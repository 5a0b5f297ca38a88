import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, exampleField, examplePrice } from '../../test/example.ts'
import type { Checkout } from '../api/shapes.ts'
import type { Draft } from './draft.ts'
import { fieldsOf } from './field-names.ts'
import { addressParts, isLive, isShown } from './shown.ts'

function shown(changes: Partial<Checkout> = {}, typed: Partial<Draft> = {}) {
  const checkout = exampleCheckout(changes)
  const draft = exampleDraft(typed)
  return fieldsOf(checkout, draft.country).filter((field) => isShown(field, checkout, draft))
}

const CARD = ['number', 'expiry', 'cvc']

it('a plain purchase asks for little', () => {
  expect(shown()).toEqual(['code', 'email', 'name', ...CARD])
})

it('an amount is asked for only where the buyer chooses it', () => {
  expect(shown({ product_price: examplePrice({ amount_type: 'custom' }) })).toContain('amount')
})

it('what the seller wants to know is asked', () => {
  expect(shown({ attached_custom_fields: [exampleField({ slug: 'size' })] })).toContain('custom.size')
})

it('no card and no address is asked for where nothing is due', () => {
  expect(shown({ is_payment_form_required: false })).toEqual(['code', 'email', 'name'])
})

it('no card is typed here where money is real: the processor’s own form takes it', () => {
  const live = { payment_processor_metadata: { mode: 'live' } }
  expect(shown(live)).toEqual(['code', 'email', 'name', 'country'])
  expect(isLive(exampleCheckout(live))).toBe(true)
  expect(isLive(exampleCheckout())).toBe(false)
})

it.each([
  ['a discount is applied', { discount: exampleDiscount() }],
  ['codes are off', { allow_discount_codes: false }],
  ['there is nothing to discount', { is_discount_applicable: false }],
])('no code is asked for where %s', (_, changes) => {
  expect(shown(changes)).not.toContain('code')
})

describe('a country', () => {
  const known = { ...{ country: 'DE', line1: null, line2: null, postal_code: null, city: null, state: null } }

  it.each<[string, Partial<Checkout>, Partial<Draft>]>([
    ['there can be tax', { tax_amount: null }, {}],
    ['there is tax', { tax_amount: 100 }, {}],
    ['there is none here, but may be elsewhere', { customer_billing_address: known }, {}],
    ['a company buys', {}, { isBusiness: true }],
    ['the card is a real one', { payment_processor_metadata: { mode: 'live' } }, {}],
  ])('is asked for where %s', (_, changes, typed) => {
    expect(shown(changes, typed)).toContain('country')
  })

  it.each<[string, Partial<Checkout>]>([
    ['there is no tax', {}],
    ['nothing is due', { is_payment_form_required: false, customer_billing_address: known }],
  ])('is not asked for where %s, whatever the device says', (_, changes) => {
    expect(shown(changes, { country: 'DE' })).not.toContain('country')
  })
})

describe('an address', () => {
  const parts = (tax_amount: number | null, typed: Partial<Draft>) =>
    shown({ tax_amount }, typed).filter((field) => ['line1', 'line2', 'city', 'state', 'postal_code'].includes(field))

  it.each([
    ['the tax depends on it', null, 'US', ['state', 'postal_code']],
    ['the country alone decides', null, 'DE', []],
    ['there is no tax', 0, 'US', []],
  ])('of a person is short where %s', (_, tax, country, expected) => {
    expect(parts(tax, { country })).toEqual(expected)
  })

  it('of a person stays as it was typed when the tax is known', () => {
    expect(parts(790, { country: 'US', postal_code: '10001' })).toEqual(['state', 'postal_code'])
  })

  it('of a person shows what is known of it, to be put right, also while it is cleared', () => {
    const known = { country: 'DE', line1: 'Hauptstr. 1', line2: null, postal_code: '53111', city: 'Bohn', state: null }
    const checkout = exampleCheckout({ customer_billing_address: known })
    const cleared = exampleDraft({ country: 'DE' })
    expect(addressParts(checkout, cleared)).toEqual([
      { part: 'line1', isRequired: false },
      { part: 'postal_code', isRequired: false },
      { part: 'city', isRequired: false },
    ])
    expect(addressParts(checkout, exampleDraft({ country: 'FR' }))).toEqual([])
  })

  it('of a person keeps what the tax depends on needed, among what is known', () => {
    const known = { country: 'US', line1: '1 Main St', line2: null, postal_code: '10001', city: null, state: 'US-NY' }
    const checkout = exampleCheckout({ tax_amount: null, customer_billing_address: known })
    expect(addressParts(checkout, exampleDraft({ country: 'US' }))).toEqual([
      { part: 'line1', isRequired: false },
      { part: 'state', isRequired: true },
      { part: 'postal_code', isRequired: true },
    ])
  })

  it('of a company is whole, with its tax number', () => {
    expect(parts(0, { country: 'DE', isBusiness: true })).toEqual(['line1', 'line2', 'postal_code', 'city'])
    expect(shown({}, { isBusiness: true })).toContain('tax_id')
    expect(shown()).not.toContain('tax_id')
  })

  it('is asked for where nothing is due, while tax may still come', () => {
    expect(shown({ is_payment_form_required: false, tax_amount: null })).toContain('country')
  })
})
