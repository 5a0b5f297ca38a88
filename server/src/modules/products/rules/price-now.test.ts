import { describe, expect, it } from 'vitest'
import type { FullProduct, Price } from '../model.ts'
import { priceNow } from './price-now.ts'

const price = (id: string, recurringInterval: string, priceCurrency = 'usd') =>
  ({ id, productId: 'product', recurringInterval, priceCurrency }) as Price

const product = (prices: readonly Price[]) => ({ id: 'product', prices }) as FullProduct

const SOLD = product([price('monthly', 'month'), price('yearly', 'year'), price('euro', 'month', 'eur')])

describe('the price of today', () => {
  it.each<[string, Price, string]>([
    ['the same', price('yearly', 'year'), 'yearly'],
    ['the new one for the same interval', price('old', 'year'), 'yearly'],
    ['the new one in the same currency', price('old', 'month', 'eur'), 'euro'],
    ['the first, when no other is alike', price('old', 'week'), 'monthly'],
    ['the first, when the old one was of another product', { ...price('old', 'year'), productId: 'other' }, 'monthly'],
  ])('is %s', (_, chosen, expected) => {
    expect(priceNow(SOLD, chosen)?.id).toBe(expected)
  })

  it('is none where nothing is sold', () => {
    expect(priceNow(product([]), price('old', 'month'))).toBeUndefined()
  })
})
