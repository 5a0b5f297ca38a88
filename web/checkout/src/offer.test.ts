import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice } from '../test/example.ts'
import { discountText, newTotalText, payText, priceText, renewalText, sellersAddress, totalsOf } from './offer.ts'

const yearly = examplePrice({ type: 'recurring', recurring_interval: 'year', price_amount: 9900 })

describe('priceText', () => {
  it('says the amount, and how often', () => {
    expect(priceText(examplePrice(), 'usd')).toBe('$79.00')
    expect(priceText(yearly, 'usd')).toBe('$99.00 per year')
    expect(priceText(examplePrice({ amount_type: 'free' }), 'usd')).toBe('Free')
    expect(priceText(examplePrice({ amount_type: 'free', recurring_interval: 'month' }), 'usd')).toBe('Free per month')
    expect(priceText(examplePrice({ amount_type: 'custom' }), 'usd')).toBe('Pay what you want')
  })
})

describe('discountText', () => {
  it.each([
    [exampleDiscount(), false, '20% off'],
    [exampleDiscount({ basis_points: 1250 }), false, '12.5% off'],
    [exampleDiscount({ type: 'fixed', amount: 500, currency: 'usd' }), false, '$5.00 off'],
    [exampleDiscount(), true, '20% off the first payment'],
    [exampleDiscount({ duration: 'repeating', duration_in_months: 3 }), true, '20% off for 3 months'],
    [exampleDiscount({ duration: 'repeating', duration_in_months: 1 }), true, '20% off for 1 month'],
    [exampleDiscount({ duration: 'forever' }), true, '20% off'],
  ])('%o, recurring %s: %s', (discount, isRecurring, text) => {
    expect(discountText(discount, isRecurring)).toBe(text)
  })
})

describe('totalsOf', () => {
  it('explains nothing where there is nothing to explain', () => {
    expect(totalsOf(exampleCheckout())).toEqual({ parts: [], total: { label: 'Total', value: '$79.00' } })
  })

  it('adds up from price, discount and tax to the total', () => {
    const checkout = exampleCheckout({
      discount: exampleDiscount(),
      subtotal_amount: 6320,
      tax_amount: 1580,
      total_amount: 7900,
    })
    expect(totalsOf(checkout)).toEqual({
      parts: [
        { label: 'Price', value: '$79.00' },
        { label: 'Discount (20% off)', value: '−$15.80' },
        { label: 'Tax', value: '$15.80' },
      ],
      total: { label: 'Total', value: '$79.00' },
    })
  })
})

describe('renewalText', () => {
  const subscription = { product_price: yearly, amount: 9900, subtotal_amount: 4950, total_amount: 4950 }
  it.each([
    [null, 'Renews at $99.00 per year, until you cancel.'],
    [exampleDiscount({ duration: 'forever' }), 'Renews at $49.50 per year, until you cancel.'],
    [exampleDiscount(), 'Then $99.00 per year, until you cancel.'],
    [exampleDiscount({ duration: 'repeating' }), 'When the discount ends, $99.00 per year, until you cancel.'],
  ])('%o: %s', (discount, text) => {
    expect(renewalText(exampleCheckout({ ...subscription, discount }))).toBe(text)
  })

  it('says nothing of what is paid once or free', () => {
    expect(renewalText(exampleCheckout())).toBeNull()
    expect(renewalText(exampleCheckout({ product_price: { ...yearly, amount_type: 'free' } }))).toBeNull()
  })
})

describe('payText', () => {
  it('says what pressing the button costs', () => {
    expect(payText(exampleCheckout())).toBe('Pay $79.00')
    expect(payText(exampleCheckout({ product_price: yearly, total_amount: 9900 }))).toBe('Subscribe · $99.00 today')
    expect(payText(exampleCheckout({ is_payment_form_required: false, total_amount: 0 }))).toBe('Get it for free')
  })
})

describe('newTotalText', () => {
  it('says the new total, and which button goes on', () => {
    expect(newTotalText(exampleCheckout({ total_amount: 6320 }))).toBe('The total is now $63.20. Press Pay to go on.')
    expect(newTotalText(exampleCheckout({ product_price: yearly, total_amount: 9900 }))).toBe(
      'The total is now $99.00. Press Subscribe to go on.',
    )
    expect(newTotalText(exampleCheckout({ is_payment_form_required: false, total_amount: 0 }))).toBe(
      'The total is now $0.00. Press “Get it for free” to go on.',
    )
  })

  it('says that the discount made it so, where that was a code', () => {
    const checkout = exampleCheckout({ discount: exampleDiscount(), total_amount: 6320 })
    expect(newTotalText(checkout, true)).toBe('Code applied: the total is now $63.20. Press Pay to go on.')
  })
})

describe('sellersAddress', () => {
  it('is where the seller sends the buyer, unless that is this page itself', () => {
    expect(sellersAddress(exampleCheckout())).toBeNull()
    const thanks = 'https://shop.example.com/thanks?checkout_id=1'
    expect(sellersAddress(exampleCheckout({ success_url: thanks }))).toBe(thanks)
    expect(sellersAddress(exampleCheckout({ success_url: 'javascript:alert(1)' }))).toBeNull()
  })
})
