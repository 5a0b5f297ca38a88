import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
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

describe('POST /v1/products/', () => {
  it('201: a one-time product with every key of its shape', async () => {
    const { status, body, headers } = await till.owner.post('/v1/products/', {
      organization_id: shop,
      name: 'Tape Machine',
      prices: [FIXED],
      metadata: { shelf: 3 },
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      modified_at: null,
      name: 'Tape Machine',
      description: null,
      is_recurring: false,
      is_archived: false,
      recurring_interval: null,
      organization_id: shop,
      metadata: { shelf: 3 },
      prices: [
        {
          id: expect.any(String),
          created_at: body.created_at,
          modified_at: null,
          type: 'one_time',
          amount_type: 'fixed',
          recurring_interval: null,
          price_amount: 900,
          price_currency: 'usd',
          minimum_amount: null,
          maximum_amount: null,
          preset_amount: null,
          is_archived: false,
          product_id: body.id,
        },
      ],
      benefits: [],
      medias: [],
      attached_custom_fields: [],
    })
    expect((await till.owner.get(`/v1/products/${body.id}`)).body).toEqual(body)
    expect(await eventsOf(body.id)).toEqual([{ type: 'product.created', objectVersion: 1, previousAttributes: null }])
  })

  it('201: a recurring product, with the interval on its prices', async () => {
    const made = await makeProduct(till, shop, { prices: [YEARLY, MONTHLY, { ...MONTHLY, price_currency: 'jpy' }] })
    expect(made).toMatchObject({
      is_recurring: true,
      recurring_interval: 'year',
      prices: [
        { type: 'recurring', recurring_interval: 'year', price_amount: 9000 },
        { type: 'recurring', recurring_interval: 'month', price_currency: 'usd' },
        { type: 'recurring', recurring_interval: 'month', price_currency: 'jpy' },
      ],
    })
  })

  it('201: a recurring product, with the interval on the product', async () => {
    const made = await makeRecurringProduct(till, shop, { recurring_interval: 'week' })
    expect(made).toMatchObject({
      is_recurring: true,
      recurring_interval: 'week',
      prices: [{ type: 'recurring', recurring_interval: 'week', price_amount: 900 }],
    })
  })

  it('201: free prices, once and every month', async () => {
    const free = { amount_type: 'free', price_amount: null, price_currency: null }
    expect(await makeFreeProduct(till, shop)).toMatchObject({ is_recurring: false, prices: [free] })
    const monthly = await makeFreeProduct(till, shop, { recurring_interval: 'month' })
    expect(monthly).toMatchObject({ is_recurring: true, prices: [{ ...free, recurring_interval: 'month' }] })
  })

  it('201: a price that the buyer chooses, within bounds', async () => {
    const terms = { minimum_amount: 100, maximum_amount: 5000, preset_amount: 500, price_currency: 'eur' }
    const made = await makeProduct(till, shop, { prices: [{ amount_type: 'custom', ...terms }] })
    expect(made.prices).toMatchObject([{ amount_type: 'custom', price_amount: null, ...terms }])
  })

  it('201: the organization’s currency for a price that names none', async () => {
    const { id } = await makeOrganization(till, { default_currency: 'kwd' })
    const made = await makeProduct(till, id, { prices: [{ amount_type: 'fixed', price_amount: 5 }] })
    expect(made.prices[0].price_currency).toBe('kwd')
  })

  it('201: null counts as left out', async () => {
    const made = await makeProduct(till, shop, {
      description: null,
      metadata: null,
      medias: null,
      attached_custom_fields: null,
      recurring_interval: null,
      prices: [{ ...FIXED, type: null, recurring_interval: null, minimum_amount: null }],
    })
    expect(made).toMatchObject({ description: null, metadata: {}, is_recurring: false })
  })

  it('201: an organization’s token need not name its organization', async () => {
    const token = await makeToken(till, shop, ['products:write'])
    const { status, body } = await till.as(token).post('/v1/products/', { name: 'Mine', prices: [FIXED] })
    expect(status).toBe(201)
    expect(body.organization_id).toBe(shop)
  })

  it.each([
    [{ name: 'ab' }, ['body', 'name'], 'string_too_short'],
    [{ name: null }, ['body', 'name'], 'string_type'],
    [{ prices: [] }, ['body', 'prices'], 'too_short'],
    [{ prices: undefined }, ['body', 'prices'], 'missing'],
    [{ prices: [{}] }, ['body', 'prices', 0, 'amount_type'], 'missing'],
    [{ prices: [{ amount_type: 'fixed' }] }, ['body', 'prices', 0, 'price_amount'], 'missing'],
    [{ prices: [{ ...FIXED, price_amount: -1 }] }, ['body', 'prices', 0, 'price_amount'], 'greater_than_equal'],
    [{ prices: [{ ...FIXED, price_amount: 1e12 }] }, ['body', 'prices', 0, 'price_amount'], 'less_than_equal'],
    [{ prices: [{ ...FIXED, price_amount: '5' }] }, ['body', 'prices', 0, 'price_amount'], 'int_type'],
    [{ prices: [{ ...FIXED, price_currency: 'USD' }] }, ['body', 'prices', 0, 'price_currency'], 'enum'],
    [{ prices: [{ ...MONTHLY, recurring_interval: 'decade' }] }, ['body', 'prices', 0, 'recurring_interval'], 'enum'],
    [{ prices: [FIXED, FIXED] }, ['body', 'prices', 1], 'value_error'],
    [{ medias: [NOBODY] }, ['body', 'medias', 0], 'value_error'],
    [
      { attached_custom_fields: [{ custom_field_id: NOBODY, required: true }] },
      ['body', 'attached_custom_fields', 0, 'custom_field_id'],
      'value_error',
    ],
    [{ organization_id: NOBODY }, ['body', 'organization_id'], 'value_error'],
    [{ organization_id: undefined }, ['body', 'organization_id'], 'missing'],
    [{ metadata: { nested: {} } }, ['body', 'metadata', 'nested'], 'value_error'],
  ])('422: %j', async (fields, loc, type) => {
    const { status, body } = await till.owner.post('/v1/products/', {
      organization_id: shop,
      name: 'Any',
      prices: [FIXED],
      ...fields,
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc, type })])
  })
})

describe('GET /v1/products/{id}', () => {
  it('404: unknown, and another organization’s', async () => {
    const { id } = await makeProduct(till, shop)
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await till.owner.get(`/v1/products/${NOBODY}`)).status).toBe(404)
    expect((await stranger.get(`/v1/products/${id}`)).status).toBe(404)
    expect((await stranger.patch(`/v1/products/${id}`, { name: 'Taken over' })).status).toBe(404)
    expect((await stranger.post(`/v1/products/${id}/benefits`, { benefits: [] })).status).toBe(404)
  })
})
