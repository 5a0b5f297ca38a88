import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { idsIn, purchase, sellerOf, signIn } from '../../../../test/support/customer-sessions.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

const url = '/v1/customer-portal/orders/'

let till: TestTill
let shop: Reply['body']
let product: Reply['body']
let plan: Reply['body']
let gift: Reply['body']
beforeAll(async () => {
  till = await startTill()
  shop = await makeOrganization(till)
  product = await makeProduct(till, shop.id, { name: 'Tape Machine' })
  plan = await makeRecurringProduct(till, shop.id, { name: 'Tape Club' })
  gift = await makeFreeProduct(till, shop.id, { name: 'A Sample' })
})
// There are no renewals yet, so one is put straight into the table.
afterAll(() => stopWithCleanBooks(till, ['order_is_paid', 'creation_is_told', 'every_version_is_told']))

const newEmail = () => `ada-${unique()}@example.com`

/** A customer whom the seller knows, with three orders. */
async function makeRegular() {
  const customer = await makeCustomer(till, shop.id, {
    name: 'Ada Lovelace',
    billing_address: { country: 'GB', city: 'London' },
    tax_id: ['GB123456789', 'gb_vat'],
    external_id: `user-${unique()}`,
    metadata: { risk: 'low' },
  })
  const discount = await makeDiscount(till, shop.id, { metadata: { season: 'spring' } })
  const said = { customer_id: customer.id, metadata: { affiliate: 'bob' } }
  const orders = [
    (await purchase(till, product.id, { ...said, discount_id: discount.id })).order,
    (await purchase(till, plan.id, said)).order,
    (await purchase(till, gift.id, said)).order,
  ]
  return { customer, orders, discount, client: await signIn(till, customer.id) }
}

describe('GET /v1/customer-portal/orders/', () => {
  it('200: own orders, the newest first, and nobody else’s', async () => {
    const { orders, client } = await makeRegular()
    await makeRegular()
    const { status, body } = await client.get(url)
    expect(status).toBe(200)
    expect(idsIn(body)).toEqual(orders.map(({ id }) => id).toReversed())
    expect(body.pagination).toEqual({ total_count: 3, max_page: 1 })
  })

  it('200: pages, also past the end', async () => {
    const { orders, client } = await makeRegular()
    const page = async (n: number) => (await client.get(`${url}?limit=2&page=${n}`)).body
    expect(idsIn(await page(2))).toEqual([orders[0].id])
    expect(await page(9)).toEqual({ items: [], pagination: { total_count: 3, max_page: 2 } })
  })

  it.each([
    ['sorting=created_at', [0, 1, 2]],
    ['sorting=amount', [2, 1, 0]],
    ['sorting=-amount', [0, 1, 2]],
    ['sorting=product', [2, 1, 0]],
    ['sorting=-subscription&sorting=amount', [1, 2, 0]],
    ['sorting=organization&sorting=-amount', [0, 1, 2]],
    ['product_price_type=recurring', [1]],
    ['product_price_type=one_time&sorting=created_at', [0, 2]],
    ['query=TAPE&sorting=created_at', [0, 1]],
    ['query=100%25', []],
  ])('200: %s', async (query, expected) => {
    const { orders, client } = await makeRegular()
    const { body } = await client.get(`${url}?${query}`)
    expect(idsIn(body)).toEqual(expected.map((n) => orders[n].id))
    expect(body.pagination.total_count).toBe(expected.length)
  })

  it('200: filters by product, subscription and organization', async () => {
    const { orders, client } = await makeRegular()
    const found = async (query: string) => idsIn((await client.get(`${url}?${query}`)).body)
    expect(await found(`product_id=${product.id}&product_id=${gift.id}`)).toEqual([orders[2].id, orders[0].id])
    expect(await found(`subscription_id=${orders[1].subscription_id}`)).toEqual([orders[1].id])
    expect(await found(`organization_id=${shop.id}`)).toHaveLength(3)
    expect(await found(`organization_id=${(await makeOrganization(till)).id}`)).toEqual([])
  })

  it('200: the session of a purchase shows that purchase, whoever’s address was typed', async () => {
    const { customer } = await makeRegular()
    const once = await purchase(till, product.id, { customer_email: customer.email })
    expect(once.customerId).toBe(customer.id)
    expect(idsIn((await once.buyer.get(url)).body)).toEqual([once.order.id])
    const monthly = await purchase(till, plan.id, { customer_email: newEmail() })
    expect(idsIn((await monthly.buyer.get(url)).body)).toEqual([monthly.order.id])
  })

  it('200: and later payments of a subscription that it began', async () => {
    const { buyer, order } = await purchase(till, plan.id, { customer_email: newEmail() })
    const renewal = '0197a6f0-1c2b-7d3e-8f40-51627384a5b7'
    await till.sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', ${renewal}::text,
        'checkout_id', null, 'billing_reason', 'subscription_cycle', 'created_at', '2999-01-01T00:00:00Z'))).*
      from orders o where o.id = ${order.id}`
    expect(idsIn((await buyer.get(url)).body)).toEqual([renewal, order.id])
  })

  it.each([
    ['sorting=customer', ['query', 'sorting', 0]],
    ['product_id=x', ['query', 'product_id', 0]],
    ['product_price_type=free', ['query', 'product_price_type', 0]],
    ['limit=0', ['query', 'limit']],
  ])('422: %s', async (query, loc) => {
    const client = await signIn(till, (await makeCustomer(till, shop.id)).id)
    const { status, body } = await client.get(`${url}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})

