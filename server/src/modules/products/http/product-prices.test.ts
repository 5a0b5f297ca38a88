import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const INTERVALS = ['day', 'week', 'month', 'year']
const MOST = 999_999_999_999
const fixed = (amount: number, currency = 'usd') => ({
  amount_type: 'fixed',
  price_amount: amount,
  price_currency: currency,
})
const create = (fields: object) => till.owner.post('/v1/products/', { organization_id: shop, name: 'Any', ...fields })
const update = (id: string, fields: object) => till.owner.must(till.owner.patch(`/v1/products/${id}`, fields))

describe('the kinds of prices', () => {
  it.each(INTERVALS)('201: every %s, said by the product or by the price, is the same', async (interval) => {
    const onProduct = await makeProduct(till, shop, { recurring_interval: interval, prices: [fixed(500)] })
    const onPrice = await makeProduct(till, shop, {
      prices: [{ ...fixed(500), type: 'recurring', recurring_interval: interval }],
    })
    for (const product of [onProduct, onPrice]) {
      expect(product).toMatchObject({
        is_recurring: true,
        recurring_interval: interval,
        prices: [{ type: 'recurring', amount_type: 'fixed', recurring_interval: interval, price_amount: 500 }],
      })
    }
    const free = await makeProduct(till, shop, { recurring_interval: interval, prices: [{ amount_type: 'free' }] })
    expect(free.prices).toMatchObject([{ type: 'recurring', amount_type: 'free', recurring_interval: interval }])
  })

  it('201: a price for every interval and currency side by side', async () => {
    const prices = INTERVALS.flatMap((recurring_interval) =>
      ['usd', 'jpy', 'kwd'].map((currency) => ({ ...fixed(100, currency), type: 'recurring', recurring_interval })),
    )
    expect((await makeProduct(till, shop, { prices })).prices).toMatchObject(prices)
  })

  it.each(['usd', 'jpy', 'kwd', 'clf', 'huf'])(
    '201: from nothing to the most, in the smallest unit of %s',
    async (currency) => {
      for (const amount of [0, 1, MOST]) {
        const { prices } = await makeProduct(till, shop, { prices: [fixed(amount, currency)] })
        expect(prices).toMatchObject([{ price_amount: amount, price_currency: currency }])
      }
      const reply = await create({ prices: [fixed(MOST + 1, currency)] })
      expect(reply.body.detail).toEqual([
        expect.objectContaining({ type: 'less_than_equal', loc: ['body', 'prices', 0, 'price_amount'] }),
      ])
    },
  )

  it('201: a price that the buyer chooses, with any of its bounds, or with none', async () => {
    const bounds = { minimum_amount: 100, preset_amount: 100, maximum_amount: 100 }
    for (const given of [{}, { minimum_amount: 0 }, { maximum_amount: MOST }, { preset_amount: 5 }, bounds]) {
      const { prices } = await makeProduct(till, shop, { prices: [{ amount_type: 'custom', ...given }] })
      const absent = { minimum_amount: null, maximum_amount: null, preset_amount: null }
      expect(prices).toMatchObject([{ amount_type: 'custom', price_currency: 'usd', ...absent, ...given }])
    }
  })

  it.each([
    [{ minimum_amount: 2, maximum_amount: 1 }, 'maximum_amount'],
    [{ minimum_amount: 2, preset_amount: 1 }, 'preset_amount'],
    [{ preset_amount: 2, maximum_amount: 1 }, 'preset_amount'],
    [{ minimum_amount: -1 }, 'minimum_amount'],
    [{ maximum_amount: MOST + 1 }, 'maximum_amount'],
    [{ preset_amount: 1.5 }, 'preset_amount'],
  ])('422: a price that the buyer chooses, with %j', async (bounds, field) => {
    const { status, body } = await create({ prices: [{ amount_type: 'custom', ...bounds }] })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'prices', 0, field] })])
  })

  it.each([
    ['two prices for one sale', { prices: [fixed(1), fixed(2, 'eur')] }, ['prices', 1]],
    ['one interval and currency twice', { recurring_interval: 'week', prices: [fixed(1), fixed(2)] }, ['prices', 1]],
    [
      'free beside something to pay',
      { recurring_interval: 'week', prices: [fixed(1), { amount_type: 'free' }] },
      ['prices', 1],
    ],
    [
      'a recurring price that the buyer chooses',
      { recurring_interval: 'month', prices: [{ amount_type: 'custom' }] },
      ['prices', 0, 'amount_type'],
    ],
    [
      'another interval than the product’s',
      { recurring_interval: 'month', prices: [{ ...fixed(1), recurring_interval: 'year' }] },
      ['prices', 0, 'recurring_interval'],
    ],
    [
      'recurring without an interval',
      { prices: [{ ...fixed(1), type: 'recurring' }] },
      ['prices', 0, 'recurring_interval'],
    ],
    ['an interval that nobody has', { recurring_interval: 'decade', prices: [fixed(1)] }, ['recurring_interval']],
    ['a currency that nobody has', { prices: [fixed(1, 'xyz')] }, ['prices', 0, 'price_currency']],
  ])('422: %s', async (_, fields, loc) => {
    const { status, body } = await create(fields)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', ...loc] })])
  })
})

