import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const NOBODY = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const FIXED = { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }
const MONTHLY = { ...FIXED, type: 'recurring', recurring_interval: 'month' }
const YEARLY = { ...FIXED, type: 'recurring', recurring_interval: 'year', price_amount: 9000 }

function eventsOf(id: string) {
  return till.sql`
    select type, object_version, previous_attributes from events where object_id = ${id} order by object_version`
}

describe('PATCH /v1/products/{id}', () => {
  it('200: keeps what is absent and clears what is null', async () => {
    const { id } = await makeProduct(till, shop, { description: 'Warm', metadata: { a: 1 } })
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, {
      name: 'Renamed',
      description: null,
      metadata: { b: true },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Renamed', description: null, metadata: { b: true }, is_archived: false })
    expect(body.prices).toHaveLength(1)
    const archived = await till.owner.patch(`/v1/products/${id}`, { is_archived: true, metadata: null })
    expect(archived.body).toMatchObject({ name: 'Renamed', is_archived: true, metadata: {} })
  })

  it('200: one event for a change, none for no change', async () => {
    const { id, prices } = await makeProduct(till, shop, { description: 'Old' })
    await till.owner.patch(`/v1/products/${id}`, { description: 'New', prices: [{ id: prices[0].id }] })
    await till.owner.patch(`/v1/products/${id}`, { description: 'New', prices: [{ id: prices[0].id }] })
    await till.owner.patch(`/v1/products/${id}`, {})
    expect((await eventsOf(id)).slice(1)).toEqual([
      { type: 'product.updated', objectVersion: 2, previousAttributes: { description: 'Old' } },
    ])
  })

  it('200: keeps the prices that are named, adds new ones, archives the rest', async () => {
    const { id, prices } = await makeProduct(till, shop, { prices: [MONTHLY, YEARLY] })
    const [monthly, yearly] = prices
    const { body } = await till.owner.patch(`/v1/products/${id}`, {
      prices: [{ ...MONTHLY, price_currency: 'eur' }, { id: yearly.id }],
    })
    expect(body.prices).toEqual([yearly, expect.objectContaining({ price_currency: 'eur', is_archived: false })])
    expect(body.recurring_interval).toBe('month')
    const [archived] =
      await till.sql`select is_archived, price_amount, version from product_prices where id = ${monthly.id}`
    expect(archived).toEqual({ isArchived: true, priceAmount: 900, version: 2 })
    expect((await till.owner.get(`/v1/products/${id}`)).body).toEqual(body)
  })

  it('200: the interval of the product follows its prices', async () => {
    const { id } = await makeRecurringProduct(till, shop)
    const { body } = await till.owner.patch(`/v1/products/${id}`, { prices: [YEARLY] })
    expect(body).toMatchObject({ is_recurring: true, recurring_interval: 'year' })
  })

  it('200: a price is replaced, never changed in place, and can be sent back as it was shown', async () => {
    const { id, prices } = await makeProduct(till, shop)
    const kept = await till.owner.patch(`/v1/products/${id}`, { prices })
    expect(kept.status).toBe(200)
    expect(kept.body.prices).toEqual(prices)
    const { body } = await till.owner.patch(`/v1/products/${id}`, { prices: [{ ...FIXED, price_amount: 1 }] })
    expect(body.prices).toMatchObject([{ price_amount: 1 }])
    expect(body.prices[0].id).not.toBe(prices[0].id)
  })

  it('200: twenty who add a price at once leave exactly one', async () => {
    const { id } = await makeProduct(till, shop)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        till.owner.patch(`/v1/products/${id}`, { prices: [{ ...FIXED, price_amount: n }] }),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    const rows = await till.sql`select from product_prices where product_id = ${id} and not is_archived`
    expect(rows).toHaveLength(1)
  })

  it('412: when somebody else changed it first', async () => {
    const { id } = await makeProduct(till, shop)
    const stale = (await till.owner.get(`/v1/products/${id}`)).headers.get('etag') ?? ''
    await till.owner.patch(`/v1/products/${id}`, { name: 'First' }, { 'if-match': stale })
    expect((await till.owner.patch(`/v1/products/${id}`, { name: 'Second' }, { 'if-match': stale })).status).toBe(412)
  })

  it.each([
    ['type', 'recurring'],
    ['amount_type', 'custom'],
    ['recurring_interval', 'month'],
    ['price_amount', 1],
    ['price_amount', null],
    ['price_currency', 'eur'],
    ['minimum_amount', 0],
    ['maximum_amount', 5000],
    ['preset_amount', 1900],
  ])('422: another %s of a price that is there: %j', async (field, value) => {
    const product = await makeProduct(till, shop)
    const [price] = product.prices
    const sent = [
      [{ id: price.id, [field]: value }],
      [{ ...price, [field]: value }],
      [
        { ...FIXED, price_amount: 5 },
        { id: price.id.toUpperCase(), [field]: value },
      ],
    ]
    for (const prices of sent) {
      const { status, body } = await till.owner.patch(`/v1/products/${product.id}`, { prices, name: 'Renamed' })
      expect(status).toBe(422)
      const loc = ['body', 'prices', prices.length - 1, field]
      expect(body.detail).toEqual([
        expect.objectContaining({ loc, input: value, msg: expect.stringContaining('never change') }),
      ])
    }
    expect((await till.owner.get(`/v1/products/${product.id}`)).body).toEqual(product)
  })

  it('422: other terms for a price from the archive', async () => {
    const { id, prices } = await makeProduct(till, shop)
    await till.owner.must(till.owner.patch(`/v1/products/${id}`, { prices: [{ ...FIXED, price_amount: 5 }] }))
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, {
      prices: [{ id: prices[0].id, price_amount: 5 }],
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'prices', 0, 'price_amount'] })])
  })

  it.each([
    [{ name: null }, ['body', 'name']],
    [{ name: 'ab' }, ['body', 'name']],
    [{ is_archived: null }, ['body', 'is_archived']],
    [{ prices: null }, ['body', 'prices']],
    [{ prices: [] }, ['body', 'prices']],
    [{ prices: [{ id: NOBODY }] }, ['body', 'prices', 0, 'id']],
    [{ prices: [{ price_amount: 5 }] }, ['body', 'prices', 0, 'amount_type']],
    [{ prices: [MONTHLY] }, ['body', 'prices', 0, 'type']],
    [{ prices: [{ ...FIXED, recurring_interval: 'month' }] }, ['body', 'prices', 0, 'recurring_interval']],
    [{ medias: [NOBODY] }, ['body', 'medias', 0]],
  ])('422: %j', async (patch, loc) => {
    const { id } = await makeProduct(till, shop)
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})