describe('GET /v1/customer-portal/orders/{id}', () => {
  it('200: the order, with the product as it is sold and whoever sells it, and without the seller’s notes', async () => {
    const { customer, orders, discount, client } = await makeRegular()
    const seen = await till.owner.must(till.owner.get(`/v1/orders/${orders[0].id}`))
    expect(seen.metadata).toEqual({ affiliate: 'bob' })
    const { status, body, headers } = await client.get(url + orders[0].id)
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"1-/)
    const { prices, benefits, medias } = product
    const organization = await sellerOf(till, shop.id)
    const { id, name, code, type, amount, currency, basis_points, duration, duration_in_months } = discount
    expect(body).toEqual({
      ...seen,
      metadata: {},
      customer: { ...seen.customer, metadata: {}, external_id: null },
      product: { ...seen.product, prices, benefits, medias, organization },
      discount: { id, name, code, type, amount, currency, basis_points, duration, duration_in_months },
    })
    expect(body.customer).toMatchObject({ id: customer.id, name: 'Ada Lovelace' })
  })

  it('200: an order that began a subscription shows it, without the seller’s notes', async () => {
    const { orders, client } = await makeRegular()
    const { body } = await client.get(url + orders[1].id)
    expect(body.subscription).toMatchObject({ id: orders[1].subscription_id, status: 'active', metadata: {} })
  })

  it('200: the session of a purchase does not show who the customer is', async () => {
    const { customer } = await makeRegular()
    const { buyer, order } = await purchase(till, product.id, {
      customer_email: customer.email,
      customer_billing_address: { country: 'FR' },
    })
    const { body } = await buyer.get(url + order.id)
    expect(body.customer).toMatchObject({ email: customer.email, name: null, billing_address: null, tax_id: null })
    expect(body.billing_address.country).toBe('FR')
    expect(JSON.stringify(body)).not.toMatch(/Lovelace|London|GB123456789|"L"/)
  })

  it('404: somebody else’s, another organization’s, and an earlier one of the same customer for a purchase’s session', async () => {
    const { customer, orders, client } = await makeRegular()
    const other = await makeRegular()
    const foreign = await makeProduct(till, (await makeOrganization(till)).id)
    const abroad = await purchase(till, foreign.id, { customer_email: customer.email })
    const { buyer } = await purchase(till, product.id, { customer_email: customer.email })
    for (const reply of [
      await client.get(url + other.orders[0].id),
      await client.get(url + abroad.order.id),
      await buyer.get(url + orders[0].id),
    ]) {
      expect(reply.status).toBe(404)
      expect(reply.body.error).toBe('ResourceNotFound')
    }
    expect((await client.get(`${url}garbage`)).status).toBe(422)
  })
})
