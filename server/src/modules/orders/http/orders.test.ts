import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { foldCounts } from '../../../platform/due-work/fold-counts.ts'

let till: TestTill
let organizationId: string
let discount: { id: string }
const orders: Record<'plain' | 'discounted' | 'recurring' | 'cheap', { id: string; [key: string]: unknown }> =
  {} as never

beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  const product = await makeProduct(till, organizationId, { name: 'Beta' })
  const cheap = await makeProduct(till, organizationId, {
    name: 'Alpha',
    prices: [{ amount_type: 'fixed', price_amount: 100, price_currency: 'usd' }],
  })
  const plan = await makeRecurringProduct(till, organizationId, { name: 'Gamma' })
  discount = await makeDiscount(till, organizationId)
  orders.plain = await buy(till, product.id, 'carol@example.com')
  orders.discounted = await buy(till, product.id, 'alice@example.com', { discount_id: discount.id })
  orders.recurring = await buy(till, plan.id, 'bob@example.com')
  orders.cheap = await buy(till, cheap.id, 'alice@example.com')
})
afterAll(() => till.stop())

async function list(query = ''): Promise<string[]> {
  const { items } = await till.owner.must(till.owner.get(`/v1/orders/?organization_id=${organizationId}&${query}`))
  const names = Object.entries(orders).map(([name, { id }]) => [id, name] as const)
  return items.map(({ id }: { id: string }) => new Map(names).get(id))
}

