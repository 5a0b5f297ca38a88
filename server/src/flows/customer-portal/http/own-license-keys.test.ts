import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { KEYS_ARE_UNTOLD, makeLicenseKey } from '../../../../test/support/license-key-factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { newId } from '../../../kernel/ids.ts'
import { newSecret } from '../../../kernel/secrets.ts'
import { DEFAULT_LIMITS } from '../../../platform/http/rate-limit.ts'

const url = '/v1/customer-portal/license-keys/'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till, KEYS_ARE_UNTOLD))

/** A session that the seller makes for a customer. */
async function sessionOf(customerId: string, at = till): Promise<string> {
  const made = await at.owner.must(at.owner.post('/v1/customer-sessions/', { customer_id: customerId }))
  return made.token
}

/** A product with keys; with two benefits there are two keys for every purchase. */
async function sellKeys(benefits = 1, make = makeProduct) {
  const product = await make(till, shop)
  const made = []
  for (let n = 0; n < benefits; n += 1) made.push((await makeLicenseKeysBenefit(till, shop)).id)
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: made }))
  return { productId: product.id, benefitIds: made }
}

async function purchase(productId: string, fields: object): Promise<string> {
  const checkout = await makeCheckout(till, { product_id: productId, ...fields })
  const confirmed = await till.anonymous.must(confirm(till.anonymous, checkout))
  return confirmed.customer_session_token
}

const idsOf = (body: { items: { id: string }[] }) => body.items.map((item) => item.id)

describe('200', () => {
  it("shows the customer's own keys and nobody else's", async () => {
    const [mine, other] = [await makeLicenseKey(till, shop), await makeLicenseKey(till, shop)]
    const foreign = await makeLicenseKey(till, (await makeOrganization(till)).id)
    const { status, body } = await till.as(await sessionOf(mine.customerId)).get(url)
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([mine.id])
    expect(body.items[0]).toMatchObject({ key: mine.key, customer_id: mine.customerId, status: 'granted' })
    expect(body.pagination).toEqual({ total_count: 1, max_page: 1 })
    for (const stranger of [other, foreign]) {
      const theirs = await till.as(await sessionOf(stranger.customerId)).get(url)
      expect(idsOf(theirs.body)).toEqual([stranger.id])
    }
  })

  it('pages, sorts and filters by benefit', async () => {
    const customer = await makeCustomer(till, shop)
    const { productId, benefitIds } = await sellKeys(3)
    await purchase(productId, { customer_id: customer.id })
    const client = till.as(await sessionOf(customer.id))
    const all = (await client.get(url)).body
    expect(all.pagination).toEqual({ total_count: 3, max_page: 1 })
    const last = (await client.get(`${url}?limit=2&page=2`)).body
    expect(last).toMatchObject({ items: [{ id: all.items[2].id }], pagination: { total_count: 3, max_page: 2 } })
    const beyond = (await client.get(`${url}?limit=2&page=9`)).body
    expect(beyond).toEqual({ items: [], pagination: { total_count: 3, max_page: 2 } })
    expect(idsOf((await client.get(`${url}?sorting=-created_at`)).body)).toEqual(idsOf(all).toReversed())
    const some = (await client.get(`${url}?benefit_id=${benefitIds[0]}&benefit_id=${benefitIds[2]}`)).body
    expect(some.items.map((item: { benefit_id: string }) => item.benefit_id).toSorted()).toEqual(
      [benefitIds[0], benefitIds[2]].toSorted(),
    )
    expect((await client.get(`${url}?benefit_id=${newId()}`)).body.items).toEqual([])
  })

  it.each([
    ['an order', makeProduct],
    ['a subscription', makeRecurringProduct],
  ])("after a confirm: the keys of that purchase, whoever's e-mail address was typed (%s)", async (_, make) => {
    const victim = `buyer-${unique()}@example.com`
    const earlier = await sellKeys(1)
    const first = await purchase(earlier.productId, { customer_email: victim })
    const later = await sellKeys(1, make)
    const second = await purchase(later.productId, { customer_email: victim })
    const benefitOf = async (token: string) => {
      const { body } = await till.as(token).get(url)
      return body.items.map((item: { benefit_id: string }) => item.benefit_id)
    }
    expect(await benefitOf(first)).toEqual(earlier.benefitIds)
    expect(await benefitOf(second)).toEqual(later.benefitIds)
  })

  it('after a confirm for a customer whom the seller named: all of their keys', async () => {
    const customer = await makeCustomer(till, shop)
    const { productId } = await sellKeys(1)
    await purchase(productId, { customer_id: customer.id })
    const token = await purchase(productId, { customer_id: customer.id })
    expect((await till.as(token).get(url)).body.pagination.total_count).toBe(2)
  })

  it('shows one with its activations, without the seller’s notes', async () => {
    const { productId } = await sellKeys(1)
    const customer = await makeCustomer(till, shop, { name: 'Ada Lovelace', metadata: { risk: 'low' } })
    const client = till.as(await purchase(productId, { customer_id: customer.id }))
    const [{ id, key }] = (await client.must(client.get(url))).items
    await till.owner.must(till.owner.patch(`/v1/license-keys/${id}`, { limit_activations: 2 }))
    const activation = { key, organization_id: shop, label: 'Studio laptop' }
    await till.anonymous.must(till.anonymous.post(`${url}activate`, activation))
    const { status, body, headers } = await client.get(url + id)
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"2-/)
    const seen = await till.owner.must(till.owner.get(`/v1/license-keys/${id}`))
    expect(body).toEqual({ ...seen, customer: { ...seen.customer, metadata: {} } })
    expect(body.activations).toMatchObject([{ label: 'Studio laptop' }])
  })

  it('after a confirm: not who the owner of the typed address is', async () => {
    const { productId } = await sellKeys(1)
    const { email } = await makeCustomer(till, shop, { name: 'Ada Lovelace', billing_address: { country: 'GB' } })
    const buyer = till.as(await purchase(productId, { customer_email: email }))
    const [listed] = (await buyer.must(buyer.get(url))).items
    for (const { customer } of [listed, (await buyer.get(url + listed.id)).body]) {
      expect(customer).toMatchObject({ email, name: null, billing_address: null, tax_id: null })
    }
  })

  it('filters by organization', async () => {
    const mine = await makeLicenseKey(till, shop)
    const client = till.as(await sessionOf(mine.customerId))
    expect(idsOf((await client.get(`${url}?organization_id=${shop}`)).body)).toEqual([mine.id])
    expect((await client.get(`${url}?organization_id=${newId()}`)).body.items).toEqual([])
  })

  it("has a budget of the session's own", async () => {
    const limited = await tillForThisTest({ rateLimits: { ...DEFAULT_LIMITS, default: { points: 8, seconds: 60 } } })
    const { id } = await makeOrganization(limited)
    const customers = [await makeCustomer(limited, id), await makeCustomer(limited, id)]
    const tokens = [await sessionOf(customers[0].id, limited), await sessionOf(customers[1].id, limited)]
    const clients = tokens.map((token) => limited.as(token))
    for (let n = 0; n < 8; n += 1) expect((await clients[0]?.get(url))?.status).toBe(200)
    expect((await clients[0]?.get(url))?.status).toBe(429)
    expect((await clients[1]?.get(url))?.status).toBe(200)
  })
})

