import { describe, expect, it } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice } from '../test/example.ts'
import type { Checkout } from './api/shapes.ts'
import type { Paid } from './machine/screen.ts'
import { benefitsBesideGoods, dueOf, renewalOf, sellersAddress } from './offer.ts'

const yearly = examplePrice({ type: 'recurring', recurring_interval: 'year', price_amount: 9900 })

describe('dueOf', () => {
  const due = (changes: Partial<Checkout> = {}) => dueOf(exampleCheckout(changes))

  it('stays the same while the button says the same', () => {
    expect(due({ discount: exampleDiscount(), customer_name: 'Ada' })).toBe(due())
  })

  it.each([
    ['the total', { total_amount: 6320 }],
    ['the currency', { currency: 'eur' }],
    ['whether a card is needed', { is_payment_form_required: false }],
    ['how often it is paid', { product_price: yearly }],
  ])('is another with %s', (_, changes) => {
    expect(due(changes)).not.toBe(due())
  })
})

describe('renewalOf', () => {
  const renewal = (changes: Partial<Checkout>) =>
    renewalOf(exampleCheckout({ product_price: yearly, amount: 9900, subtotal_amount: 4950, ...changes }))

  it('is the price, or what a discount for ever leaves of it', () => {
    expect(renewal({ discount: null })).toEqual({ amount: 9900, when: 'always' })
    expect(renewal({ discount: exampleDiscount({ duration: 'forever' }) })).toEqual({ amount: 4950, when: 'always' })
  })

  it.each(['once', 'repeating'])('is the price when a discount that lasts %s has ended', (duration) => {
    expect(renewal({ discount: exampleDiscount({ duration }) })).toEqual({ amount: 9900, when: 'later' })
  })

  it('is nothing for what is paid once or free', () => {
    expect(renewalOf(exampleCheckout())).toBeNull()
    expect(renewal({ product_price: { ...yearly, amount_type: 'free' } })).toBeNull()
  })
})

describe('sellersAddress', () => {
  const leadsTo = (success_url: string) => sellersAddress(exampleCheckout({ success_url }))

  it('is where the seller sends the buyer, unless that is this page itself', () => {
    expect(sellersAddress(exampleCheckout())).toBeNull()
    expect(leadsTo('https://shop.example.com/thanks?id=1')).toBe('https://shop.example.com/thanks?id=1')
  })

  it('runs no script', () => {
    expect(leadsTo('javascript:alert(1)')).toBeNull()
    expect(leadsTo('data:text/html,x')).toBeNull()
  })
})

describe('benefitsBesideGoods', () => {
  const license = { id: 'b1', type: 'license_keys', description: 'A license key' }
  const files = { id: 'b3', type: 'downloadables', description: 'The plug-in' }
  const support = { id: 'b2', type: 'custom', description: 'Support by e-mail' }
  const key = { id: 'k1', key: 'ABC', benefit_id: 'b1', limit_activations: null, expires_at: null }
  const product = { ...exampleCheckout().product, benefits: [license, support, files] }
  const beside = (keys: Paid['keys'], downloads: Paid['downloads']) =>
    benefitsBesideGoods({ at: 'paid', checkout: exampleCheckout({ product }), keys, downloads })

  it('leaves out what stands above its key or its files, or will', () => {
    expect(beside({ kind: 'shown', items: [key] }, { kind: 'loading' })).toEqual([support])
    expect(beside({ kind: 'loading' }, { kind: 'loading' })).toEqual([support])
  })

  it.each(['hidden', 'unreachable'] as const)('names everything where goods are %s', (kind) => {
    expect(beside({ kind }, { kind })).toEqual([license, support, files])
  })

  it('names what came without a key', () => {
    expect(beside({ kind: 'shown', items: [] }, { kind: 'none' })).toEqual([license, support, files])
  })
})
