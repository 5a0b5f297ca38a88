import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, exampleField, examplePrice } from '../test/example.ts'
import { firstField, isAboutDiscount, problemsOf } from './problems.ts'

const issue = (...loc: (string | number)[]) => ({ type: 'value_error', loc: ['body', ...loc], msg: 'Not right' })
const checkout = exampleCheckout()
const custom = exampleCheckout({ product_price: examplePrice({ amount_type: 'custom' }) })

describe('problemsOf', () => {
  it('shows a sentence of the API as it is', () => {
    const body = { error: 'PaymentError', code: 'card_declined', detail: 'The card was declined. Try another card.' }
    expect(problemsOf(body, checkout)).toEqual({ fields: {}, general: 'The card was declined. Try another card.' })
  })

  it('speaks to the buyer where the API speaks of one', () => {
    const detail = 'This customer already has an active subscription to this product.'
    const { general } = problemsOf({ error: 'AlreadyActiveSubscriptionError', detail }, checkout)
    expect(general).toBe('You already have an active subscription to this product.')
  })

  it('puts every issue at its field', () => {
    const detail = [issue('customer_email'), issue('card', 'exp_year'), issue('discount_code'), issue('amount')]
    expect(Object.keys(problemsOf({ detail }, custom).fields).toSorted()).toEqual(['amount', 'code', 'email', 'expiry'])
    expect(
      problemsOf({ detail: [issue('customer_billing_address', 'country')] }, checkout).fields.country,
    ).toBeDefined()
    expect(problemsOf({ detail: [issue('card', 'number')] }, checkout).fields).toEqual({ number: 'Not right.' })
  })

  it('puts what is wrong with a field of the seller’s there', () => {
    const asking = exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'size' })] })
    const problems = problemsOf({ detail: [issue('custom_field_data', 'size')] }, asking)
    expect(problems).toEqual({ fields: { 'custom.size': 'Not right.' }, general: null })
    expect(firstField({ ...problems, fields: { ...problems.fields, code: 'x' } }, asking)).toBe('custom.size')
  })

  it('does not speak of input', () => {
    const detail = [{ ...issue('card', 'number'), msg: 'Input should be at most 20' }]
    expect(problemsOf({ detail }, checkout).fields.number).toBe('This should be at most 20.')
  })

  it('says the rest for the page as a whole', () => {
    expect(problemsOf({ detail: [issue('custom_field_data', 'size')] }, checkout).general).toBe('Not right.')
    expect(problemsOf({}, checkout).general).toMatch(/try again/)
  })

  it('says for the page as a whole what is wrong with a field that is not there', () => {
    const free = exampleCheckout({ is_payment_form_required: false })
    const card = { detail: [issue('card', 'exp_month'), issue('card', 'exp_year'), issue('customer_name')] }
    expect(problemsOf(card, free)).toEqual({ fields: { name: 'Enter a shorter name.' }, general: 'Not right.' })
    expect(problemsOf({ detail: [issue('amount')] }, checkout)).toEqual({ fields: {}, general: 'Not right.' })
  })
})

describe('a discount that no longer applies', () => {
  const ended = (field: string) => ({
    detail: [{ type: 'discount_ended', loc: ['body', field], msg: 'This discount has ended' }],
  })
  const discounted = exampleCheckout({ discount: exampleDiscount() })

  it('can be removed, when it came with a code', () => {
    const general = 'This discount has ended. Remove it above to go on without it.'
    expect(problemsOf(ended('discount_code'), discounted)).toEqual({ fields: {}, general })
  })

  it.each([
    ['the seller has set it', 'discount_id', true],
    ['codes are off by now', 'discount_code', false],
  ])('is for the seller to mend, when %s', (_, field, allow_discount_codes) => {
    const general = 'This discount has ended. The seller’s discount no longer applies: ask the seller for a new link.'
    expect(problemsOf(ended(field), { ...discounted, allow_discount_codes })).toEqual({ fields: {}, general })
  })

  it('is gone already: then the field for a code is there again', () => {
    expect(problemsOf(ended('discount_id'), checkout)).toEqual({
      fields: { code: 'This discount has ended.' },
      general: null,
    })
  })

  it('is told from other refusals', () => {
    expect(isAboutDiscount(ended('discount_code'))).toBe(true)
    expect(isAboutDiscount(ended('discount_id'))).toBe(true)
    expect(isAboutDiscount(ended('amount'))).toBe(false)
    expect(isAboutDiscount({ detail: 'Declined.' })).toBe(false)
    expect(isAboutDiscount({})).toBe(false)
  })
})

describe('firstField', () => {
  it('is the first one on the page', () => {
    expect(firstField({ fields: { cvc: 'x', email: 'x' }, general: null }, checkout)).toBe('email')
    expect(firstField({ fields: {}, general: 'x' }, checkout)).toBeUndefined()
  })
})
