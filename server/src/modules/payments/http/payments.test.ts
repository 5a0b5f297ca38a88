import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { expectTotalsToHold } from '../../../../test/support/totals.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
let shop: string
let productId: string
beforeAll(async () => {
  till = await startTill({ payments: { sandboxDelays: { late: 1500, dispute: 100 } } })
  shop = (await makeOrganization(till)).id
  productId = (await makeProduct(till, shop)).id
})
afterAll(() => till.stop())

const path = '/v1/payments/'
const email = () => `payer-${unique()}@example.com`
const list = (query: string) => till.owner.must(till.owner.get(`${path}?${query}`))

async function pay(token: string, product = productId, fields: object = {}) {
  const checkout = await makeCheckout(till, { product_id: product, customer_email: email(), ...fields })
  await confirm(till.anonymous, checkout, { confirmation_token_id: `ctoken_test_${token}` })
  return checkout
}

const paymentOf = async ({ id }: { id: string }) => (await list(`checkout_id=${id}`)).items[0]

describe('GET /v1/payments/{id}', () => {
  it('200: one that succeeded, with its order and what it was paid with', async () => {
    const order = await buy(till, productId, email())
    const [{ id }] = (await list(`order_id=${order.id}`)).items
    const { status, body, headers } = await till.owner.get(path + id)
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id,
      created_at: order.created_at,
      modified_at: null,
      organization_id: shop,
      checkout_id: order.checkout_id,
      order_id: order.id,
      processor: 'sandbox',
      mode: 'sandbox',
      purpose: 'payment',
      status: 'succeeded',
      amount: order.amount,
      currency: 'usd',
      method: { type: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 },
      processor_reference: `sandbox_${id}`,
      failure_code: null,
      failure_detail: null,
      is_stray: false,
      refunded_amount: 0,
      disputes: [],
    })
  })

  it('200: one that was declined, with the reason for programs and for people', async () => {
    expect(await paymentOf(await pay('insufficient_funds'))).toMatchObject({
      order_id: null,
      status: 'failed',
      failure_code: 'insufficient_funds',
      failure_detail: 'The card has insufficient funds. Try another card.',
    })
  })

  it('200: one that waits for the buyer, and one whose outcome is not known yet', async () => {
    expect(await paymentOf(await pay('authentication_required'))).toMatchObject({
      status: 'action_required',
      processor_reference: expect.stringMatching(/^pi_sandbox_/),
    })
    const late = await pay('late')
    expect(await paymentOf(late)).toMatchObject({ status: 'pending', order_id: null })
    await expect.poll(async () => (await paymentOf(late)).status, { timeout: 10_000 }).toBe('succeeded')
  })

  it('200: with the disputes about it', async () => {
    const checkout = await pay('disputed')
    await expect.poll(async () => (await paymentOf(checkout)).disputes, { timeout: 10_000 }).toHaveLength(1)
    const payment = await paymentOf(checkout)
    expect(payment.disputes).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        modified_at: null,
        organization_id: payment.organization_id,
        payment_id: payment.id,
        status: 'open',
        amount: payment.amount,
        currency: 'usd',
        reason: 'fraudulent',
      },
    ])
  })

  it('tells of a dispute as it is shown', async () => {
    const checkout = await pay('disputed')
    await expect.poll(async () => (await paymentOf(checkout)).disputes, { timeout: 10_000 }).toHaveLength(1)
    const [dispute] = (await paymentOf(checkout)).disputes
    const told = await till.sql`
      select type, object_version, data, previous_attributes from events where object_id = ${dispute.id}`
    expect(told).toEqual([{ type: 'dispute.created', objectVersion: 1, data: dispute, previousAttributes: null }])
  })

  it('404: of another organization, and of nobody', async () => {
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    const { id } = await paymentOf(await pay('success'))
    expect((await other.get(path + id)).status).toBe(404)
    expect((await till.owner.get(path + newId())).status).toBe(404)
  })
})

describe('GET /v1/payments/', () => {
  it('200: newest first, by status, by processor, by both, and by amount', async () => {
    const { id } = await makeOrganization(till)
    const [cheap, dear] = [await makeProduct(till, id), await makeProduct(till, id)]
    await till.owner.must(
      till.owner.patch(`/v1/products/${dear.id}`, { prices: [{ amount_type: 'fixed', price_amount: 9900 }] }),
    )
    const checkouts = [
      await pay('success', cheap.id),
      await pay('declined', dear.id),
      await pay('late', dear.id),
      await pay('success', dear.id),
    ]
    const shown = async (query: string) => {
      const { items, pagination } = await list(`organization_id=${id}&${query}`)
      expect(pagination.total_count).toBe(items.length)
      return items.map((item: { checkout_id: string }) => checkouts.findIndex((one) => one.id === item.checkout_id))
    }
    expect(await shown('')).toEqual([3, 2, 1, 0])
    expect(await shown('sorting=created_at')).toEqual([0, 1, 2, 3])
    expect((await shown('sorting=amount'))[0]).toBe(0)
    expect(await shown('status=failed')).toEqual([1])
    expect(await shown('status=failed&status=succeeded&sorting=created_at')).toEqual(expect.arrayContaining([0, 1, 3]))
    expect(await shown('status=failed&processor=sandbox')).toEqual([1])
    expect(await shown('processor=stripe')).toEqual([])
    expect(await shown(`checkout_id=${checkouts[2]?.id}`)).toEqual([2])
  })

  it('200: a free order has none, and a subscription that begins with nothing due has a setup', async () => {
    const free = await buy(till, (await makeFreeProduct(till, shop)).id, email())
    expect(await list(`order_id=${free.id}`)).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
    const plan = await makeRecurringProduct(till, shop)
    const discount = await makeDiscount(till, shop, { basis_points: 10_000 })
    expect(await paymentOf(await pay('late', plan.id, { discount_id: discount.id }))).toMatchObject({
      purpose: 'setup',
      amount: 0,
    })
  })

  it('200: exact totals, whatever came of them', async () => {
    await expectTotalsToHold(till)
  })

  it.each(['status=paid', 'processor=paypal', 'sorting=status', 'checkout_id=x'])('422: %s', async (query) => {
    expect((await till.owner.get(`${path}?${query}`)).status).toBe(422)
  })
})
