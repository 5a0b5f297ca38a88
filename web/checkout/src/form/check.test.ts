import { describe, expect, it } from 'vitest'
import { exampleDraft, NOW } from '../../test/draft.ts'
import { exampleCheckout, exampleField, examplePrice } from '../../test/example.ts'
import type { Checkout } from '../api/shapes.ts'
import { checkForm } from './check.ts'
import type { Draft } from './draft.ts'
import { hasProblems } from './problem.ts'

const check = (typed: Partial<Draft> = {}, changes: Partial<Checkout> = {}) =>
  checkForm(exampleDraft(typed), exampleCheckout(changes), NOW).fields
const NO_CARD = { number: '', expiry: '', cvc: '' }

it('finds nothing wrong with what is filled in', () => {
  expect(hasProblems(checkForm(exampleDraft(), exampleCheckout(), NOW))).toBe(false)
  expect(check({ email: ' ada@example.com ', cvc: ' 123 ' })).toEqual({})
})

it('reports everything that is missing at once', () => {
  const asking = { attached_custom_fields: [exampleField({ slug: 'size' }, true)] }
  expect(check({ email: '', ...NO_CARD }, asking)).toEqual({
    email: { kind: 'email' },
    'custom.size': { kind: 'missing' },
    number: { kind: 'card_missing' },
    expiry: { kind: 'expiry' },
    cvc: { kind: 'cvc' },
  })
})

it.each(['ada', 'ada@example', '@example.com', 'a b@example.com'])('%j is no e-mail address', (email) => {
  expect(check({ email })).toEqual({ email: { kind: 'email' } })
})

describe('a card', () => {
  it.each([
    ['nothing is due', { is_payment_form_required: false }],
    ['the processor’s own form takes it', { payment_processor_metadata: { mode: 'live' } }],
  ])('is not asked for where %s', (_, changes) => {
    expect(check({ country: 'DE', ...NO_CARD }, changes)).toEqual({})
  })

  it.each([
    ['', 'card_missing'],
    ['  ', 'card_missing'],
    ['1234', 'card_short'],
  ])('has no number in %j', (number, kind) => {
    expect(check({ number })).toEqual({ number: { kind } })
  })

  it.each([
    ['4242 4242 4242 4242', '12', 'cvc_back'],
    ['4242 4242 4242 4242', '1234', 'cvc_back'],
    ['3782 822463 10005', '123', 'cvc_front'],
    ['3782 822463 10005', 'abcd', 'cvc_front'],
    ['9999 9999 9999 9999', '12', 'cvc'],
    ['9999 9999 9999 9999', '12345', 'cvc'],
  ])('%s has no security code in %j', (number, cvc, kind) => {
    expect(check({ number, cvc })).toEqual({ cvc: { kind } })
  })

  it.each([
    ['3782 822463 10005', '1234'],
    ['9999 9999 9999 9999', '123'],
    ['9999 9999 9999 9999', '1234'],
  ])('%s has one in %s', (number, cvc) => {
    expect(check({ number, cvc })).toEqual({})
  })

  it('has expired once its month is over, and that is said along with everything else', () => {
    expect(check({ email: '', expiry: '01/20' })).toEqual({ email: { kind: 'email' }, expiry: { kind: 'card_over' } })
    expect(check({ expiry: '05 / 26' })).toEqual({ expiry: { kind: 'card_over' } })
    expect(check({ expiry: '06 / 26' })).toEqual({})
  })
})

describe('an amount of the buyer’s choice', () => {
  const limits = { price_amount: null, minimum_amount: 300, maximum_amount: 9000 }
  const custom = { product_price: examplePrice({ amount_type: 'custom', ...limits }) }

  it.each([
    ['', { kind: 'amount' }],
    ['2', { kind: 'amount_low', amount: 300, currency: 'usd' }],
    ['90.01', { kind: 'amount_high', amount: 9000, currency: 'usd' }],
  ])('does not fit: %j', (amount, problem) => {
    expect(check({ amount }, custom)).toEqual({ amount: problem })
  })

  it.each(['3', '90,00'])('fits: %j', (amount) => {
    expect(check({ amount }, custom)).toEqual({})
  })

  it('does not matter where the seller sets the price', () => {
    expect(check({ amount: '' })).toEqual({})
  })
})

describe('an address', () => {
  it('is nobody’s business where there is no tax', () => {
    expect(check({ country: '' })).toEqual({})
    expect(check({ country: 'US' })).toEqual({})
  })

  it.each([
    ['', { country: { kind: 'country' } }],
    ['DE', {}],
    ['US', { postal_code: { kind: 'missing' }, state: { kind: 'missing' } }],
  ])('has to say what the tax depends on: %j', (country, problems) => {
    expect(check({ country }, { tax_amount: null })).toEqual(problems)
  })

  it('of a company has to be whole, with its name', () => {
    expect(check({ isBusiness: true })).toEqual({ name: { kind: 'missing' }, country: { kind: 'country' } })
    expect(check({ isBusiness: true, name: ' ', country: 'DE', line1: ' ', city: 'Bonn' })).toEqual({
      name: { kind: 'missing' },
      line1: { kind: 'missing' },
      postal_code: { kind: 'missing' },
    })
  })

  it('is not asked for where nothing is due', () => {
    expect(check({ isBusiness: true, ...NO_CARD }, { is_payment_form_required: false })).toEqual({})
  })

  it('has its country where the processor of a real card wants it', () => {
    const live = { payment_processor_metadata: { mode: 'live' } }
    expect(check({}, live)).toEqual({ country: { kind: 'country' } })
    expect(check({ country: 'US' }, live)).toEqual({})
  })
})
