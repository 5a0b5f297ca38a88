import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, examplePrice } from '../../test/example.ts'
import { editing } from '../../test/screens.ts'
import type { Checkout } from '../api/shapes.ts'
import { pressOn, surpriseIn } from './press.ts'

const yearly = examplePrice({ type: 'recurring', recurring_interval: 'year', price_amount: 9900 })
const product = { ...exampleCheckout().product, id: 'mac' }
const shown = (changes: Partial<Checkout> = {}) => editing({ checkout: exampleCheckout(changes) })
const surprise = (changes: Partial<Checkout>) => surpriseIn(pressOn(editing()), shown(changes))

describe('surpriseIn', () => {
  it('is none while the button says the same about the same thing', () => {
    expect(surprise({ discount: exampleDiscount(), customer_name: 'Ada' })).toBeNull()
  })

  it.each([
    ['the total', { total_amount: 6320 }],
    ['the currency', { currency: 'eur' }],
    ['whether a card is needed', { is_payment_form_required: false }],
  ])('is another total: %s', (_, changes) => {
    expect(surprise(changes)).toBe('new_total')
  })

  it.each([
    ['product at the same price', { product }],
    ['price', { product_price: { ...yearly, id: 'p2' } }],
  ])('is another offer: another %s', (_, changes) => {
    expect(surprise(changes)).toBe('new_offer')
  })

  it('is none where the buyer has chosen it before they pressed', () => {
    const chosen = pressOn(editing({ saving: { product_id: 'mac' } }))
    expect(surpriseIn(chosen, shown({ product, product_price: examplePrice({ id: 'p2' }) }))).toBeNull()
    expect(surpriseIn(chosen, shown())).toBe('new_offer')
    const waiting = pressOn(editing({ saving: { product_price_id: 'p1' }, waiting: { product_price_id: 'p2' } }))
    expect(surpriseIn(waiting, shown({ product_price: examplePrice({ id: 'p2' }) }))).toBeNull()
  })

  it('is none where the buyer has typed the amount', () => {
    const product_price = examplePrice({ amount_type: 'custom' })
    const form = editing({
      checkout: exampleCheckout({ product_price, total_amount: 500 }),
      draft: exampleDraft({ amount: '9' }),
    })
    const settled = { ...form, checkout: { ...form.checkout, total_amount: 900 } }
    expect(surpriseIn(pressOn(form), settled)).toBeNull()
    expect(surpriseIn(pressOn(form), { ...settled, draft: exampleDraft({ amount: '8' }) })).toBe('new_total')
  })
})