describe('GET /v1/orders/', () => {
  it('200: newest first', async () => {
    expect(await list()).toEqual(['cheap', 'recurring', 'discounted', 'plain'])
  })

  it.each([
    ['created_at', ['plain', 'discounted', 'recurring', 'cheap']],
    ['amount', ['cheap', 'recurring', 'discounted', 'plain']],
    ['-amount', ['plain', 'discounted', 'recurring', 'cheap']],
    ['product&sorting=-amount', ['cheap', 'plain', 'discounted', 'recurring']],
    ['customer&sorting=amount', ['cheap', 'discounted', 'recurring', 'plain']],
    ['discount&sorting=created_at', ['discounted', 'plain', 'recurring', 'cheap']],
    ['subscription&sorting=created_at', ['recurring', 'plain', 'discounted', 'cheap']],
  ])('200: sorting=%s', async (sorting, expected) => {
    expect(await list(`sorting=${sorting}`)).toEqual(expected)
  })

  it('200: filters, alone and together', async () => {
    expect(await list('product_price_type=recurring')).toEqual(['recurring'])
    expect(await list('product_price_type=one_time')).toEqual(['cheap', 'discounted', 'plain'])
    expect(await list('product_price_type=one_time&product_price_type=recurring')).toHaveLength(4)
    expect(await list(`discount_id=${discount.id}`)).toEqual(['discounted'])
    expect(await list(`product_id=${orders.plain.product_id}`)).toEqual(['discounted', 'plain'])
    expect(await list(`customer_id=${orders.cheap.customer_id}`)).toEqual(['cheap', 'discounted'])
    expect(await list(`checkout_id=${orders.cheap.checkout_id}`)).toEqual(['cheap'])
    expect(await list(`subscription_id=${orders.recurring.subscription_id}`)).toEqual(['recurring'])
    expect(await list(`customer_id=${orders.cheap.customer_id}&discount_id=${discount.id}`)).toEqual(['discounted'])
    expect(await list(`organization_id=${organizationId}`)).toHaveLength(4)
  })

  it('200: only those of the organization that is asked for, also by products of several', async () => {
    const other = await makeProduct(till, (await makeOrganization(till)).id)
    await buy(till, other.id, 'dora@example.com')
    const ofBoth = `product_id=${orders.plain.product_id}&product_id=${other.id}`
    expect(await list(ofBoth)).toEqual(['discounted', 'plain'])
    expect(await list(`product_id=${other.id}`)).toEqual([])
    expect(await list(`${ofBoth}&sorting=amount`)).toEqual(['discounted', 'plain'])
  })

  it("200: none of another organization's, also by products of both", async () => {
    const other = await makeOrganization(till)
    const product = await makeProduct(till, other.id)
    const order = await buy(till, product.id, 'erin@example.com')
    const token = await makeToken(till, other.id)
    for (const more of ['', '&sorting=amount', '&sorting=customer', '&sorting=discount']) {
      const path = `/v1/orders/?product_id=${product.id}&product_id=${orders.plain.product_id}${more}`
      const { items } = await till.as(token).must(till.as(token).get(path))
      expect(items.map(({ id }: { id: string }) => id)).toEqual([order.id])
    }
  })

  it('200: the totals are exact before and after folding, with filters and past the end', async () => {
    const pagination = async (query: string) => {
      const path = `/v1/orders/?organization_id=${organizationId}&${query}`
      return (await till.owner.must(till.owner.get(path))).pagination
    }
    const check = async () => {
      expect(await pagination('limit=3')).toEqual({ total_count: 4, max_page: 2 })
      expect(await pagination('limit=3&page=7')).toEqual({ total_count: 4, max_page: 2 })
      expect(await pagination('product_price_type=recurring')).toEqual({ total_count: 1, max_page: 1 })
      expect(await pagination(`discount_id=${discount.id}&page=2`)).toEqual({ total_count: 1, max_page: 1 })
    }
    await check()
    await foldCounts(till.sql)
    await check()
    expect(await till.sql`select from list_deltas where list = 'orders'`).toHaveLength(0)
  })

  it('200: pages do not overlap when timestamps tie', async () => {
    const shop = await makeOrganization(till)
    const product = await makeProduct(till, shop.id)
    for (let n = 0; n < 7; n += 1) await buy(till, product.id, `tie${unique()}@example.com`)
    await till.sql`update orders set created_at = '2026-01-31T09:30:00Z' where organization_id = ${shop.id}`
    const seen: string[] = []
    for (const page of [1, 2, 3, 4]) {
      const path = `/v1/orders/?organization_id=${shop.id}&limit=2&page=${page}`
      const { items } = await till.owner.must(till.owner.get(path))
      seen.push(...items.map(({ id }: { id: string }) => id))
    }
    expect(new Set(seen).size).toBe(7)
  })

  it('200: an empty list has max_page 0', async () => {
    const token = await makeToken(till, (await makeOrganization(till)).id)
    const { body } = await till.as(token).get('/v1/orders/')
    expect(body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
  })

  it.each([
    ['product_price_type=weekly', ['query', 'product_price_type', 0]],
    ['product_id=nonsense', ['query', 'product_id', 0]],
    ['sorting=price', ['query', 'sorting', 0]],
    ['limit=0', ['query', 'limit']],
    ['page=-1', ['query', 'page']],
  ])('422: %s', async (query, loc) => {
    const { status, body } = await till.owner.get(`/v1/orders/?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})

describe('GET /v1/orders/{id}', () => {
  it('200: with everything that belongs to it', async () => {
    const { status, body } = await till.owner.get(`/v1/orders/${orders.recurring.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(orders.recurring)
    expect(body).toMatchObject({
      status: 'paid',
      refunded_amount: 0,
      user_id: body.customer_id,
      user: { email: 'bob@example.com', public_name: 'B', github_username: null, code_host_username: null },
      product: { name: 'Gamma', is_recurring: true },
      product_price: { type: 'recurring', recurring_interval: 'month' },
    })
    expect(body.product).not.toHaveProperty('prices')
  })

  it("404: another organization's, and one that is not there", async () => {
    const token = await makeToken(till, (await makeOrganization(till)).id)
    expect((await till.as(token).get(`/v1/orders/${orders.plain.id}`)).status).toBe(404)
    expect((await till.owner.get(`/v1/orders/${organizationId}`)).status).toBe(404)
  })
})
