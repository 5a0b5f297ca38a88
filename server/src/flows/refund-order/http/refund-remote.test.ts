import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { type FlakyTill, startFlakyTill } from '../../../../test/support/flaky-sandbox.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import {
  addTax,
  askForRefund,
  eventsOf,
  keyOf,
  refundBooks,
  sellWithKey,
} from '../../../../test/support/refund-factories.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

let till: FlakyTill
let shop: string
let productId: string
let order: Reply['body']
beforeAll(async () => {
  till = await startFlakyTill()
  shop = (await makeOrganization(till)).id
  productId = (await makeProduct(till, shop)).id
})
beforeEach(async () => {
  till.mood('fine')
  order = await buy(till, productId, `buyer-${unique()}@example.com`)
})
afterAll(() => stopWithCleanBooks(till))

const refund = (fields: object, headers = {}) => askForRefund(till.owner, order, fields, headers)
const statusOf = async (id: string) => (await till.owner.get(`/v1/refunds/${id}`)).body.status
const settles = (id: string, status = 'succeeded') =>
  expect.poll(() => statusOf(id), { timeout: 15_000, interval: 50 }).toBe(status)
const orderNow = async () => (await till.owner.get(`/v1/orders/${order.id}`)).body
const refundsOf = () => till.sql`select * from refunds where order_id = ${order.id} order by created_at, id`
/** Which requests the events of a refund name. */
const requestsOf = async (id: string) => {
  const rows = await till.sql<{ requestId: string | null }[]>`
    select request_id from events where object_id = ${id} order by id`
  return rows.map(({ requestId }) => requestId)
}
const chargeOf = async () => {
  const [charge] = await till.sql<{ id: string }[]>`
    select id from sandbox.charges where checkout_id = ${order.checkout_id}`
  return charge?.id ?? ''
}
/** Only a notification can settle it then. */
const nobodyLooks = (id: string) =>
  till.sql`update refund_work set due_at = now() + interval '1 hour' where refund_id = ${id}`

/** The processor tells, once or several times. */
async function tell(reference: string, refundId: string | null, times = 1): Promise<void> {
  const { sql } = till
  const content = { kind: 'refund', reference, refundId }
  for (let time = 0; time < times; time += 1) {
    await sql`insert into sandbox.notifications (due_at, content) values (now(), ${sql.json(content)})`
  }
}

const everythingTold = () =>
  expect
    .poll(
      async () => {
        const [open] = await till.sql<{ many: number }[]>`
          select (select count(*) from sandbox.notifications)::int
            + (select count(*) from processor_notifications where due_at is not null)::int as many`
        return open?.many
      },
      { timeout: 15_000, interval: 50 },
    )
    .toBe(0)

/** Somebody presses a button at the processor. */
async function refundOutside(amount: number): Promise<string> {
  const id = randomUUID()
  const charge = await chargeOf()
  await till.sql`
    insert into sandbox.refunds (id, created_at, charge_id, amount) values (${id}, now(), ${charge}, ${amount})`
  await till.sql`update sandbox.charges set refunded_amount = refunded_amount + ${amount} where id = ${charge}`
  await tell(id, null, 2)
  return id
}

