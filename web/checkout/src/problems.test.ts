import { describe, expect, it } from 'vitest'
import { firstField, problemsOf } from './problems.ts'

const issue = (...loc: (string | number)[]) => ({ type: 'value_error', loc: ['body', ...loc], msg: 'Not right' })

describe('problemsOf', () => {
  it('shows a sentence of the API as it is', () => {
    const body = { error: 'PaymentError', code: 'card_declined', detail: 'The card was declined. Try another card.' }
    expect(problemsOf(body)).toEqual({ fields: {}, general: 'The card was declined. Try another card.' })
  })

  it('puts every issue at its field', () => {
    const detail = [issue('customer_email'), issue('card', 'exp_year'), issue('discount_code'), issue('amount')]
    expect(Object.keys(problemsOf({ detail }).fields).toSorted()).toEqual(['amount', 'code', 'email', 'expiry'])
    expect(problemsOf({ detail: [issue('customer_billing_address', 'country')] }).fields.country).toBeDefined()
    expect(problemsOf({ detail: [issue('card', 'number')] }).fields).toEqual({ number: 'Not right.' })
  })

  it('says the rest for the page as a whole', () => {
    expect(problemsOf({ detail: [issue('custom_field_data', 'size')] }).general).toBe('Not right.')
    expect(problemsOf({}).general).toMatch(/try again/)
  })
})

describe('firstField', () => {
  it('is the first one on the page', () => {
    expect(firstField({ fields: { cvc: 'x', email: 'x' }, general: null })).toBe('email')
    expect(firstField({ fields: {}, general: 'x' })).toBeUndefined()
  })
})
