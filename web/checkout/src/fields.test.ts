import { expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice } from '../test/example.ts'
import { fieldsOf, isShown } from './fields.ts'

const shown = (...changes: Parameters<typeof exampleCheckout>) =>
  fieldsOf(exampleCheckout(...changes)).filter((field) => isShown(field, exampleCheckout(...changes)))

it('an amount is asked for only where the buyer chooses it', () => {
  expect(shown()).toEqual(['email', 'name', 'country', 'code', 'number', 'expiry', 'cvc'])
  expect(shown({ product_price: examplePrice({ amount_type: 'custom' }) })).toEqual([...fieldsOf(exampleCheckout())])
})

it('no card is asked for where nothing is due', () => {
  expect(shown({ is_payment_form_required: false })).toEqual(['email', 'name', 'country', 'code'])
})

it.each([
  ['a discount is applied', { discount: exampleDiscount() }],
  ['codes are off', { allow_discount_codes: false }],
  ['there is nothing to discount', { is_discount_applicable: false }],
])('no code is asked for where %s', (_, changes) => {
  expect(shown(changes)).not.toContain('code')
})
