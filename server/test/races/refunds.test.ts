import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { type FlakyTill, flakyTillForThisTest, startFlakyTill } from '../support/flaky-sandbox.ts'
import { makeProduct } from '../support/product-factories.ts'
import { addTax, askForRefund, eventsOf, keyOf, refundBooks, sellWithKey } from '../support/refund-factories.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const MANY = 50
const times = <Result>(many: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)))

/** Through the books of the sandbox, and decided at once: the limit is the order's in both cases. */
describe.each([
  ['through a processor', false],
  ['decided at once', true],
])('refunds %s', (_, isInline) => {
  let till: FlakyTill
  let shop: string
  let productId: string
  beforeAll(async () => {
    till = await startFlakyTill(isInline)
    shop = (await makeOrganization(till)).id
    productId = (await makeProduct(till, shop)).id
  })
  afterAll(() => stopWithCleanBooks(till))

  const sell = () => buy(till, productId, `racer-${unique()}@example.com`)
  const tally = (replies: readonly Reply[]) => {
    const counts: Record<string, number> = {}
    for (const { status, body } of replies) {
      const name = status === 422 ? `422 ${body.detail[0].loc.join('.')}` : `${status} ${body.status}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }
  const agree = async (order: Reply['body'], whole: number) => {
    const books = await refundBooks(till, order)
    expect(books).toMatchObject({ refunds: whole, payment: whole, sandbox: isInline ? 0 : whole })
  }

  it('of all of it, 50 at once: one succeeds', async () => {
    const order = await sell()
    const replies = await times(MANY, () => askForRefund(till.owner, order, { amount: order.amount }))
    expect(tally(replies)).toEqual({ '200 succeeded': 1, '422 body.amount': MANY - 1 })
    await agree(order, order.amount)
    expect(await eventsOf(till, order.id)).toEqual(['order.created paid', 'order.paid paid', 'order.refunded refunded'])
  })

  it('of a tenth each, 50 at once: ten succeed, with all of the tax and not a cent more', async () => {
    const order = await sell()
    await addTax(till, order, 333)
    const replies = await times(MANY, () => askForRefund(till.owner, order, { amount: order.amount / 10 }))
    expect(tally(replies)).toEqual({ '200 succeeded': 10, '422 body.amount': MANY - 10 })
    expect(await refundBooks(till, order)).toMatchObject({ status: 'refunded', order: order.amount, tax: 333 })
    await agree(order, order.amount + 333)
  })

  it('with one Idempotency-Key, 50 at once: one refund, and every answer is the first one or 409', async () => {
    const order = await sell()
    const key = { 'idempotency-key': `race-${unique()}` }
    const replies = await times(MANY, () => askForRefund(till.owner, order, { amount: 100 }, key))
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const bodies = replies.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(1)
    await agree(order, 100)
  })

  it('that take the key back, while the seller ends the benefit: nobody waits in a circle', async () => {
    await times(5, async () => {
      const order = await sellWithKey(till, shop)
      const { id, benefit_id } = await keyOf(till, order)
      const replies = await Promise.all([
        ...[1, 2, order.amount - 3].map((amount) =>
          askForRefund(till.owner, order, { amount, revoke_benefits: amount === 2 }),
        ),
        till.owner.post(`/v1/products/${order.product_id}/benefits`, { benefits: [] }),
        till.owner.patch(`/v1/license-keys/${id}`, { status: 'disabled' }),
        till.owner.delete(`/v1/customers/${order.customer_id}`),
        till.owner.delete(`/v1/benefits/${benefit_id}`),
      ])
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      await agree(order, order.amount)
      expect((await till.owner.get(`/v1/license-keys/${id}`)).body.status).not.toBe('granted')
    })
  })
})

describe('a refund', () => {
  it('that is answered, told and looked after at once is written once', async () => {
    const till = await flakyTillForThisTest()
    const shop = (await makeOrganization(till)).id
    const product = await makeProduct(till, shop)
    const orders = await times(20, () => buy(till, product.id, `told-${unique()}@example.com`))
    till.mood('lost')
    const replies = await times(20, (index) => askForRefund(till.owner, orders[index], { amount: 300 }))
    await till.sql`update refund_work set due_at = now()`
    till.mood('fine')
    const settled = async () => (await till.sql`select from refund_work`).length
    await expect.poll(settled, { timeout: 20_000 }).toBe(0)
    for (const [index, { body }] of replies.entries()) {
      expect(await eventsOf(till, body.id)).toEqual(['refund.created pending', 'refund.updated succeeded'])
      expect(await refundBooks(till, orders[index])).toMatchObject({ refunds: 300, payment: 300, sandbox: 300 })
    }
  }, 60_000)
})
