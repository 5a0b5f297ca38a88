import { expect, it } from 'vitest'
import { exampleCheckout, exampleField } from '../../test/example.ts'
import { fieldsOf } from './field-names.ts'

it('names every field in the order of the page: what is bought, who buys, the seller’s questions, the card', () => {
  const asking = exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'b' }), exampleField({ slug: 'a' })] })
  expect(fieldsOf(asking, '')).toEqual([
    ...['amount', 'code', 'email', 'name', 'country'],
    ...['line1', 'line2', 'postal_code', 'city', 'state', 'tax_id'],
    ...['custom.b', 'custom.a'],
    ...['number', 'expiry', 'cvc'],
  ])
})

it('follows the order of the country', () => {
  const parts = fieldsOf(exampleCheckout(), 'JP').slice(5, 10)
  expect(parts).toEqual(['postal_code', 'state', 'city', 'line1', 'line2'])
})
