import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import type { FullProduct, Price } from '../../products/index.ts'
import { offersOf, priceAfter, selectOffer, shownOffer } from './selection.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const made = { createdAt: NOW, modifiedAt: null, version: 1 }

function price(id: string, recurringInterval: Price['recurringInterval'] = 'month', priceCurrency = 'usd'): Price {
  return {
    ...made,
    id,
    productId: id.charAt(0),
    type: 'recurring',
    amountType: 'fixed',
    recurringInterval,
    priceAmount: 900,
    priceCurrency,
    minimumAmount: null,
    maximumAmount: null,
    presetAmount: null,
    isArchived: false,
  }
}

function product(id: string, prices: readonly Price[], isArchived = false): FullProduct {
  const nothing = { description: null, recurringInterval: null, metadata: {}, benefits: [], medias: [] }
  return {
    ...made,
    ...nothing,
    id,
    organizationId: 'o',
    name: id,
    isRecurring: true,
    isArchived,
    prices,
    attachedFields: [],
  }
}

const A = product('a', [price('a-month'), price('a-year', 'year'), price('a-euro', 'month', 'eur')])
const B = product('b', [price('b-month'), price('b-year', 'year')])
const ids = (offers: readonly { product: FullProduct; price: Price }[]) =>
  offers.map((offer) => `${offer.product.id} ${offer.price.id}`)

describe('what a link sells', () => {
  it.each<[string, Price, string]>([
    ['the price that was chosen', price('a-year', 'year'), 'a a-year'],
    ['the new one for the same interval', price('a-old', 'year'), 'a a-year'],
    ['the new one in the same currency', price('a-old', 'month', 'eur'), 'a a-euro'],
    ['the first, when no other is alike', price('a-old', 'week'), 'a a-month'],
  ])('is %s', (_, chosen, expected) => {
    expect(ids(offersOf({ products: [A, B], price: chosen }))).toEqual([expected, 'b b-month'])
  })

  it('leaves out what is archived, or has no price', () => {
    const archived = product('a', A.prices, true)
    expect(ids(offersOf({ products: [archived, B], price: price('a-month') }))).toEqual(['b b-month'])
    expect(ids(offersOf({ products: [product('a', []), B], price: price('a-month') }))).toEqual(['b b-month'])
    expect(offersOf({ products: [archived], price: price('a-month') })).toEqual([])
  })

  it('shows what will be selected, or else what was', () => {
    const archived = product('a', A.prices, true)
    expect(ids([shownOffer({ products: [archived, B], price: price('a-month') })])).toEqual(['b b-month'])
    expect(ids([shownOffer({ products: [archived], price: price('a-old') })])).toEqual(['a a-old'])
  })
})

describe('what a buyer wants of a link', () => {
  const offers = offersOf({ products: [A, B], price: price('a-euro', 'month', 'eur') })
  it.each<[object, string]>([
    [{}, 'a a-euro'],
    [{ product_id: 'B' }, 'b b-month'],
    [{ product_id: 'a' }, 'a a-euro'],
    [{ product_id: 'c' }, 'a a-euro'],
    [{ product_price_id: 'B-YEAR' }, 'b b-year'],
    [{ product_price_id: 'c-month' }, 'a a-euro'],
    [{ product_price_id: 'c-month', product_id: 'b' }, 'b b-month'],
    [{ product_price_id: 'a-year', product_id: 'b' }, 'a a-year'],
  ])('%j', (wish, expected) => {
    const selected = selectOffer(offers, wish)
    expect(selected && ids([selected])).toEqual([expected])
  })

  it('is nothing when nothing is for sale', () => {
    expect(selectOffer([], { product_id: 'a' })).toBeUndefined()
  })
})

describe('the price of a link after a change', () => {
  const before = { products: [A, B] as const, price: price('a-old', 'week') }
  it.each<[string | null | undefined, string]>([
    [undefined, 'a-old'],
    ['A-OLD', 'a-old'],
    ['a-year', 'a-year'],
    [null, 'a-month'],
  ])('%s', (id, expected) => {
    expect(priceAfter(before, id).id).toBe(expected)
  })

  it('is none of another product', () => {
    expect(() => priceAfter(before, 'b-month')).toThrow(InvalidInput)
  })
})
