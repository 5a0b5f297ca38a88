import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

type Body = Reply['body']

let till: TestTill
let shop: string
let plan: Body
let keys: Body
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  keys = await makeLicenseKeysBenefit(till, shop)
  plan = await makeRecurringProduct(till, shop)
  const benefits = [keys.id, (await makeCustomBenefit(till, shop)).id]
  await till.owner.must(till.owner.post(`/v1/products/${plan.id}/benefits`, { benefits }))
})
afterAll(() => till.stop())

const NOTHING = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const email = () => `buyer-${unique()}@example.com`

async function subscribe(address = email()): Promise<Body> {
  const order = await buy(till, plan.id, address)
  return till.owner.must(till.owner.get(`/v1/subscriptions/${order.subscription_id}`))
}

const patch = (id: string, body: object, headers = {}) => till.owner.patch(`/v1/subscriptions/${id}`, body, headers)
const grantsOf = (id: string) => till.sql`select * from benefit_grants where subscription_id = ${id} order by id`
const keysOf = (id: string) =>
  till.sql`select k.* from license_keys k join benefit_grants g on g.id = k.grant_id where g.subscription_id = ${id}`
const validate = async (id: string) => {
  const [key] = await keysOf(id)
  const body = { key: key?.key, organization_id: shop }
  return till.anonymous.post('/v1/customer-portal/license-keys/validate', body)
}

async function eventsSince(version: number, id: string): Promise<string[]> {
  const rows = await till.sql<{ type: string }[]>`
    select type from events where object_id = ${id} and object_version > ${version} order by id`
  return rows.map(({ type }) => type)
}

