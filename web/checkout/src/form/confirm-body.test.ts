import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleField, examplePrice, exampleProduct } from '../../test/example.ts'
import type { Address } from '../api/shapes.ts'
import { addressPatch, cardOf, confirmBody } from './confirm-body.ts'
import { withTyped } from './draft.ts'

const address = (country: string, parts: Partial<Address> = {}): Address => ({
  ...{ country, line1: null, line2: null, postal_code: null, city: null, state: null },
  ...parts,
})

/** What the buyer has seen goes along, so that nothing else is paid. */
const SEEN = { product_price_id: 'p1', expected_total_amount: 7900 }

describe('confirmBody', () => {
  it('sends what was given, and nothing else', () => {
    expect(confirmBody(exampleDraft({ email: ' ada@example.com ' }), exampleCheckout())).toEqual({
      ...SEEN,
      customer_email: 'ada@example.com',
    })
  })

  it('sends all that was given', () => {
    const checkout = exampleCheckout({
      product_price: examplePrice({ amount_type: 'custom' }),
      tax_amount: 100,
      attached_custom_fields: [exampleField({ slug: 'size' })],
    })
    const draft = exampleDraft({ name: ' Ada ', country: 'NO', amount: '26.50', custom: { size: 'L' } })
    expect(confirmBody(draft, checkout)).toEqual({
      ...SEEN,
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: address('NO'),
      amount: 2650,
      custom_field_data: { size: 'L' },
    })
  })

  it('names the product where there are several', () => {
    const products = [exampleProduct(), exampleProduct({ id: 'pr2' })]
    expect(confirmBody(exampleDraft(), exampleCheckout({ products }))).toMatchObject({ ...SEEN, product_id: 'pr1' })
  })

  it('never holds the card', () => {
    const body = JSON.stringify(confirmBody(exampleDraft(), exampleCheckout()))
    expect(body).not.toMatch(/4242|cvc|expiry/)
  })

  it('leaves alone what the seller knows already', () => {
    const known = exampleCheckout({ customer_id: 'c1', customer_billing_address: address('NO') })
    expect(confirmBody(exampleDraft({ country: 'NO' }), known)).toEqual(SEEN)
  })
})

describe('addressPatch', () => {
  const company = exampleDraft({
    isBusiness: true,
    country: 'US',
    line1: ' 1 Main St ',
    city: 'New York',
    state: 'NY',
    postal_code: '10001',
    tax_id: ' US123 ',
  })
  const whole = address('US', { line1: '1 Main St', postal_code: '10001', city: 'New York', state: 'NY' })

  it('is whole for a company', () => {
    expect(addressPatch(company, exampleCheckout())).toEqual({
      customer_billing_address: whole,
      customer_tax_id: 'US123',
    })
  })

  it('is empty where all is known, in whatever way the server writes a state', () => {
    const customer_billing_address = { ...whole, state: 'US-NY' }
    const known = exampleCheckout({ customer_billing_address, customer_tax_id: 'US123' })
    expect(addressPatch(company, known)).toEqual({})
  })

  it('takes the tax number back from whoever buys as a person after all', () => {
    const known = exampleCheckout({ customer_billing_address: address('DE'), customer_tax_id: 'DE123456789' })
    expect(addressPatch(exampleDraft({ country: 'DE', tax_id: 'DE123456789' }), known)).toEqual({
      customer_tax_id: null,
    })
  })

  it('keeps what it does not ask for, in the same country alone', () => {
    // German companies are not asked for their state.
    const there = { line1: 'Hauptstraße 1', postal_code: '53111', city: 'Bonn' }
    const known = exampleCheckout({ customer_billing_address: address('DE', { ...there, state: 'NW' }) })
    const draft = exampleDraft({ isBusiness: true, country: 'DE', ...there })
    expect(addressPatch(draft, known)).toEqual({})
    const moved = { customer_billing_address: address('AT', there) }
    expect(addressPatch({ ...draft, country: 'AT' }, known)).toEqual(moved)
  })

  it('has what a person puts right, and what they take back', () => {
    const known = exampleCheckout({ customer_billing_address: address('DE', { line1: 'Hauptstr. 1', city: 'Bohn' }) })
    const draft = exampleDraft({ country: 'DE', line1: '', city: 'Bonn' })
    expect(addressPatch(draft, known)).toEqual({ customer_billing_address: address('DE', { city: 'Bonn' }) })
  })

  it('does not tell what only the device says of where it is', () => {
    expect(addressPatch(exampleDraft({ country: 'DE' }), exampleCheckout())).toEqual({})
  })

  it('takes back a tax number that is all that is known', () => {
    const known = exampleCheckout({ customer_tax_id: 'DE123456789' })
    expect(addressPatch(exampleDraft({ tax_id: 'DE123456789' }), known)).toEqual({ customer_tax_id: null })
  })

  it('never holds a tax number of another country, and has it again in its own', () => {
    const there = exampleDraft({ isBusiness: true, country: 'DE', tax_id: 'DE123456789' })
    const known = exampleCheckout({ customer_billing_address: address('DE'), customer_tax_id: 'DE123456789' })
    const moved = withTyped(there, 'country', 'FR')
    expect(addressPatch(moved, known)).toEqual({ customer_billing_address: address('FR'), customer_tax_id: null })
    const gone = exampleCheckout({ customer_billing_address: address('FR') })
    expect(addressPatch(withTyped(moved, 'country', 'DE'), gone)).toEqual({
      customer_billing_address: address('DE'),
      customer_tax_id: 'DE123456789',
    })
  })

  it('is empty without a country, and where no address is asked for', () => {
    const taxed = exampleCheckout({ tax_amount: null })
    expect(addressPatch(exampleDraft({ isBusiness: true, tax_id: 'X' }), taxed)).toEqual({})
    expect(addressPatch(exampleDraft(), exampleCheckout())).toEqual({})
    expect(addressPatch(company, exampleCheckout({ is_payment_form_required: false }))).toEqual({})
  })
})

describe('cardOf', () => {
  it('is the card as the API wants it', () => {
    expect(cardOf(exampleDraft({ cvc: ' 123 ' }))).toEqual({
      number: '4242 4242 4242 4242',
      exp_month: 12,
      exp_year: 2034,
      cvc: '123',
    })
  })
})
