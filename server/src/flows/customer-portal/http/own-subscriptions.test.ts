import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { idsIn, purchase, sellerOf, signIn } from '../../../../test/support/customer-sessions.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

const url = '/v1/customer-portal/subscriptions/'

let till: TestTill
let shop: Reply['body']
let plan: Reply['body']
let other: Reply['body']
beforeAll(async () => {
  till = await startTill()
  shop = await makeOrganization(till)
  const benefit = await makeLicenseKeysBenefit(till, shop.id)
  const made = await makeRecurringProduct(till, shop.id, { name: 'Tape Club' })
  plan = await till.owner.must(till.owner.post(`/v1/products/${made.id}/benefits`, { benefits: [benefit.id] }))
  other = await makeRecurringProduct(till, shop.id, { name: 'Another Club' })
})
afterAll(() => stopWithCleanBooks(till))

const newEmail = () => `ada-${unique()}@example.com`

/** Somebody with a subscription to each plan. */
async function makeRegular() {
  const customer = await makeCustomer(till, shop.id, { name: 'Ada Lovelace', metadata: { risk: 'low' } })
  const said = { customer_id: customer.id, metadata: { affiliate: 'bob' } }
  const ids = [
    (await purchase(till, plan.id, said)).order.subscription_id,
    (await purchase(till, other.id, said)).order.subscription_id,
  ]
  return { customer, ids, client: await signIn(till, customer.id) }
}

