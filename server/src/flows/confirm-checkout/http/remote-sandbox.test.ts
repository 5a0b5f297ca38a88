import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { begin } from '../../../platform/postgres/begin.ts'

let till: TestTill
let shop: string
let product: Reply['body']
beforeAll(async () => {
  till = await startTill({ payments: { isSandboxInline: false, sandboxDelays: { late: 1500, dispute: 200 } } })
  shop = (await makeOrganization(till)).id
  product = await makeProduct(till, shop)
  const benefits = [(await makeLicenseKeysBenefit(till, shop)).id]
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits }))
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `remote-${unique()}@example.com`

async function pay(token: string, fields: object = {}, headers: Record<string, string> = {}) {
  const checkout = await makeCheckout(till, { product_id: product.id, ...fields })
  const body = { customer_email: email(), confirmation_token_id: `ctoken_test_${token}` }
  return { checkout, reply: await confirm(till.anonymous, checkout, body, headers) }
}

const statusOf = async ({ id }: { id: string }) => (await till.owner.get(`/v1/checkouts/custom/${id}`)).body.status
const chargesOf = ({ id }: { id: string }) => till.sql`select * from sandbox.charges where checkout_id = ${id}`
const ordersOf = async ({ id }: { id: string }) => (await till.owner.get(`/v1/orders/?checkout_id=${id}`)).body.items
const paymentsOf = ({ id }: { id: string }) => till.sql`select * from payments where checkout_id = ${id} order by id`
const eventsOf = async (id: string) => {
  const rows = await till.sql<{ type: string; data: { status?: string } }[]>`
    select type, data from events where object_id = ${id} order by id`
  return rows.map(({ type, data }) => (data.status ? `${type} ${data.status}` : type))
}

/** What was told of a purchase, and by whose request: the confirm's, another one's, or nobody's. */
async function causesOf(checkout: { id: string }, reply: Reply): Promise<string[]> {
  const rows = await till.sql<{ type: string; data: { status?: string }; requestId: string | null }[]>`
    select type, data, request_id from events
    where object_id = ${checkout.id} or data ->> 'checkout_id' = ${checkout.id} order by id`
  const asked = reply.headers.get('x-request-id')
  return rows.map(({ type, data, requestId }) => {
    const cause = requestId === null ? 'nobody' : requestId === asked ? 'confirm' : 'another'
    return `${type} ${data.status}: ${cause}`
  })
}