describe('401', () => {
  it('no token', async () => {
    const { status, headers, body } = await till.anonymous.get(url)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(body.error).toBe('Unauthorized')
  })

  it("a seller's token, a client secret, an unknown session, a typing error", async () => {
    const token = await sessionOf((await makeCustomer(till, shop)).id)
    const { productId } = await sellKeys(1)
    const { client_secret } = await makeCheckout(till, { product_id: productId })
    const wrong = [till.ownerToken, await makeToken(till, shop), client_secret, newSecret('customerSession')]
    for (const text of [...wrong, `${token}x`, token.slice(0, -1)]) {
      const { status, headers } = await till.as(text).get(url)
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
    expect((await till.anonymous.get(url, { authorization: `Basic ${token}` })).status).toBe(401)
  })

  it('an expired session, to the moment', async () => {
    const made = await till.owner.must(
      till.owner.post('/v1/customer-sessions/', { customer_id: (await makeCustomer(till, shop)).id }),
    )
    expect((await till.as(made.token).get(url)).status).toBe(200)
    await till.sql`update customer_sessions set expires_at = ${new Date()} where id = ${made.id}`
    expect((await till.as(made.token).get(url)).status).toBe(401)
  })

  it('the session of a customer who was deleted', async () => {
    const customer = await makeCustomer(till, shop)
    const token = await sessionOf(customer.id)
    await till.owner.delete(`/v1/customers/${customer.id}`)
    expect((await till.as(token).get(url)).status).toBe(401)
  })

  it("a customer's session on a seller's route", async () => {
    const token = await sessionOf((await makeCustomer(till, shop)).id)
    expect((await till.as(token).get('/v1/license-keys')).status).toBe(401)
  })
})

describe('404', () => {
  it('somebody else’s key, another organization’s, and an earlier one for a purchase’s session', async () => {
    const [mine, other] = [await makeLicenseKey(till, shop), await makeLicenseKey(till, shop)]
    const foreign = await makeLicenseKey(till, (await makeOrganization(till)).id)
    const client = till.as(await sessionOf(mine.customerId))
    for (const { id } of [other, foreign]) expect((await client.get(url + id)).status).toBe(404)
    expect((await client.get(url + mine.id)).status).toBe(200)
    const [owner] = await till.sql<{ email: string }[]>`select email from customers where id = ${mine.customerId}`
    const { productId } = await sellKeys(1)
    const buyer = till.as(await purchase(productId, { customer_email: owner?.email }))
    expect((await buyer.get(url + mine.id)).status).toBe(404)
  })
})

describe('422', () => {
  it.each([
    ['sorting=usage', ['query', 'sorting', 0]],
    ['benefit_id=x', ['query', 'benefit_id', 0]],
    ['page=0', ['query', 'page']],
  ])('%s', async (query, loc) => {
    const client = till.as(await sessionOf((await makeCustomer(till, shop)).id))
    const { status, body } = await client.get(`${url}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})