describe('GET /v1/customer-portal/subscriptions/', () => {
  it('200: own subscriptions, the latest first, and nobody else’s', async () => {
    const { ids, client } = await makeRegular()
    await makeRegular()
    const { status, body } = await client.get(url)
    expect(status).toBe(200)
    expect(idsIn(body)).toEqual(ids.toReversed())
    expect(body.pagination).toEqual({ total_count: 2, max_page: 1 })
    expect(idsIn((await client.get(`${url}?limit=1&page=2`)).body)).toEqual([ids[0]])
  })

  it.each([
    ['sorting=started_at', [0, 1]],
    ['sorting=product', [1, 0]],
    ['sorting=-product', [0, 1]],
    ['sorting=amount&sorting=-started_at', [1, 0]],
    ['sorting=status&sorting=started_at', [0, 1]],
    ['sorting=organization&sorting=-product', [0, 1]],
    ['query=tape', [0]],
    ['active=true&sorting=started_at', [0, 1]],
    ['active=false', []],
  ])('200: %s', async (query, expected) => {
    const { ids, client } = await makeRegular()
    expect(idsIn((await client.get(`${url}?${query}`)).body)).toEqual(expected.map((n) => ids[n]))
  })

  it('200: filters by product and organization', async () => {
    const { ids, client } = await makeRegular()
    const found = async (query: string) => idsIn((await client.get(`${url}?${query}`)).body)
    expect(await found(`product_id=${plan.id}`)).toEqual([ids[0]])
    expect(await found(`organization_id=${shop.id}`)).toHaveLength(2)
    expect(await found(`organization_id=${(await makeOrganization(till)).id}`)).toEqual([])
  })

  it('200: the session of a purchase shows what it began, whoever’s address was typed', async () => {
    const { customer, ids } = await makeRegular()
    const third = await makeRecurringProduct(till, shop.id)
    const { buyer, order } = await purchase(till, third.id, { customer_email: customer.email })
    expect(idsIn((await buyer.get(url)).body)).toEqual([order.subscription_id])
    for (const id of ids) expect((await buyer.get(url + id)).status).toBe(404)
    const once = await purchase(till, (await makeProduct(till, shop.id)).id, { customer_email: customer.email })
    expect((await once.buyer.get(url)).body.items).toEqual([])
  })

  it.each([
    ['sorting=customer', ['query', 'sorting', 0]],
    ['active=maybe', ['query', 'active']],
  ])('422: %s', async (query, loc) => {
    const client = await signIn(till, (await makeCustomer(till, shop.id)).id)
    const { status, body } = await client.get(`${url}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})

describe('GET /v1/customer-portal/subscriptions/{id}', () => {
  it('200: with product, price and seller, and without the seller’s notes', async () => {
    const { customer, ids, client } = await makeRegular()
    const seen = await till.owner.must(till.owner.get(`/v1/subscriptions/${ids[0]}`))
    const { status, body, headers } = await client.get(url + ids[0])
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"1-/)
    const { metadata: _, attached_custom_fields: __, ...product } = seen.product
    const organization = await sellerOf(till, shop.id)
    expect(body).toEqual({
      ...seen,
      metadata: {},
      customer: { ...seen.customer, metadata: {} },
      product: { ...product, benefits: product.benefits.map(plain), organization },
    })
    expect(body.customer).toMatchObject({ id: customer.id, name: 'Ada Lovelace' })
  })

  const plain = ({ properties: _, is_tax_applicable: __, ...benefit }: Reply['body']) => benefit

  it('404: somebody else’s, and another organization’s', async () => {
    const { customer, client } = await makeRegular()
    const { ids } = await makeRegular()
    const abroad = await makeRecurringProduct(till, (await makeOrganization(till)).id)
    const { order } = await purchase(till, abroad.id, { customer_email: customer.email })
    for (const id of [ids[0], order.subscription_id]) {
      for (const reply of [
        await client.get(url + id),
        await client.patch(url + id, { cancel_at_period_end: true }),
        await client.delete(url + id),
      ]) {
        expect(reply.status).toBe(404)
      }
      const { body } = await till.owner.get(`/v1/subscriptions/${id}`)
      expect(body).toMatchObject({ status: 'active', cancel_at_period_end: false })
    }
  })
})

describe('PATCH /v1/customer-portal/subscriptions/{id}', () => {
  it('200: cancels at the end of the period, says why, and takes it back', async () => {
    const { ids, client } = await makeRegular()
    const canceled = await client.patch(url + ids[0], {
      cancel_at_period_end: true,
      cancellation_reason: 'too_expensive',
      cancellation_comment: 'Maybe next year',
    })
    expect(canceled.status).toBe(200)
    expect(canceled.body).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      canceled_at: expect.any(String),
      ends_at: canceled.body.current_period_end,
      ended_at: null,
      customer_cancellation_reason: 'too_expensive',
      customer_cancellation_comment: 'Maybe next year',
      product: { id: plan.id, organization: { id: shop.id } },
    })
    const again = await client.patch(url + ids[0], { cancel_at_period_end: false })
    expect(again.body).toMatchObject({
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      customer_cancellation_reason: null,
      customer_cancellation_comment: null,
    })
    expect((await client.get(url + ids[0])).body).toEqual(again.body)
  })

  it('200: the same Idempotency-Key answers the same; the events say who it was about', async () => {
    const { ids, client } = await makeRegular()
    const key = { 'idempotency-key': `own-${unique()}` }
    const first = await client.patch(url + ids[0], { cancel_at_period_end: true }, key)
    const second = await client.patch(url + ids[0], { cancel_at_period_end: true }, key)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    const events = await till.sql<{ type: string }[]>`
      select type from events where object_id = ${ids[0]} and object_version = 2 order by id`
    expect(events.map(({ type }) => type)).toEqual(['subscription.updated', 'subscription.canceled'])
  })

  it('200: by the session of the purchase that began it', async () => {
    const { buyer, order } = await purchase(till, plan.id, { customer_email: newEmail() })
    const { status } = await buyer.patch(url + order.subscription_id, { cancel_at_period_end: true })
    expect(status).toBe(200)
  })

  it('403: twice', async () => {
    const { ids, client } = await makeRegular()
    await client.must(client.patch(url + ids[0], { cancel_at_period_end: true }))
    const twice = await client.patch(url + ids[0], { cancel_at_period_end: true })
    expect([twice.status, twice.body.error]).toEqual([403, 'AlreadyCanceledSubscription'])
  })

  describe('where the seller does not allow customers to change their subscriptions', () => {
    async function makeStrict() {
      const strict = await makeOrganization(till, { subscription_settings: { allow_customer_updates: false } })
      const { id } = await makeRecurringProduct(till, strict.id)
      const { buyer, order } = await purchase(till, id, { customer_email: newEmail() })
      return { buyer, own: url + order.subscription_id }
    }

    it('200: canceling, saying why and taking it back are still theirs', async () => {
      const { buyer, own } = await makeStrict()
      const canceled = await buyer.patch(own, { cancel_at_period_end: true })
      expect([canceled.status, canceled.body.cancel_at_period_end]).toEqual([200, true])
      const explained = await buyer.patch(own, { cancellation_reason: 'unused' })
      expect(explained.body.customer_cancellation_reason).toBe('unused')
      const back = await buyer.patch(own, { cancel_at_period_end: false })
      expect([back.status, back.body.cancel_at_period_end]).toEqual([200, false])
      expect((await buyer.delete(own)).body.cancel_at_period_end).toBe(true)
    })

    it('403: another plan', async () => {
      const { buyer, own } = await makeStrict()
      for (const field of ['product_id', 'product_price_id']) {
        const { status, body } = await buyer.patch(own, { [field]: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' })
        expect([status, body.error, body.code]).toEqual([403, 'NotPermitted', 'customer_updates_not_allowed'])
      }
    })
  })

  it('412: another version than the one that was read', async () => {
    const { ids, client } = await makeRegular()
    const { status } = await client.patch(url + ids[0], { cancel_at_period_end: true }, { 'if-match': '"9"' })
    expect(status).toBe(412)
  })

  it.each([
    [{ cancel_at_period_end: 'yes' }, 'cancel_at_period_end'],
    [{ cancel_at_period_end: true, cancellation_reason: 'moon' }, 'cancellation_reason'],
    [{ cancellation_reason: 'unused' }, 'cancellation_reason'],
    [{ cancellation_comment: 'Bye' }, 'cancellation_comment'],
    [{ product_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }, 'product_id'],
    [{ product_price_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }, 'product_price_id'],
  ])('422: %j', async (patch, field) => {
    const { ids, client } = await makeRegular()
    const { status, body } = await client.patch(url + ids[0], patch)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', field])
  })
})

describe('DELETE /v1/customer-portal/subscriptions/{id}', () => {
  it('200: cancels at the end of the period; keys work until then', async () => {
    const { ids, client } = await makeRegular()
    const { status, body } = await client.delete(url + ids[0])
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: ids[0], status: 'active', cancel_at_period_end: true, ended_at: null })
    const { items } = await client.must(client.get('/v1/customer-portal/license-keys/'))
    expect(items).toMatchObject([{ status: 'granted' }])
    expect((await client.delete(url + ids[0])).body.error).toBe('AlreadyCanceledSubscription')
  })

  it('200: 50 at once cancel once', async () => {
    const { ids, client } = await makeRegular()
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.delete(url + ids[0])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(403)])
  })
})
