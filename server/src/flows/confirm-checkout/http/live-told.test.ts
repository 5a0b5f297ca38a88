import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { unique } from '../../../../test/support/factories.ts'
import { LiveShop, type Made, soon } from '../../../../test/support/live-shop.ts'

let live: LiveShop
beforeAll(async () => {
  live = await LiveShop.open()
})
afterEach(() => live.mend())
afterAll(() => live.close())

describe('what Stripe tells', () => {
  it('settles a payment whose answer was lost; meanwhile nobody can pay twice', async () => {
    live.standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : undefined)
    const { checkout, reply } = await live.pay()
    expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
    const second = await confirm(live.till.anonymous, checkout, {
      confirmation_token_id: live.standIn.books.makeToken(),
    })
    expect([second.status, second.body.error]).toEqual([403, 'NotOpenCheckout'])
    await live.tell('payment_intent.succeeded', checkout)
    await live.expectBought(checkout)
  })

  it('may come before the answer itself', async () => {
    const checkout = await makeCheckout(live.till, { product_id: live.product.id, customer_email: 'early@example.com' })
    let wasEarly = false
    live.standIn.beforeAnswer = async (call) => {
      if (!call.endsWith('/confirm')) return
      await live.tell('payment_intent.succeeded', checkout)
      await expect.poll(() => live.statusOf(checkout), { timeout: 900, interval: 10 }).toBe('succeeded')
      wasEarly = true
    }
    const reply = await confirm(live.till.anonymous, checkout, {
      confirmation_token_id: live.standIn.books.makeToken(),
    })
    expect([wasEarly, reply.status, reply.body.status]).toEqual([true, 200, 'confirmed'])
    await live.expectBought(checkout)
  })

  it('comes before, during and after fifty answers at once: each is bought once', async () => {
    const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
    live.standIn.beforeAnswer = (call) => wait(call.endsWith('/confirm') ? 100 * Math.random() : 0)
    const checkouts = await Promise.all(
      Array.from({ length: 50 }, (_, buyer) =>
        makeCheckout(live.till, {
          product_id: live.product.id,
          customer_email: `told-${buyer}-${unique()}@example.com`,
        }),
      ),
    )
    const isPaid = (checkout: Made) => live.intentOf(checkout)?.status === 'succeeded'
    const replies = await Promise.all(
      checkouts.map(async (checkout) => {
        const reply = confirm(live.till.anonymous, checkout, { confirmation_token_id: live.standIn.books.makeToken() })
        await expect.poll(() => isPaid(checkout), { timeout: 15_000, interval: 5 }).toBe(true)
        await wait(100 * Math.random())
        await Promise.all([
          live.tell('payment_intent.succeeded', checkout),
          live.tell('payment_intent.succeeded', checkout),
        ])
        return reply
      }),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    for (const checkout of checkouts) await live.expectBought(checkout)
  }, 60_000)

  it('of what takes its time, when it is done', async () => {
    const { checkout, reply } = await live.pay('thinks')
    expect([reply.status, await live.statusOf(checkout)]).toEqual([200, 'confirmed'])
    live.standIn.books.succeed(live.referenceOf(checkout))
    await live.tell('payment_intent.succeeded', checkout)
    await live.expectBought(checkout)
  })

  it('about what is not ours harms nobody', async () => {
    for (const metadata of [{}, { payment_id: 'of-another-system' }]) {
      const event = live.standIn.books.event('payment_intent.succeeded', { id: `pi_foreign_${unique()}`, metadata })
      expect(await live.standIn.deliver(live.till.url, event)).toBe(200)
    }
    const { checkout } = await live.pay()
    await live.expectBought(checkout)
  })

  it('records a dispute, and how it ended, and tells of both', async () => {
    const { checkout } = await live.pay()
    const disputes = async () =>
      (
        await live.till.sql`select d.status from disputes d join payments p on p.id = d.payment_id
        where p.checkout_id = ${checkout.id}`
      ).map(({ status }) => status)
    const id = `dp_${unique()}`
    const dispute = {
      id,
      payment_intent: live.referenceOf(checkout),
      amount: 1900,
      currency: 'usd',
      reason: 'fraudulent',
    }
    for (const [type, status] of [
      ['created', 'needs_response'],
      ['closed', 'lost'],
    ]) {
      await live.standIn.deliver(
        live.till.url,
        live.standIn.books.event(`charge.dispute.${type}`, { ...dispute, status }),
      )
      await expect.poll(disputes, soon).toEqual([status === 'lost' ? 'lost' : 'open'])
    }
    const told = await live.till.sql`
      select e.type, e.object_version, e.previous_attributes from events e
      join disputes d on d.id = e.object_id where d.processor_reference = ${id} order by e.id`
    expect(told).toEqual([
      { type: 'dispute.created', objectVersion: 1, previousAttributes: null },
      { type: 'dispute.updated', objectVersion: 2, previousAttributes: { status: 'open' } },
    ])
  })
})

describe('a refund', () => {
  it('goes to Stripe once, and back to the card', async () => {
    const { checkout } = await live.pay()
    const [order] = await live.ordersOf(checkout)
    const asked = { order_id: order.id, amount: 500, reason: 'customer_request' }
    const refund = await live.till.owner.must(live.till.owner.post('/v1/refunds/', asked))
    const made = live.standIn.books.refunds.filter(
      ({ payment_intent }) => payment_intent === live.referenceOf(checkout),
    )
    expect(made).toMatchObject([{ amount: 500, reason: 'requested_by_customer', metadata: { refund_id: refund.id } }])
    await live.standIn.deliver(live.till.url, live.standIn.lastEvent('refund.created', made[0]?.id ?? ''))
    await expect.poll(async () => (await live.ordersOf(checkout))[0].refunded_amount, soon).toBe(500)
    expect(live.chargesOf(checkout)).toMatchObject([{ amount_refunded: 500 }])
  })
})

it('the log has no secrets', () => live.expectNoSecretsInLog())
