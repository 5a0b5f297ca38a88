import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { LICENSE_CALLS } from '../../../../test/support/license-key-factories.ts'
import { makeFreeProduct, makeProduct } from '../../../../test/support/product-factories.ts'
import {
  addTax,
  askForRefund,
  eventsOf,
  keyOf,
  refundBooks,
  sellWithKey,
} from '../../../../test/support/refund-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { expectTotalsToHold } from '../../../../test/support/totals.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
let shop: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  productId = (await makeProduct(till, shop)).id
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `buyer-${unique()}@example.com`
const sell = () => buy(till, productId, email())
const orderNow = async ({ id }: { id: string }) => (await till.owner.get(`/v1/orders/${id}`)).body
const refund = (order: { id: string }, fields: object, headers = {}) => askForRefund(till.owner, order, fields, headers)

describe('POST /v1/refunds/', () => {
  it('200: all of an order', async () => {
    const order = await sell()
    const { status, body, headers } = await refund(order, {
      amount: order.amount,
      comment: 'Bought twice',
      reason: 'duplicate',
      metadata: { ticket: 7 },
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"2-/)
    const [payment] = (await till.owner.get(`/v1/payments/?order_id=${order.id}`)).body.items
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: expect.any(String),
      metadata: { ticket: 7 },
      status: 'succeeded',
      reason: 'duplicate',
      amount: order.amount,
      tax_amount: 0,
      currency: 'usd',
      organization_id: shop,
      order_id: order.id,
      subscription_id: null,
      customer_id: order.customer_id,
      payment_id: payment.id,
      revoke_benefits: false,
      comment: 'Bought twice',
      failure_detail: null,
    })
    expect(await orderNow(order)).toMatchObject({ status: 'refunded', refunded_amount: order.amount })
    expect(payment.refunded_amount).toBe(order.amount)
    expect(await eventsOf(till, body.id)).toEqual(['refund.created pending', 'refund.updated succeeded'])
    expect(await eventsOf(till, order.id)).toEqual(['order.created paid', 'order.paid paid', 'order.refunded refunded'])
  })

  it('200: in parts, with the tax in proportion, and the last takes exactly the rest', async () => {
    const order = await sell()
    await addTax(till, order, 361)
    const third = Math.floor(order.amount / 3)
    const parts = [third, third, order.amount - 2 * third]
    const taxes: number[] = []
    for (const [index, amount] of parts.entries()) {
      const { body } = await refund(order, { amount })
      taxes.push(body.tax_amount)
      expect((await orderNow(order)).status).toBe(index < 2 ? 'partially_refunded' : 'refunded')
    }
    expect(taxes[0]).toBe(Math.round((361 * third) / order.amount))
    expect(taxes.reduce((sum, tax) => sum + tax)).toBe(361)
    const whole = order.amount + 361
    expect(await refundBooks(till, order)).toMatchObject({
      order: order.amount,
      tax: 361,
      refunds: whole,
      payment: whole,
    })
  })

  it('200: the same Idempotency-Key refunds once, and gets the first answer again', async () => {
    const order = await sell()
    const key = { 'idempotency-key': `refund-${unique()}` }
    const first = await refund(order, { amount: 100 }, key)
    const second = await refund(order, { amount: 100 }, key)
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
    expect((await orderNow(order)).refunded_amount).toBe(100)
    expect((await refund(order, { amount: 200 }, key)).status).toBe(422)
  })

  it('200: null is the same as left out', async () => {
    const { body } = await refund(await sell(), { comment: null, revoke_benefits: null, metadata: null })
    expect(body).toMatchObject({ comment: null, revoke_benefits: false, metadata: {} })
  })

  it('200: nothing but the money goes back when nobody asks for more', async () => {
    const order = await sellWithKey(till, shop)
    await refund(order, { amount: order.amount })
    expect((await keyOf(till, order)).status).toBe('granted')
  })

  it.each([
    ['at once', [{ revoke_benefits: true }]],
    ['in parts, of which the last asks', [{ amount: 1 }, { revoke_benefits: true }]],
    ['in parts, of which the first asked', [{ amount: 1, revoke_benefits: true }, {}]],
  ])('200: with all of the money, %s, license keys and benefits go too', async (_, parts) => {
    const order = await sellWithKey(till, shop)
    const { key, benefit_id } = await keyOf(till, order)
    for (const fields of parts) {
      expect((await keyOf(till, order)).status).toBe('granted')
      const { amount, refunded_amount } = await orderNow(order)
      await refund(order, { amount: amount - refunded_amount, ...fields })
    }
    expect((await keyOf(till, order)).status).toBe('revoked')
    const asked = await till.anonymous.post(`${LICENSE_CALLS}/validate`, { key, organization_id: shop })
    expect([asked.status, asked.body.code]).toEqual([404, 'license_key_not_granted'])
    const grants = await till.owner.must(till.owner.get(`/v1/benefits/${benefit_id}/grants`))
    expect(grants.items).toMatchObject([{ is_granted: false, is_revoked: true }])
    expect(await eventsOf(till, grants.items[0].id)).toContain('benefit_grant.revoked')
  })

  it('200: with a part of the money nothing else goes, whatever is asked', async () => {
    const order = await sellWithKey(till, shop)
    await refund(order, { amount: order.amount - 1, revoke_benefits: true })
    const { status, benefit_id } = await keyOf(till, order)
    expect(status).toBe('granted')
    const { items } = await till.owner.must(till.owner.get(`/v1/benefits/${benefit_id}/grants`))
    expect(items).toMatchObject([{ is_granted: true }])
  })

  it('200: what went does not come back when the product changes', async () => {
    const order = await sellWithKey(till, shop)
    const { benefit_id } = await keyOf(till, order)
    await refund(order, { amount: order.amount, revoke_benefits: true })
    for (const benefits of [[], [benefit_id]]) {
      await till.owner.must(till.owner.post(`/v1/products/${order.product_id}/benefits`, { benefits }))
      await expect.poll(() => till.sql`select from grant_reviews`, { timeout: 10_000 }).toHaveLength(0)
    }
    expect((await keyOf(till, order)).status).toBe('revoked')
  })

  it('200: a subscription goes on, and ends at once when all of the money and its benefits have to go', async () => {
    const order = await sellWithKey(till, shop, true)
    const subscription = async () => (await till.owner.get(`/v1/subscriptions/${order.subscription_id}`)).body
    const part = await refund(order, { amount: 100, revoke_benefits: true })
    expect(part.body.subscription_id).toBe(order.subscription_id)
    expect([(await subscription()).status, (await keyOf(till, order)).status]).toEqual(['active', 'granted'])
    await refund(order, { amount: order.amount - 100 })
    expect(await subscription()).toMatchObject({ status: 'canceled', ended_at: expect.any(String) })
    expect((await keyOf(till, order)).status).toBe('revoked')
    expect(await eventsOf(till, order.subscription_id)).toContain('subscription.revoked canceled')
  })

  it('200: of a subscription that has ended, with a key that was given back by hand', async () => {
    const order = await sellWithKey(till, shop, true)
    await till.owner.must(till.owner.delete(`/v1/subscriptions/${order.subscription_id}`))
    const { id } = await keyOf(till, order)
    await till.owner.must(till.owner.patch(`/v1/license-keys/${id}`, { status: 'granted' }))
    expect((await refund(order, { amount: order.amount, revoke_benefits: true })).body.status).toBe('succeeded')
    expect((await keyOf(till, order)).status).toBe('revoked')
  })

  it('200: to a customer who was deleted', async () => {
    const order = await sell()
    await till.owner.must(till.owner.delete(`/v1/customers/${order.customer_id}`))
    expect((await refund(order, { amount: order.amount, revoke_benefits: true })).body.status).toBe('succeeded')
  })

  it('403: with a token that may only read refunds', async () => {
    const client = till.as(await makeToken(till, shop, ['refunds:read', 'orders:write']))
    expect((await askForRefund(client, await sell())).status).toBe(403)
  })

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ reason: 'because' }, 'reason'],
    [{ reason: null }, 'reason'],
    [{ order_id: 'x' }, 'order_id'],
    [{ order_id: newId() }, 'order_id'],
    [{ revoke_benefits: 'yes' }, 'revoke_benefits'],
    [{ metadata: { a: 1.5 } }, 'metadata'],
    [{ comment: 5 }, 'comment'],
  ])('422: %j', async (fields, field) => {
    const { status, body } = await refund(await sell(), fields)
    expect(status).toBe(422)
    expect(body.detail[0].loc.slice(0, 2)).toEqual(['body', field])
  })

  it('422: above what is left, at amount, and nothing changes', async () => {
    const order = await sell()
    const above = await refund(order, { amount: order.amount + 1 })
    expect([above.status, above.body.detail]).toEqual([
      422,
      [
        {
          type: 'less_than_equal',
          loc: ['body', 'amount'],
          msg: `At most ${order.amount} is left of this order to refund`,
          input: order.amount + 1,
        },
      ],
    ])
    await refund(order, { amount: order.amount })
    const more = await refund(order, { amount: 1 })
    expect([more.status, more.body.detail[0].msg]).toEqual([422, 'Nothing is left of this order to refund'])
    expect(await till.sql`select from refunds where order_id = ${order.id}`).toHaveLength(1)
  })

  it('422: an order for which nothing was paid, at order_id', async () => {
    const order = await buy(till, (await makeFreeProduct(till, shop)).id, email())
    const { status, body } = await refund(order, {})
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'order_id']])
    expect(body.detail[0].msg).toBe('Nothing was paid for this order')
  })

  it('422: another organization’s order, like one that is not there', async () => {
    const client = till.as(await makeToken(till, (await makeOrganization(till)).id))
    const { status, body } = await askForRefund(client, await sell())
    expect([status, body.detail[0].msg]).toEqual([422, 'There is no such order'])
  })

  it('keeps exact totals', () => expectTotalsToHold(till))
})