describe('PATCH /v1/subscriptions/{id}', () => {
  it('200: canceled at the end of the period, and everything stays until then', async () => {
    const made = await subscribe()
    const { status, body, headers } = await patch(made.id, {
      cancel_at_period_end: true,
      customer_cancellation_reason: 'too_expensive',
      customer_cancellation_comment: 'Next year perhaps',
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"2-/)
    expect(body).toEqual({
      ...made,
      modified_at: expect.any(String),
      cancel_at_period_end: true,
      canceled_at: expect.any(String),
      ends_at: made.current_period_end,
      customer_cancellation_reason: 'too_expensive',
      customer_cancellation_comment: 'Next year perhaps',
    })
    expect(body.status).toBe('active')
    expect(await eventsSince(1, made.id)).toEqual(['subscription.updated', 'subscription.canceled'])
    expect((await grantsOf(made.id)).map(({ isGranted }) => isGranted)).toEqual([true, true])
    expect((await validate(made.id)).status).toBe(200)
    const [key] = await keysOf(made.id)
    expect(key).toMatchObject({ entitledUntil: new Date(made.current_period_end), version: 1 })
  })

  it('200: uncanceled, as if nothing had happened', async () => {
    const made = await subscribe()
    await patch(made.id, { cancel_at_period_end: true, customer_cancellation_reason: 'other' })
    const { status, body } = await patch(made.id, { cancel_at_period_end: false })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, modified_at: expect.any(String) })
    expect(await eventsSince(2, made.id)).toEqual(['subscription.updated', 'subscription.uncanceled'])
    expect(await keysOf(made.id)).toMatchObject([{ entitledUntil: null, version: 1 }])
  })

  it('200: revoked, and what it entitled to is gone when the answer leaves', async () => {
    const made = await subscribe()
    const { status, body } = await patch(made.id, { revoke: true, customer_cancellation_reason: 'unused' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'canceled',
      cancel_at_period_end: false,
      canceled_at: body.ended_at,
      ends_at: body.ended_at,
      ended_at: expect.any(String),
      customer_cancellation_reason: 'unused',
    })
    const [grant, other] = await grantsOf(made.id)
    for (const each of [grant, other]) {
      expect(each).toMatchObject({ isGranted: false, revokedAt: expect.any(Date), version: 2 })
      expect(await eventsSince(1, each?.id)).toEqual(['benefit_grant.revoked'])
    }
    const [key] = await keysOf(made.id)
    expect(key).toMatchObject({ status: 'revoked', returningStatus: 'granted', version: 2 })
    expect(await eventsSince(1, key?.id)).toEqual(['license_key.updated', 'license_key.revoked'])
    expect((await validate(made.id)).body.code).toBe('license_key_not_granted')
    const all = ['subscription.updated', 'subscription.canceled', 'subscription.revoked']
    expect(await eventsSince(1, made.id)).toEqual(all)
  })

  it('200: revoked after it was canceled', async () => {
    const made = await subscribe()
    const canceled = await till.owner.must(patch(made.id, { cancel_at_period_end: true }))
    const { status, body } = await patch(made.id, { revoke: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'canceled', canceled_at: canceled.canceled_at })
    expect(await eventsSince(2, made.id)).toEqual(['subscription.updated', 'subscription.revoked'])
  })

  it('200: `revoke` beside cancel_at_period_end, null and false end nothing now', async () => {
    const made = await subscribe()
    for (const [body, canceled] of [
      [{ revoke: null }, false],
      [{ revoke: false }, false],
      [{ revoke: true, cancel_at_period_end: true }, true],
      [{ revoke: true, cancel_at_period_end: false }, false],
    ] as const) {
      const answer = await till.owner.must(patch(made.id, body))
      expect(answer).toMatchObject({ status: 'active', cancel_at_period_end: canceled, ended_at: null })
    }
  })

  it('200: the customer may have bought it again at once', async () => {
    const address = email()
    const made = await subscribe(address)
    const again = await makeCheckout(till, { product_id: plan.id, customer_email: address })
    expect((await confirm(till.anonymous, again)).body.error).toBe('AlreadyActiveSubscriptionError')
    await till.owner.must(patch(made.id, { revoke: true }))
    expect((await confirm(till.anonymous, again)).status).toBe(200)
  })

  it('200: no event and no new version when nothing changes; a reason can come later', async () => {
    const made = await subscribe()
    for (const body of [{}, { cancel_at_period_end: false }, { cancel_at_period_end: null, revoke: null }]) {
      expect((await patch(made.id, body)).headers.get('etag')).toMatch(/^"1-/)
    }
    expect(await eventsSince(1, made.id)).toEqual([])
    await patch(made.id, { revoke: true })
    const { body } = await patch(made.id, { customer_cancellation_comment: 'It was too loud' })
    expect(body.customer_cancellation_comment).toBe('It was too loud')
    expect(await eventsSince(2, made.id)).toEqual(['subscription.updated'])
  })

  it('403: canceled or revoked twice', async () => {
    const made = await subscribe()
    const refused = { error: 'AlreadyCanceledSubscription', code: 'already_canceled' }
    await patch(made.id, { cancel_at_period_end: true })
    expect((await patch(made.id, { cancel_at_period_end: true })).body).toMatchObject(refused)
    await patch(made.id, { revoke: true })
    for (const body of [{ revoke: true }, { cancel_at_period_end: true }, { cancel_at_period_end: false }]) {
      const reply = await patch(made.id, body)
      expect(reply.status).toBe(403)
      expect(reply.body).toMatchObject(refused)
    }
  })

  it("404: nothing, and another organization's", async () => {
    const made = await subscribe()
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await patch(NOTHING, { revoke: true })).status).toBe(404)
    expect((await other.patch(`/v1/subscriptions/${made.id}`, { revoke: true })).status).toBe(404)
    expect((await till.owner.get(`/v1/subscriptions/${made.id}`)).body.status).toBe('active')
  })

  it('412: another version than the one that was read', async () => {
    const made = await subscribe()
    expect((await patch(made.id, { revoke: true }, { 'if-match': '"3"' })).status).toBe(412)
    expect((await patch(made.id, { revoke: true }, { 'if-match': '"1"' })).status).toBe(200)
  })

  it.each([
    [{ product_price_id: NOTHING }, ['body', 'product_price_id']],
    [{ product_id: NOTHING }, ['body', 'product_id']],
    [{ cancel_at_period_end: 'yes' }, ['body', 'cancel_at_period_end']],
    [{ revoke: 1 }, ['body', 'revoke']],
    [{ cancel_at_period_end: true, customer_cancellation_reason: 'boredom' }, ['body', 'customer_cancellation_reason']],
    [{ customer_cancellation_reason: 'other' }, ['body', 'customer_cancellation_reason']],
  ])('422: %j', async (body, loc) => {
    const made = await subscribe()
    const reply = await patch(made.id, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe('DELETE /v1/subscriptions/{id}', () => {
  it('200: revoked, and the subscription', async () => {
    const made = await subscribe()
    const { status, body } = await till.owner.delete(`/v1/subscriptions/${made.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: made.id,
      status: 'canceled',
      ended_at: expect.any(String),
      product: { id: plan.id },
    })
    expect((await grantsOf(made.id)).map(({ isGranted }) => isGranted)).toEqual([false, false])
  })

  it('403: a second time, and by a token that may only read', async () => {
    const made = await subscribe()
    const reader = till.as(await makeToken(till, shop, ['subscriptions:read']))
    expect((await reader.delete(`/v1/subscriptions/${made.id}`)).body.error).toBe('NotPermitted')
    await till.owner.must(till.owner.delete(`/v1/subscriptions/${made.id}`))
    const { status, body } = await till.owner.delete(`/v1/subscriptions/${made.id}`)
    expect(status).toBe(403)
    expect(body.error).toBe('AlreadyCanceledSubscription')
  })

  it("404: another organization's", async () => {
    const made = await subscribe()
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.delete(`/v1/subscriptions/${made.id}`)).status).toBe(404)
  })
})
