import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { StripeStandIn } from '../../../../test/support/stripe-stand-in.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { expectCleanBooks, stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { verifyBooks } from '../../verify-books/index.ts'

let standIn: StripeStandIn
let till: TestTill
let productId: string
beforeAll(async () => {
  standIn = await StripeStandIn.start(1000)
  till = await startTill({ payments: { stripe: standIn.settings } })
  const { id } = await makeOrganization(till)
  await till.sql`update organizations set payments_mode = 'live' where id = ${id}`
  productId = (await makeProduct(till, id)).id
})
afterEach(() => {
  standIn.trouble = () => undefined
  standIn.books.refundStatus = 'succeeded'
})
afterAll(async () => {
  await stopWithCleanBooks(till)
  await standIn.stop()
})

const soon = { timeout: 15_000, interval: 50 }
const nobodyRefunds = () => {
  standIn.trouble = (call) => (call === 'POST refunds' ? 503 : undefined)
}

/** The customer is deleted while the payment is under way, so the money comes for nothing. */
async function takeStray(): Promise<{ id: string; reference: string; amount: number }> {
  const checkout = await makeCheckout(till, { product_id: productId })
  const { body } = await confirm(till.anonymous, checkout, {
    customer_email: `stray-${unique()}@example.com`,
    confirmation_token_id: standIn.books.makeToken('thinks'),
  })
  await till.owner.must(till.owner.delete(`/v1/customers/${body.customer_id}`))
  const stray = () => till.sql<{ id: string; reference: string; amount: number }[]>`
    select id, processor_reference as reference, amount from payments where checkout_id = ${checkout.id} and is_stray`
  const intent = [...standIn.books.intents.values()].findLast(({ metadata }) => metadata.checkout_id === checkout.id)
  const reference = intent?.id ?? ''
  standIn.books.succeed(reference)
  await tell('payment_intent.succeeded', reference)
  await expect.poll(stray, soon).toHaveLength(1)
  const [payment] = await stray()
  if (!payment) throw new Error('there is no stray money')
  return payment
}

const tell = (type: string, name: string) => standIn.deliver(till.url, standIn.lastEvent(type, name))
const refundsOf = (reference: string) => standIn.books.refunds.filter((refund) => refund.payment_intent === reference)
const stands = async (id: string) => {
  const [row] = await till.sql`
    select p.refunded_amount as refunded, w.task from payments p left join payment_work w on w.payment_id = p.id
    where p.id = ${id}`
  return row
}
const isBack = ({ id, amount }: { id: string; amount: number }) =>
  expect.poll(() => stands(id), soon).toEqual({ refunded: amount, task: null })
const look = (id: string) => till.sql`update payment_work set due_at = now() where payment_id = ${id}`

describe('stray money', () => {
  it('goes back once', async () => {
    const stray = await takeStray()
    await isBack(stray)
    const made = refundsOf(stray.reference)
    expect(made).toMatchObject([{ amount: stray.amount, reason: 'duplicate', metadata: { refund_id: stray.id } }])
    await tell('refund.created', made[0]?.id ?? '')
    await isBack(stray)
  })

  it.each([
    ['all', 1],
    ['a part', 2],
  ])('of which somebody has refunded %s at Stripe itself is on record, and the rest goes back', async (much, many) => {
    nobodyRefunds()
    const stray = await takeStray()
    const part = much === 'all' ? {} : { amount: '700' }
    standIn.books.refund({ payment_intent: stray.reference, ...part })
    await tell('refund.created', refundsOf(stray.reference)[0]?.id ?? '')
    standIn.trouble = () => undefined
    await look(stray.id)
    await isBack(stray)
    expect(refundsOf(stray.reference)).toHaveLength(many)
  })

  it('that a bank has returned is given back again', async () => {
    const stray = await takeStray()
    await isBack(stray)
    const [first] = refundsOf(stray.reference)
    if (!first) throw new Error('nothing went back')
    standIn.books.returnRefund(first)
    await tell('refund.failed', first.id)
    await expect
      .poll(() => refundsOf(stray.reference).map(({ status }) => status), soon)
      .toEqual(['failed', 'succeeded'])
    await isBack(stray)
  })

  it('that is not through yet is looked after until it is, also when nobody tells', async () => {
    standIn.books.refundStatus = 'pending'
    const stray = await takeStray()
    await expect.poll(() => refundsOf(stray.reference), soon).toHaveLength(1)
    await look(stray.id)
    await expect.poll(() => stands(stray.id), soon).toEqual({ refunded: 0, task: 'give_back' })
    await expectCleanBooks(till)
    for (const refund of refundsOf(stray.reference)) refund.status = 'succeeded'
    await look(stray.id)
    await isBack(stray)
    expect(refundsOf(stray.reference)).toHaveLength(1)
  })

  it('that Stripe does not give back is reported, until it does', async () => {
    const reported = async (id: string) => {
      const { violations } = await verifyBooks(till.sql, new Date(Date.now() + 600_000))
      return violations.filter(({ rows }) => JSON.stringify(rows).includes(id)).map(({ check }) => check.name)
    }
    nobodyRefunds()
    const stray = await takeStray()
    // A processor that is away is no reason to worry anybody.
    await expect
      .poll(async () => (await till.sql`select tries from payment_work where payment_id = ${stray.id}`)[0]?.tries, soon)
      .toBeGreaterThan(1)
    expect(await reported(stray.id)).toEqual([])
    const charge = standIn.books.charges.findIndex(({ payment_intent }) => payment_intent === stray.reference)
    const taken = standIn.books.charges.splice(charge, 1)
    standIn.trouble = () => undefined
    await look(stray.id)
    await expect.poll(() => reported(stray.id), soon).toEqual(['no_look_fails_for_long'])
    standIn.books.charges.push(...taken)
    standIn.forgetKeys()
    await look(stray.id)
    await isBack(stray)
    expect(await reported(stray.id)).toEqual([])
  })
})
