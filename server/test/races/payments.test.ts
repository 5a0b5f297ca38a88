import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composePayments, type Payments } from '../../src/entry/payments.ts'
import { recoverPayments } from '../../src/flows/confirm-checkout/index.ts'
import { giveUp } from '../../src/flows/confirm-checkout/remote/give-up.ts'
import { settlePayment } from '../../src/flows/confirm-checkout/remote/settle-payment.ts'
import { Links } from '../../src/kernel/links.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { systemClock } from '../../src/kernel/time.ts'
import type { Payment } from '../../src/modules/payments/index.ts'
import { silentLog } from '../../src/platform/log.ts'
import { type Tx, transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { atOnce, countBy } from '../support/at-once.ts'
import { buy, confirm, makeCheckout } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const MANY = 50
const box = new SecretBox('a secret key of this file')

let till: TestTill
/** As another process would have it. */
let other: Payments
let shop: string
let product: string
beforeAll(async () => {
  till = await startTill({ box, payments: { isSandboxInline: false, sandboxDelays: { late: 1000, dispute: 100 } } })
  shop = (await makeOrganization(till)).id
  product = (await makeProduct(till, shop)).id
  const db = { sql: till.sql, clock: systemClock }
  const parts = {
    db,
    transactions: transactionsOn(till.sql, systemClock),
    links: new Links('http://till.example.com'),
    box,
    log: silentLog,
    committed: () => {},
  }
  other = composePayments(parts, till.sql, { isSandboxInline: false })
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `crowd-${unique()}@example.com`
const paying = (token = 'success', customer_email = email()) => ({
  customer_email,
  confirmation_token_id: `ctoken_test_${token}`,
})
const send = (checkout: Reply['body'], token?: string, who?: string) =>
  confirm(till.anonymous, checkout, paying(token, who))
const makeMany = (fields: object = {}) => atOnce(MANY, () => makeCheckout(till, { product_id: product, ...fields }))

/** Charges, orders and statuses of these checkouts. */
async function booksOf(checkouts: readonly { id: string }[]) {
  const ids = checkouts.map(({ id }) => id)
  const { sql } = till
  const charges = await sql<
    { checkoutId: string }[]
  >`select checkout_id from sandbox.charges where checkout_id = any(${ids})`
  const orders = await sql<{ checkoutId: string }[]>`select checkout_id from orders where checkout_id = any(${ids})`
  const statuses = await sql<{ status: string }[]>`select status from checkouts where id = any(${ids})`
  const sorted = (rows: readonly { checkoutId: string }[]) => rows.map(({ checkoutId }) => checkoutId).sort()
  return { charges: sorted(charges), orders: sorted(orders), statuses: countBy(statuses, ({ status }) => status) }
}

const nothingLeft = () => expect.poll(() => till.sql`select from payment_work`, { timeout: 20_000 }).toHaveLength(0)

describe('fifty at once, through a processor', { timeout: 60_000 }, () => {
  it('who confirm the same checkout: one pays', async () => {
    const checkout = await makeCheckout(till, { product_id: product })
    const replies = await atOnce(MANY, () => send(checkout))
    expect(countBy(replies, ({ status }) => status)).toEqual({ 200: 1, 403: MANY - 1 })
    expect((await booksOf([checkout])).charges).toHaveLength(1)
  })

  it('who know the outcome of the same attempt: one writes it', async () => {
    const checkout = await makeCheckout(till, { product_id: product })
    await send(checkout, 'unknown')
    const [payment] = await till.sql<{ id: string }[]>`select id from payments where checkout_id = ${checkout.id}`
    const paid = { kind: 'succeeded', method: null, savedMethod: null } as const
    const settled = await atOnce(MANY, () => settlePayment(other.needs, payment?.id ?? '', paid))
    expect(countBy(settled, ({ kind }) => kind)).toEqual({ fulfilled: MANY })
    const books = await booksOf([checkout])
    expect(books).toEqual({ charges: [checkout.id], orders: [checkout.id], statuses: { succeeded: 1 } })
  })

  it('whose answers were lost: notification and recovery settle each once', async () => {
    const checkouts = await makeMany()
    await Promise.all(checkouts.map((checkout) => send(checkout, 'unknown')))
    await till.sql`update payment_work set due_at = now()`
    await atOnce(4, () => recoverPayments(other.needs))
    await nothingLeft()
    const books = await booksOf(checkouts)
    expect(books.statuses).toEqual({ succeeded: MANY })
    expect(books.orders).toEqual(checkouts.map(({ id }) => id).sort())
    expect(books.charges).toEqual(books.orders)
  })

  it('who confirm while others change the checkout: what is paid is what was charged', async () => {
    const checkouts = await makeMany()
    const change = (secret: string) =>
      till.anonymous.patch(`/v1/checkouts/custom/client/${secret}`, { customer_name: `Name ${unique()}` })
    await Promise.all(checkouts.flatMap((each) => [send(each), change(each.client_secret), change(each.client_secret)]))
    await nothingLeft()
    const books = await booksOf(checkouts)
    expect(books.charges).toEqual(books.orders)
    expect(books.orders).toHaveLength(MANY)
  })

  it('who pay at the moment of expiry: paid or expired, and never charged for nothing', async () => {
    const checkouts = await makeMany()
    const ids = checkouts.map(({ id }) => id)
    await till.sql`update checkouts set expires_at = now() + interval '300 milliseconds' where id = any(${ids})`
    const replies = await Promise.all(
      checkouts.map(async (checkout, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 10))
        return send(checkout)
      }),
    )
    await nothingLeft()
    const books = await booksOf(checkouts)
    const counted = countBy(replies, ({ status }) => status)
    expect(Object.keys(counted).every((status) => status === '200' || status === '410')).toBe(true)
    expect(books.charges).toEqual(books.orders)
    expect(books.orders).toHaveLength(counted[200] ?? 0)
  })

  it('who approve while the attempt is canceled: charged with an order, or neither', async () => {
    const checkouts = await makeMany()
    const replies = await Promise.all(checkouts.map((checkout) => send(checkout, 'authentication_required')))
    await till.sql`update payment_work set due_at = now(), buyer_asked_at = now() - interval '31 minutes'`
    const approve = ({ body }: Reply) => {
      const { pathname } = new URL(body.payment_processor_metadata.redirect_url)
      return fetch(`${till.url}${pathname}/approve`, { method: 'POST', redirect: 'manual' })
    }
    await Promise.all([...replies.map(approve), atOnce(4, () => recoverPayments(other.needs))])
    await nothingLeft()
    const books = await booksOf(checkouts)
    expect(books.charges).toEqual(books.orders)
    expect(books.statuses.confirmed).toBeUndefined()
    expect(books.orders).toHaveLength(books.statuses.succeeded ?? 0)
  })

  it('for ten places of a discount, some declined: ten are used, and every one is usable', async () => {
    const discount = await makeDiscount(till, shop, { max_redemptions: 10 })
    const checkouts = await makeMany({ discount_id: discount.id })
    await Promise.all(checkouts.map((checkout, index) => send(checkout, index % 3 === 0 ? 'declined' : 'success')))
    await Promise.all(checkouts.map((checkout) => send(checkout)))
    const count = async () => (await till.owner.get(`/v1/discounts/${discount.id}`)).body.redemptions_count
    expect(await count()).toBe(10)
    const books = await booksOf(checkouts)
    expect(books.orders).toHaveLength(10)
    expect(books.charges).toEqual(books.orders)
  })

  it('with the same e-mail address: one customer', async () => {
    const checkouts = await makeMany()
    const who = email()
    const replies = await Promise.all(checkouts.map((checkout) => send(checkout, 'success', who)))
    expect(countBy(replies, ({ status }) => status)).toEqual({ 200: MANY })
    expect(new Set(replies.map(({ body }) => body.customer_id)).size).toBe(1)
    expect((await booksOf(checkouts)).charges).toHaveLength(MANY)
  })

  it('who subscribe one customer to the same product: one is charged, and the others are told', async () => {
    const plan = await makeRecurringProduct(till, shop)
    const checkouts = await makeMany({ product_id: plan.id })
    const who = email()
    const replies = await Promise.all(checkouts.map((checkout) => send(checkout, 'late', who)))
    expect(countBy(replies, ({ status }) => status)).toEqual({ 200: 1, 403: MANY - 1 })
    await nothingLeft()
    const books = await booksOf(checkouts)
    expect([books.charges.length, books.orders.length]).toEqual([1, 1])
  })
})

describe('money that cannot be used', () => {
  it('of an attempt that was given up goes back, and is reported', async () => {
    const checkout = await makeCheckout(till, { product_id: product })
    await send(checkout, 'authentication_required')
    const [payment] = await till.sql<{ id: string; processorReference: string }[]>`
      select id, processor_reference from payments where checkout_id = ${checkout.id}`
    const { id = '', processorReference = '' } = payment ?? {}
    // A processor that accepts a cancellation and takes the money all the same.
    await settlePayment(other.needs, id, { kind: 'canceled' })
    await send(checkout)
    await other.ledger.answerChallenge(processorReference, true)
    await expect
      .poll(() => till.sql`select is_stray, refunded_amount > 0 as is_back from payments where id = ${id}`, {
        timeout: 15_000,
      })
      .toEqual([{ isStray: true, isBack: true }])
    const charges =
      await till.sql`select amount - refunded_amount as kept from sandbox.charges where checkout_id = ${checkout.id} order by created_at`
    expect(charges.map(({ kept }) => kept > 0)).toEqual([true, false])
    expect((await booksOf([checkout])).orders).toHaveLength(1)
  })

  it('of a customer who was deleted meanwhile goes back', async () => {
    const checkout = await makeCheckout(till, { product_id: product })
    const { body } = await send(checkout, 'late')
    await till.owner.must(till.owner.delete(`/v1/customers/${body.customer_id}`))
    await expect
      .poll(
        () => till.sql`select refunded_amount = amount as is_back from payments where checkout_id = ${checkout.id}`,
        { timeout: 15_000 },
      )
      .toEqual([{ isBack: true }])
    expect(await booksOf([checkout])).toMatchObject({ orders: [], statuses: { failed: 1 } })
  })
})

describe('subscriptions that are being paid for', () => {
  const upgradeTo = (product_id: string, subscription_id: string) => makeCheckout(till, { product_id, subscription_id })

  async function subscriber() {
    const who = email()
    const free = await makeRecurringProduct(till, shop, { prices: [{ amount_type: 'free' }] })
    const order = await buy(till, free.id, who)
    return { who, subscription: order.subscription_id as string }
  }

  it('cannot be upgraded twice at once: the second is refused before anything is charged', async () => {
    const { subscription } = await subscriber()
    const plan = await makeRecurringProduct(till, shop)
    const [first, second] = [await upgradeTo(plan.id, subscription), await upgradeTo(plan.id, subscription)]
    expect((await send(first, 'late')).status).toBe(200)
    expect((await send(second)).body.error).toBe('AlreadyActiveSubscriptionError')
    await nothingLeft()
    expect(await booksOf([first, second])).toMatchObject({ charges: [first.id], orders: [first.id] })
  })

  it('cannot be made anew and upgraded to at once', async () => {
    const { who, subscription } = await subscriber()
    const plan = await makeRecurringProduct(till, shop)
    const fresh = await makeCheckout(till, { product_id: plan.id })
    expect((await send(fresh, 'late', who)).status).toBe(200)
    const upgrade = await upgradeTo(plan.id, subscription)
    expect((await send(upgrade)).body.error).toBe('AlreadyActiveSubscriptionError')
    await nothingLeft()
    expect(await booksOf([fresh, upgrade])).toMatchObject({ charges: [fresh.id], orders: [fresh.id] })
  })

  it('two that were let in while that was allowed: one is fulfilled, and the other’s money goes back', async () => {
    const liberal = (await makeOrganization(till)).id
    const allow = (allow_multiple_subscriptions: boolean) =>
      till.owner.must(
        till.owner.patch(`/v1/organizations/${liberal}`, { subscription_settings: { allow_multiple_subscriptions } }),
      )
    await allow(true)
    const plan = await makeRecurringProduct(till, liberal)
    const who = email()
    const checkouts = [
      await makeCheckout(till, { product_id: plan.id }),
      await makeCheckout(till, { product_id: plan.id }),
    ]
    for (const each of checkouts) expect((await send(each, 'late', who)).status).toBe(200)
    await allow(false)
    await nothingLeft()
    const books = await booksOf(checkouts)
    expect([books.orders.length, books.statuses]).toEqual([1, { succeeded: 1, failed: 1 }])
    // Whoever starts it again has only typed the customer's address.
    const shown = await Promise.all(checkouts.map(({ id }) => till.owner.get(`/v1/checkouts/custom/${id}`)))
    const failed = shown.map(({ body }) => body).find(({ status }) => status === 'failed')
    const again = till.anonymous.post(`/v1/checkouts/custom/client/${failed.client_secret}/restart`)
    expect([failed.customer_id, (await till.anonymous.must(again)).customer_id]).toEqual([null, null])
  })
})

describe('a repetition under the same key', () => {
  const waiting = () => till.sql`
    select from pg_locks where relation = 'idempotency_records'::regclass and not granted`

  it('that comes while its dead attempt is given up: takes the checkout anew', async () => {
    const checkout = await makeCheckout(till, { product_id: product })
    const key = { 'idempotency-key': unique() }
    const ask = paying('authentication_required')
    const { body: first } = await confirm(till.anonymous, checkout, ask, key)
    // As if the process had died before it could answer.
    await till.sql`update idempotency_records set status = null where key = ${key['idempotency-key']}`
    const [payment] = await till.sql<Payment[]>`select * from payments where checkout_id = ${checkout.id}`
    if (!payment) throw new Error('no attempt')
    let repetition: Promise<Reply> | undefined
    await other.needs.transactions.run(async (tx) => {
      // The repetition has seen that the checkout is not open, and is held up before it looks at its key.
      await tx.sql`lock table idempotency_records in access exclusive mode`
      repetition = confirm(till.anonymous, checkout, ask, key)
      await expect.poll(waiting).toHaveLength(1)
      const here = { ...other.needs, transactions: { run: <Result>(work: (tx: Tx) => Promise<Result>) => work(tx) } }
      await giveUp(here, payment, { status: 'canceled' })
    })
    const reply = await repetition
    expect(reply?.status).toBe(200)
    const { redirect_url } = reply?.body.payment_processor_metadata ?? {}
    expect(redirect_url).not.toBe(first.payment_processor_metadata.redirect_url)
    await fetch(`${till.url}${new URL(redirect_url).pathname}/approve`, { method: 'POST', redirect: 'manual' })
    await nothingLeft()
    expect(await booksOf([checkout])).toMatchObject({ charges: [checkout.id], orders: [checkout.id] })
  })
})