describe('prices after a sale', () => {
  it('200: a sold price stays as it was sold, archived, and comes back when it is listed again', async () => {
    const { id, prices } = await makeProduct(till, shop, { prices: [fixed(1900)] })
    const order = await buy(till, id, 'ada@example.com')
    const [sold] = prices
    const raised = await update(id, { prices: [fixed(2900)] })
    expect(raised.prices).toMatchObject([{ price_amount: 2900 }])
    const kept = await till.owner.must(till.owner.get(`/v1/orders/${order.id}`))
    expect(kept.product_price).toEqual({ ...sold, is_archived: true, modified_at: expect.stringMatching(/Z$/) })
    const refused = await till.owner.post('/v1/checkouts/custom/', { product_price_id: sold.id })
    expect(refused.body.detail[0].loc).toEqual(['body', 'product_price_id'])

    const back = await update(id, { prices: [{ id: sold.id.toUpperCase() }] })
    expect(back.prices).toEqual([{ ...sold, modified_at: expect.stringMatching(/Z$/) }])
    expect((await till.owner.get(`/v1/products/${id}`)).body).toEqual(back)
    expect((await makeCheckout(till, { product_price_id: sold.id })).amount).toBe(1900)
    const rows = await till.sql`
      select price_amount, is_archived, version from product_prices where product_id = ${id} order by created_at, id`
    expect(rows).toEqual([
      { priceAmount: 1900, isArchived: false, version: 3 },
      { priceAmount: 2900, isArchived: true, version: 2 },
    ])
  })

  it('200: a price from the archive stands in its old place among the others', async () => {
    const monthly = { ...fixed(900), type: 'recurring', recurring_interval: 'month' }
    const yearly = { ...fixed(9000), type: 'recurring', recurring_interval: 'year' }
    const { id, prices } = await makeProduct(till, shop, { prices: [monthly, yearly] })
    await update(id, { prices: [{ id: prices[1].id }] })
    const back = await update(id, {
      prices: [{ ...monthly, price_currency: 'eur' }, { id: prices[1].id }, { id: prices[0].id }],
    })
    expect(back.prices.slice(0, 2).map((price: { id: string }) => price.id)).toEqual([prices[0].id, prices[1].id])
    expect(back.prices[2]).toMatchObject({ price_currency: 'eur', recurring_interval: 'month' })
    expect((await till.owner.get(`/v1/products/${id}`)).body).toEqual(back)
  })

  it('422: a price of another product, archived or not', async () => {
    const [mine, other] = [await makeProduct(till, shop), await makeProduct(till, shop)]
    const [foreign] = other.prices
    for (const prices of [other.prices, (await update(other.id, { prices: [fixed(5)] })).prices]) {
      expect(prices).toHaveLength(1)
      const { status, body } = await till.owner.patch(`/v1/products/${mine.id}`, { prices: [{ id: foreign.id }] })
      expect(status).toBe(422)
      expect(body.detail[0].loc).toEqual(['body', 'prices', 0, 'id'])
    }
  })

  it('422: a price from the archive that another one has replaced', async () => {
    const monthly = { ...fixed(900), type: 'recurring', recurring_interval: 'month' }
    const { id, prices } = await makeProduct(till, shop, { prices: [monthly] })
    const raised = await update(id, { prices: [{ ...monthly, price_amount: 1000 }] })
    const both = [{ id: raised.prices[0].id }, { id: prices[0].id }]
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, { prices: both })
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'prices', 1])
  })

  it('200: an archived product can be bought no more, until it is back', async () => {
    const { id } = await makeProduct(till, shop)
    expect((await update(id, { is_archived: true })).is_archived).toBe(true)
    const refused = await till.owner.post('/v1/checkouts/custom/', { product_id: id })
    expect(refused.body.detail[0].loc).toEqual(['body', 'product_id'])
    expect((await update(id, { is_archived: false })).is_archived).toBe(false)
    expect((await makeCheckout(till, { product_id: id })).product_id).toBe(id)
  })

  it('405: a product is archived, not deleted', async () => {
    const { id } = await makeProduct(till, shop)
    expect((await till.owner.delete(`/v1/products/${id}`)).status).toBe(405)
  })
})

describe('the interval of a product', () => {
  it('200: is shown wherever the product is', async () => {
    const { id } = await makeProduct(till, shop, { recurring_interval: 'week', prices: [fixed(500)] })
    const discount = await makeDiscount(till, shop, { products: [id] })
    const checkout = await makeCheckout(till, { product_id: id })
    const order = await buy(till, id, 'grace@example.com')
    const subscription = await till.owner.must(till.owner.get(`/v1/subscriptions/${order.subscription_id}`))
    const shown = [discount.products[0], checkout.product, checkout.products[0], order.product, subscription.product]
    expect(shown.map((product) => [product.id, product.recurring_interval])).toEqual(Array(5).fill([id, 'week']))
  })

  const two = {
    prices: ['month', 'year'].map((recurring_interval) => ({ ...fixed(900), type: 'recurring', recurring_interval })),
  }

  it('200: can be sent with an update, and new prices take it', async () => {
    const { id } = await makeProduct(till, shop, two)
    expect((await update(id, { recurring_interval: 'year' })).recurring_interval).toBe('year')
    expect((await update(id, { recurring_interval: 'year', name: 'Same' })).recurring_interval).toBe('year')
    const weekly = await update(id, { recurring_interval: 'week', prices: [fixed(300)] })
    expect(weekly).toMatchObject({ recurring_interval: 'week', prices: [{ recurring_interval: 'week' }] })
    const once = await makeProduct(till, shop)
    expect(await update(once.id, { recurring_interval: null })).toEqual(once)
  })

  it.each([
    [two, { recurring_interval: null }],
    [two, { recurring_interval: 'week' }],
    [{}, { recurring_interval: 'month' }],
  ])('422: %j with %j', async (fields, patch) => {
    const { id } = await makeProduct(till, shop, fields)
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'recurring_interval'] })])
  })
})
