import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, exampleField, examplePrice } from '../../test/example.ts'
import type { Checkout } from '../api/shapes.ts'
import type { Draft } from './draft.ts'
import { fieldsOf } from './field-names.ts'
import { isLive, isShown } from './shown.ts'

function shown(changes: Partial<Checkout> = {}, typed: Partial<Draft> = {}) {
  const checkout = exampleCheckout(changes)
  return fieldsOf(checkout).filter((field) => isShown(field, checkout, exampleDraft(typed)))
}

const CARD = ['number', 'expiry', 'cvc']

it('a plain purchase asks for little', () => {
  expect(shown()).toEqual(['code', 'email', 'name', 'country', ...CARD])
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

describe('an address', () => {
  const parts = (tax_amount: number | null, typed: Partial<Draft>) =>
    shown({ tax_amount }, typed).filter((field) => ['line1', 'line2', 'city', 'state', 'postal_code'].includes(field))

  it.each([
    ['the tax depends on it', null, 'US', ['postal_code', 'state']],
    ['the country alone decides', null, 'DE', []],
    ['there is no tax', 0, 'US', []],
  ])('of a person is short where %s', (_, tax, country, expected) => {
    expect(parts(tax, { country })).toEqual(expected)
  })

  it('of a person stays as it was typed when the tax is known', () => {
    expect(parts(790, { country: 'US', postal_code: '10001' })).toEqual(['postal_code', 'state'])
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