describe('a refund through a processor', () => {
  it('goes back on the charge itself', async () => {
    const { body, headers } = await refund({ amount: order.amount })
    expect(body.status).toBe('succeeded')
    const asked = headers.get('x-request-id')
    expect(await requestsOf(body.id)).toEqual([asked, asked])
    expect(await refundBooks(till, order)).toMatchObject({ payment: order.amount, sandbox: order.amount })
  })

  it.each(['away', 'lost'] as const)('whose answer is missing (%s) is pending, and is found out', async (mood) => {
    till.mood(mood)
    const key = { 'idempotency-key': `refund-${unique()}` }
    const { status, body, headers } = await refund({ amount: order.amount }, key)
    expect([status, body.status, body.modified_at]).toEqual([200, 'pending', null])
    expect(await orderNow()).toMatchObject({ status: 'paid', refunded_amount: 0, modified_at: null })
    // What is under way is gone for everybody else.
    expect((await refund({ amount: 1 })).body.detail[0].loc).toEqual(['body', 'amount'])
    till.mood('fine')
    await settles(body.id)
    expect(await orderNow()).toMatchObject({ status: 'refunded', refunded_amount: order.amount })
    expect(await refundBooks(till, order)).toMatchObject({ payment: order.amount, sandbox: order.amount })
    await everythingTold()
    expect(await eventsOf(till, body.id)).toEqual(['refund.created pending', 'refund.updated succeeded'])
    const asked = headers.get('x-request-id')
    expect(await requestsOf(body.id)).toEqual([asked, null])
    expect(await till.sql`select from refund_work where refund_id = ${body.id}`).toHaveLength(0)
    const again = await refund({ amount: order.amount }, key)
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, body, 'true'])
  })

  it('whose process died before it could answer is finished, and its key gets the answer', async () => {
    till.mood('away')
    const key = { 'idempotency-key': `refund-${unique()}` }
    const { body } = await refund({ amount: 500 }, key)
    await till.sql`update idempotency_records set status = null, body = null where key = ${key['idempotency-key']}`
    const meanwhile = await refund({ amount: 500 }, key)
    expect([meanwhile.status, meanwhile.body.error]).toEqual([409, 'Conflict'])
    till.mood('fine')
    await settles(body.id)
    const again = await refund({ amount: 500 }, key)
    expect([again.status, again.body.id, again.body.status]).toEqual([200, body.id, 'succeeded'])
    expect(await refundsOf()).toHaveLength(1)
  })

  it('that the processor refuses changes nothing, and what it had taken is free again', async () => {
    const charge = await chargeOf()
    await till.sql`update sandbox.charges set refunded_amount = amount where id = ${charge}`
    const { status, body } = await refund({ amount: order.amount, revoke_benefits: true })
    expect([status, body.status, body.failure_detail]).toEqual([200, 'failed', 'Less than that is left of the charge'])
    expect(await orderNow()).toMatchObject({ status: 'paid', refunded_amount: 0, modified_at: null })
    expect(await eventsOf(till, order.id)).toEqual(['order.created paid', 'order.paid paid'])
    await till.sql`update sandbox.charges set refunded_amount = 0 where id = ${charge}`
    expect((await refund({ amount: order.amount })).body.status).toBe('succeeded')
  })

  it('takes the license key back when it is found out, and not before', async () => {
    const sold = await sellWithKey(till, shop)
    till.mood('lost')
    const { body } = await askForRefund(till.owner, sold, { amount: sold.amount, revoke_benefits: true })
    expect((await keyOf(till, sold)).status).toBe('granted')
    till.mood('fine')
    await settles(body.id)
    expect((await keyOf(till, sold)).status).toBe('revoked')
  })
})

describe('what the processor tells by itself', () => {
  it('settles a refund whose answer was lost', async () => {
    till.mood('lost')
    const { body } = await refund({ amount: 700 })
    await nobodyLooks(body.id)
    till.mood('fine')
    await settles(body.id)
    expect(await refundBooks(till, order)).toMatchObject({ order: 700, payment: 700, sandbox: 700 })
  })

  it('changes nothing when it is known already, however often it is told', async () => {
    const { body } = await refund({ amount: 700 })
    await tell(body.id, body.id, 3)
    await tell(body.id, null, 3)
    await everythingTold()
    expect(await eventsOf(till, body.id)).toEqual(['refund.created pending', 'refund.updated succeeded'])
    expect(await refundBooks(till, order)).toMatchObject({ order: 700, refunds: 700, payment: 700, sandbox: 700 })
  })

  it('of a refund that somebody made there becomes one here, once', async () => {
    await addTax(till, order, 190)
    await refundOutside(800)
    await everythingTold()
    const refunds = await till.owner.must(till.owner.get(`/v1/refunds/?order_id=${order.id}`))
    expect(refunds.items).toMatchObject([
      { status: 'succeeded', reason: 'other', comment: 'Refunded at the payment processor', revoke_benefits: false },
    ])
    const [{ amount, tax_amount }] = refunds.items
    expect(amount + tax_amount).toBe(800)
    expect(await orderNow()).toMatchObject({ status: 'partially_refunded', refunded_amount: amount })
    expect(await refundBooks(till, order)).toMatchObject({ refunds: 800, payment: 800, sandbox: 800 })
    const rest = order.amount - amount
    expect((await refund({ amount: rest + 1 })).status).toBe(422)
    expect((await refund({ amount: rest })).body).toMatchObject({ status: 'succeeded', tax_amount: 190 - tax_amount })
    const whole = order.amount + 190
    expect(await refundBooks(till, order)).toMatchObject({ refunds: whole, payment: whole, sandbox: whole })
  })

  it('of one there, while another waits here: the processor decides who comes first, and the books agree', async () => {
    till.mood('away')
    const { body } = await refund({ amount: order.amount - 100 })
    await refundOutside(order.amount)
    till.mood('fine')
    await settles(body.id, 'failed')
    await everythingTold()
    expect(await orderNow()).toMatchObject({ status: 'refunded', refunded_amount: order.amount })
    const books = await refundBooks(till, order)
    expect(books).toMatchObject({ refunds: order.amount, payment: order.amount, sandbox: order.amount })
  })
})
