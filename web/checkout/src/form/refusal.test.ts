import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, exampleField, examplePrice } from '../../test/example.ts'
import type { ErrorBody } from '../api/shapes.ts'
import { isAboutOffer, problemsOf } from './refusal.ts'

const issue = (...loc: (string | number)[]) => ({ type: 'value_error', loc: ['body', ...loc], msg: 'Not right' })
const checkout = exampleCheckout()
const problems = (body: ErrorBody, of = checkout, draft = exampleDraft()) => problemsOf(body, of, draft)
const NOT_RIGHT = { kind: 'said', text: 'Not right.' }

describe('a refusal of the whole', () => {
  it('is a decline with its code: why, is said in the buyer’s language', () => {
    const body = { error: 'PaymentError', code: 'insufficient_funds', detail: 'Insufficient funds.' }
    expect(problems(body)).toEqual({ fields: {}, general: { kind: 'declined', code: 'insufficient_funds' } })
    expect(problems({ error: 'PaymentError' }).general).toEqual({ kind: 'declined', code: '' })
  })

  it.each([
    ['expired_card', 'expiry'],
    ['incorrect_cvc', 'cvc'],
  ])('is a decline for one part of the card: %s stands at %s', (code, field) => {
    const problem = { kind: 'declined', code }
    const body = { error: 'PaymentError', code, detail: 'No.' }
    expect(problems(body)).toEqual({ fields: { [field]: problem }, general: null })
    const live = exampleCheckout({ payment_processor_metadata: { mode: 'live' } })
    expect(problems(body, live)).toEqual({ fields: {}, general: problem })
    const reloaded = exampleDraft({ number: '', expiry: '', cvc: '' })
    expect(problems(body, checkout, reloaded)).toEqual({ fields: {}, general: problem })
  })

  it('is said of the e-mail address that has a subscription, where another can be given', () => {
    const detail = 'This customer already has an active subscription to this product.'
    const body = { error: 'AlreadyActiveSubscriptionError', detail }
    const problem = { kind: 'subscribed_already' }
    expect(problems(body)).toEqual({ fields: { email: problem }, general: null })
    expect(problems(body, exampleCheckout({ customer_id: 'c1' }))).toEqual({ fields: {}, general: problem })
  })

  it('says what the API says where nothing better is known', () => {
    expect(problems({ error: 'Other', detail: 'No.' }).general).toEqual({ kind: 'said', text: 'No.' })
    expect(problems({}).general).toEqual({ kind: 'unknown' })
    expect(problems({ detail: [] }).general).toEqual({ kind: 'unknown' })
  })
})

describe('a refusal of what was typed', () => {
  it('stands at every field that it names', () => {
    const custom = exampleCheckout({ product_price: examplePrice({ amount_type: 'custom' }) })
    const detail = [issue('customer_email'), issue('card', 'exp_year'), issue('discount_code'), issue('amount')]
    expect(problems({ detail }, custom)).toEqual({
      fields: {
        email: { kind: 'email' },
        expiry: NOT_RIGHT,
        code: { kind: 'discount', reason: 'unknown' },
        amount: NOT_RIGHT,
      },
      general: null,
    })
  })

  it.each([
    [['card', 'number'], { number: { kind: 'card_wrong' } }],
    [['card', 'cvc'], { cvc: { kind: 'cvc' } }],
    [['customer_name'], { name: { kind: 'name_long' } }],
    [['customer_billing_address', 'country'], { country: { kind: 'country' } }],
    [['customer_billing_address', 'postal_code'], { postal_code: NOT_RIGHT }],
    [['customer_tax_id'], { tax_id: { kind: 'tax_id' } }],
  ])('%j', (loc, fields) => {
    const company = exampleDraft({ isBusiness: true, country: 'DE' })
    expect(problems({ detail: [issue(...loc)] }, checkout, company)).toEqual({ fields, general: null })
  })

  it('stands at a field of the seller’s own', () => {
    const asking = exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'size' })] })
    const body = { detail: [issue('custom_field_data', 'size')] }
    expect(problems(body, asking)).toEqual({ fields: { 'custom.size': NOT_RIGHT }, general: null })
  })

  it('does not speak of input', () => {
    const asking = exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'size' })] })
    const detail = [{ ...issue('custom_field_data', 'size'), msg: 'Input should be at most 20' }]
    expect(problems({ detail }, asking).fields).toEqual({
      'custom.size': { kind: 'said', text: 'This should be at most 20.' },
    })
  })

  it('is said for the page as a whole where the field is not there', () => {
    const free = exampleCheckout({ is_payment_form_required: false })
    const detail = [issue('card', 'exp_month'), issue('card', 'exp_year'), issue('customer_name')]
    expect(problems({ detail }, free)).toEqual({ fields: { name: { kind: 'name_long' } }, general: NOT_RIGHT })
    expect(problems({ detail: [issue('amount')] }).general).toEqual(NOT_RIGHT)
    expect(problems({ detail: [issue('custom_field_data', 'gone')] }).general).toEqual(NOT_RIGHT)
    expect(problems({ detail: [issue('something_new')] }).general).toEqual(NOT_RIGHT)
  })
})

describe('a discount that no longer applies', () => {
  const ended = (field: string) => ({
    detail: [{ type: 'discount_ended', loc: ['body', field], msg: 'This discount has ended' }],
  })
  const discounted = exampleCheckout({ discount: exampleDiscount() })

  it('says why, and can be left, unless the seller has set it for this checkout', () => {
    const general = { kind: 'discount_to_leave', reason: 'ended' }
    expect(problems(ended('discount_code'), discounted)).toEqual({ fields: {}, general })
    expect(problems(ended('discount_code'), { ...discounted, allow_discount_codes: false }).general).toEqual(general)
  })

  it('is for the seller to mend, when the seller has set it', () => {
    const fixed = { ...discounted, is_discount_fixed: true }
    const general = { kind: 'discount_to_mend', reason: 'ended', contact: 'hello@northwind.example' }
    expect(problems(ended('discount_id'), fixed)).toEqual({ fields: {}, general })
  })

  it('is gone already: then the field for a code is there again', () => {
    expect(problems(ended('discount_id'))).toEqual({
      fields: { code: { kind: 'discount', reason: 'ended' } },
      general: null,
    })
  })

  it('is told from other refusals', () => {
    expect(isAboutOffer(ended('discount_code'))).toBe(true)
    expect(isAboutOffer(ended('discount_id'))).toBe(true)
    expect(isAboutOffer(ended('amount'))).toBe(false)
    expect(isAboutOffer({ detail: 'Declined.' })).toBe(false)
    expect(isAboutOffer({})).toBe(false)
  })
})