describe('a payment that goes through a processor', () => {
  it('makes the order before the answer leaves, with one event for the checkout', async () => {
    const { checkout, reply } = await pay('success')
    expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
    expect(reply.body.customer_session_token).toMatch(/^till_cst_/)
    expect(await statusOf(checkout)).toBe('succeeded')
    const orders = await ordersOf(checkout)
    expect(orders).toHaveLength(1)
    expect(await eventsOf(checkout.id)).toEqual(['checkout.created open', 'checkout.updated succeeded'])
    expect(await chargesOf(checkout)).toHaveLength(1)
    expect(await till.sql`select from payment_work where checkout_id = ${checkout.id}`).toHaveLength(0)
    const keys = await till.as(reply.body.customer_session_token).get('/v1/customer-portal/license-keys/')
    expect(keys.body.items).toHaveLength(1)
  })

  it('400 says why itself: the checkout keeps nothing of it, which a reload would show again', async () => {
    const { checkout, reply } = await pay('declined')
    expect(reply.status).toBe(400)
    const { body } = await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)
    expect(body.payment_processor_metadata).toEqual({ mode: 'sandbox' })
  })

  it.each(['declined', 'insufficient_funds', 'processing_error'])(
    'opens the checkout again when it is %s',
    async (token) => {
      const { checkout, reply } = await pay(token)
      expect([reply.status, reply.body.error]).toEqual([400, 'PaymentError'])
      expect(await statusOf(checkout)).toBe('open')
      expect((await paymentsOf(checkout)).map(({ status }) => status)).toEqual(['failed'])
      expect(await chargesOf(checkout)).toHaveLength(0)
      const again = await confirm(till.anonymous, checkout, { confirmation_token_id: 'ctoken_test_success' })
      expect(again.status).toBe(200)
      expect(await statusOf(checkout)).toBe('succeeded')
      expect(await chargesOf(checkout)).toHaveLength(1)
    },
  )

  it('whose answer was lost stays confirmed, cannot be paid twice, and is found out', async () => {
    const { checkout, reply } = await pay('unknown')
    expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
    const second = await confirm(till.anonymous, checkout, { confirmation_token_id: 'ctoken_test_success' })
    expect([second.status, second.body.error]).toEqual([403, 'NotOpenCheckout'])
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('succeeded')
    expect(await ordersOf(checkout)).toHaveLength(1)
    expect(await chargesOf(checkout)).toHaveLength(1)
  })

  it('that is late is fulfilled when it succeeds', async () => {
    const { checkout, reply } = await pay('late')
    expect(reply.status).toBe(200)
    expect(await statusOf(checkout)).toBe('confirmed')
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('succeeded')
    expect(await ordersOf(checkout)).toHaveLength(1)
    expect(await eventsOf(checkout.id)).toEqual([
      'checkout.created open',
      'checkout.updated confirmed',
      'checkout.updated succeeded',
    ])
  })

  it.each(['late', 'unknown'])(
    'tells of the confirm as asked for, and of %s money as of nobody’s doing',
    async (token) => {
      const { checkout, reply } = await pay(token)
      await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('succeeded')
      expect(await causesOf(checkout, reply)).toEqual([
        'checkout.created open: another',
        'checkout.updated confirmed: confirm',
        'checkout.updated succeeded: nobody',
        'order.created paid: nobody',
        'order.paid paid: nobody',
      ])
    },
  )

  it('tells of what came within the confirm as asked for', async () => {
    const { checkout, reply } = await pay('success')
    expect((await causesOf(checkout, reply)).slice(1)).toEqual([
      'checkout.updated succeeded: confirm',
      'order.created paid: confirm',
      'order.paid paid: confirm',
    ])
    const declined = await pay('declined')
    expect((await causesOf(declined.checkout, declined.reply)).slice(1)).toEqual(['checkout.updated open: confirm'])
  })

  it('that needs a challenge says where, and waits for the buyer', async () => {
    const { checkout, reply } = await pay('authentication_required')
    expect(reply.status).toBe(200)
    const { redirect_url } = reply.body.payment_processor_metadata
    expect(redirect_url).toMatch(/^http:\/\/till\.example\.com\/sandbox\/challenge\//)
    expect((await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.payment_processor_metadata).toMatchObject(
      {
        redirect_url,
      },
    )
    expect(await statusOf(checkout)).toBe('confirmed')
  })

  it('is answered again under its key, whatever came of it', async () => {
    for (const [token, status] of [
      ['success', 200],
      ['declined', 400],
      ['late', 200],
    ] as const) {
      const key = { 'idempotency-key': `remote-${unique()}` }
      const checkout = await makeCheckout(till, { product_id: product.id })
      const body = { customer_email: email(), confirmation_token_id: `ctoken_test_${token}` }
      const first = await confirm(till.anonymous, checkout, body, key)
      const second = await confirm(till.anonymous, checkout, body, key)
      expect([first.status, second.status]).toEqual([status, status])
      expect(second.headers.get('idempotent-replayed')).toBe('true')
      expect(second.body).toEqual(first.body)
    }
  })

  it('keeps the discount’s last place while nobody knows, and frees it when it fails', async () => {
    const discount = await makeDiscount(till, shop, { code: `ONE${unique()}`.toUpperCase(), max_redemptions: 1 })
    const count = async () => (await till.owner.get(`/v1/discounts/${discount.id}`)).body.redemptions_count
    await pay('declined', { discount_id: discount.id })
    expect(await count()).toBe(0)
    const { checkout } = await pay('late', { discount_id: discount.id })
    expect(await count()).toBe(1)
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('succeeded')
    expect(await count()).toBe(1)
  })

  it('starts a subscription that can be charged again', async () => {
    const plan = await makeRecurringProduct(till, shop)
    const { checkout } = await pay('success', { product_id: plan.id })
    const [order] = await ordersOf(checkout)
    expect(order.billing_reason).toBe('subscription_create')
    const [row] = await till.sql`
      select m.processor_reference from subscriptions s join payment_methods m on m.id = s.payment_method_id
      where s.id = ${order.subscription_id}`
    expect(row?.processorReference).toMatch(/^pm_sandbox_pays_/)
  })

  it('records a dispute', async () => {
    const { checkout } = await pay('disputed')
    await expect
      .poll(
        () => till.sql`select d.status from disputes d join payments p on p.id = d.payment_id
        where p.checkout_id = ${checkout.id}`,
        { timeout: 10_000 },
      )
      .toHaveLength(1)
  })
})

describe('the challenge', () => {
  const answer = async (reply: Reply, how: 'approve' | 'refuse') => {
    const { pathname } = new URL(reply.body.payment_processor_metadata.redirect_url)
    // As the form of the page sends it.
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return fetch(`${till.url}${pathname}/${how}`, { method: 'POST', headers, body: '', redirect: 'manual' })
  }

  it('when the buyer agrees: paid, and back to the checkout', async () => {
    const { checkout, reply } = await pay('authentication_required')
    const { pathname } = new URL(reply.body.payment_processor_metadata.redirect_url)
    expect(await (await fetch(till.url + pathname)).text()).toContain('Is it you?')
    const back = await answer(reply, 'approve')
    expect([back.status, back.headers.get('location')]).toEqual([303, checkout.url])
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('succeeded')
    expect(await chargesOf(checkout)).toHaveLength(1)
    expect(await (await fetch(till.url + pathname)).text()).toContain('Answered already')
    await answer(reply, 'approve')
    expect(await chargesOf(checkout)).toHaveLength(1)
  })

  it('when the buyer refuses: the checkout is open again, and another card pays', async () => {
    const { checkout, reply } = await pay('authentication_required')
    await answer(reply, 'refuse')
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('open')
    expect(await causesOf(checkout, reply)).toEqual([
      'checkout.created open: another',
      'checkout.updated confirmed: confirm',
      'checkout.updated open: nobody',
    ])
    expect((await paymentsOf(checkout)).map((each) => [each.status, each.failureCode])).toEqual([
      ['failed', 'authentication_failed'],
    ])
    const shown = (await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body
    expect(shown.payment_processor_metadata).toEqual({ mode: 'sandbox', failure_code: 'authentication_failed' })
    expect(shown.customer_id).toBeNull()
    const again = await confirm(till.anonymous, checkout, { confirmation_token_id: 'ctoken_test_success' })
    expect(again.status).toBe(200)
    expect(await chargesOf(checkout)).toHaveLength(1)
  })

  it('404: an address that nobody made', async () => {
    expect((await fetch(`${till.url}/sandbox/challenge/nope`)).status).toBe(404)
    expect((await fetch(`${till.url}/sandbox/challenge/nope/approve`, { method: 'POST' })).status).toBe(404)
  })

  it('is part of the answer that a repetition gets', async () => {
    const key = { 'idempotency-key': `challenge-${unique()}` }
    const checkout = await makeCheckout(till, { product_id: product.id })
    const body = { customer_email: email(), confirmation_token_id: 'ctoken_test_authentication_required' }
    const first = await confirm(till.anonymous, checkout, body, key)
    const second = await confirm(till.anonymous, checkout, body, key)
    expect(first.body.payment_processor_metadata.redirect_url).toBeDefined()
    expect(second.body).toEqual(first.body)
  })

  const asked = ({ id }: { id: string }, minutes: number) => till.sql`
    update payment_work set buyer_asked_at = now() - make_interval(mins => ${minutes}), due_at = now()
    where checkout_id = ${id}`

  it.each([
    ['open', '1 hour'],
    ['expired', '-1 second'],
  ])('that nobody answers for half an hour is canceled, and the checkout is %s', async (status, left) => {
    const { checkout, reply } = await pay('authentication_required')
    await till.sql`update checkouts set expires_at = now() + ${left}::interval where id = ${checkout.id}`
    await asked(checkout, 31)
    await expect.poll(() => statusOf(checkout), { timeout: 15_000 }).toBe(status)
    expect((await paymentsOf(checkout)).map((each) => each.status)).toEqual(['canceled'])
    await answer(reply, 'approve')
    expect(await chargesOf(checkout)).toHaveLength(0)
  })

  it('may be answered until then, also when the checkout would have expired meanwhile', async () => {
    const { checkout, reply } = await pay('authentication_required')
    await till.sql`update checkouts set expires_at = now() - interval '1 second' where id = ${checkout.id}`
    await asked(checkout, 28)
    const tries = async () => (await till.sql`select tries from payment_work where checkout_id = ${checkout.id}`)[0]
    await expect.poll(tries, { timeout: 10_000 }).toEqual({ tries: 1 })
    await answer(reply, 'approve')
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('succeeded')
    expect(await chargesOf(checkout)).toHaveLength(1)
  })
})

describe('a database that goes away while the sandbox is at work', () => {
  const waiting = async () => {
    const rows = await till.sql<{ pid: number }[]>`
      select pid from pg_locks where relation = 'sandbox.charges'::regclass and not granted`
    return rows.map(({ pid }) => pid)
  }

  it('503: nobody is told that it was confirmed; the same key buys it once it is known that nothing was taken', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    const body = { customer_email: email(), confirmation_token_id: 'ctoken_test_success' }
    const key = { 'idempotency-key': unique() }
    let first: Promise<Reply> | undefined
    await begin(till.sql, async (tx) => {
      await tx`lock table sandbox.charges in access exclusive mode`
      first = confirm(till.anonymous, checkout, body, key)
      await expect.poll(waiting, { timeout: 5000 }).toHaveLength(1)
      const [pid = 0] = await waiting()
      await tx`select pg_terminate_backend(${pid})`
    })
    const lost = await first
    expect(lost?.status).toBe(503)
    expect((await confirm(till.anonymous, checkout, body, key)).status).toBe(409)
    await till.sql`update payment_work set due_at = now() where checkout_id = ${checkout.id}`
    await expect.poll(() => statusOf(checkout), { timeout: 10_000 }).toBe('open')
    expect(await chargesOf(checkout)).toHaveLength(0)
    // What the buyer typed is told now, and it was their confirm that said it.
    expect((await causesOf(checkout, lost as Reply)).slice(1)).toEqual(['checkout.updated open: confirm'])
    expect((await confirm(till.anonymous, checkout, body, key)).status).toBe(200)
    expect(await chargesOf(checkout)).toHaveLength(1)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })
})
