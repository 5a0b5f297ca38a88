import { describe, expect, it } from 'vitest'
import { exampleCheckout, examplePrice } from '../test/example.ts'
import { cardOf, checkForm, confirmBody, type FormValues } from './form.ts'

const FILLED: FormValues = {
  amount: '',
  email: ' ada@example.com ',
  name: '',
  country: '',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  custom: {},
}
const NOW = new Date('2026-06-15T12:00:00Z')
const check = (values: FormValues, checkout = exampleCheckout()) => checkForm(values, checkout, NOW)
const custom = exampleCheckout({
  product_price: examplePrice({ amount_type: 'custom', price_amount: null, minimum_amount: 300, maximum_amount: 9000 }),
})

describe('checkForm', () => {
  it('finds nothing wrong with what is filled in', () => {
    expect(check(FILLED)).toBeNull()
  })

  it('reports everything that is missing at once', () => {
    const empty = { ...FILLED, email: '', number: '', expiry: '', cvc: '' }
    expect(Object.keys(check(empty)?.fields ?? {})).toEqual(['email', 'number', 'expiry', 'cvc'])
  })

  it('asks for no card where nothing is due', () => {
    const free = exampleCheckout({ is_payment_form_required: false })
    expect(check({ ...FILLED, number: '', expiry: '', cvc: '' }, free)).toBeNull()
  })

  it.each([
    ['', 'Enter the number of the card.'],
    ['  ', 'Enter the number of the card.'],
    ['1234', 'This is not a whole card number.'],
  ])('a card number that is none: %j', (number, text) => {
    expect(check({ ...FILLED, number })?.fields).toEqual({ number: text })
  })

  it('says that a card has expired along with everything else, once its month is over', () => {
    const fields = check({ ...FILLED, email: '', expiry: '01/20' })?.fields
    expect(fields).toEqual({ email: expect.any(String), expiry: 'The card has expired.' })
    expect(check({ ...FILLED, expiry: '05 / 26' })?.fields).toEqual({ expiry: 'The card has expired.' })
    expect(check({ ...FILLED, expiry: '06 / 26' })).toBeNull()
  })

  it.each([
    ['', 'Enter an amount.'],
    ['2', 'Enter $3.00 or more.'],
    ['90.01', 'Enter $90.00 or less.'],
  ])('an amount of the buyer’s choice: %s', (amount, text) => {
    expect(check({ ...FILLED, amount }, custom)?.fields).toEqual({ amount: text })
    expect(check({ ...FILLED, amount: '3' }, custom)).toBeNull()
  })
})

describe('confirmBody', () => {
  it('sends what was given, and nothing else', () => {
    expect(confirmBody(FILLED, exampleCheckout())).toEqual({ customer_email: 'ada@example.com' })
    expect(confirmBody({ ...FILLED, name: ' Ada ', country: 'NO', amount: '26.50' }, custom)).toEqual({
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: { country: 'NO' },
      amount: 2650,
    })
  })

  it('leaves alone what the seller knows already', () => {
    const known = exampleCheckout({ customer_id: 'c1', customer_billing_address: { country: 'NO' } })
    expect(confirmBody({ ...FILLED, country: 'NO' }, known)).toEqual({})
  })
})

describe('cardOf', () => {
  it('is the card as the API wants it', () => {
    expect(cardOf(FILLED)).toEqual({ number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2034, cvc: '123' })
  })
})
