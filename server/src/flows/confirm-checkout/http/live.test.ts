import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import type { Outcome } from '../../../../test/support/stripe/books.ts'
import { StripeStandIn, type Trouble } from '../../../../test/support/stripe-stand-in.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { jsonLog } from '../../../platform/log.ts'

let standIn: StripeStandIn
let till: TestTill
let shop: string
let product: Reply['body']
const lines: string[] = []

beforeAll(async () => {
  standIn = await StripeStandIn.start(1000)
  till = await startTill({
    payments: { stripe: standIn.settings },
    log: jsonLog({ write: (line) => lines.push(line) }),
  })
  shop = await openShop(till)
  product = await makeProduct(till, shop)
})
afterEach(() => {
  standIn.trouble = () => undefined
  standIn.beforeAnswer = async () => {}
})
afterAll(async () => {
  await stopWithCleanBooks(till)
  await standIn.stop()
})

async function openShop(on: TestTill): Promise<string> {
  const { id } = await makeOrganization(on)
  await on.sql`update organizations set payments_mode = 'live' where id = ${id}`
  return id
}

async function pay(outcome: Outcome = 'pays', fields: object = {}, headers: Record<string, string> = {}) {
  const checkout = await makeCheckout(till, { product_id: product.id, ...fields })
  const body = {
    customer_email: `live-${unique()}@example.com`,
    confirmation_token_id: standIn.books.makeToken(outcome),
  }
  return { checkout, reply: await confirm(till.anonymous, checkout, body, headers) }
}

type Made = { readonly id: string }
const checkoutOf = async ({ id }: Made) => (await till.owner.get(`/v1/checkouts/custom/${id}`)).body
const statusOf = async (made: Made) => (await checkoutOf(made)).status
const ordersOf = async ({ id }: Made) => (await till.owner.get(`/v1/orders/?checkout_id=${id}`)).body.items
const paymentsOf = ({ id }: Made) => till.sql`select * from payments where checkout_id = ${id} order by id`
const intentOf = ({ id }: Made) => [...standIn.books.intents.values()].findLast((at) => at.metadata.checkout_id === id)
const referenceOf = (made: Made) => intentOf(made)?.id ?? ''
const chargesOf = (made: Made) => standIn.books.charges.filter((charge) => charge.payment_intent === referenceOf(made))
const tell = (type: string, made: Made) => standIn.deliver(till.url, standIn.lastEvent(type, referenceOf(made)))
const soon = { timeout: 15_000 }

async function expectBought(made: Made): Promise<void> {
  await expect.poll(() => statusOf(made), soon).toBe('succeeded')
  expect(await ordersOf(made)).toHaveLength(1)
  expect(chargesOf(made)).toHaveLength(1)
  expect(await till.sql`select from payment_work where checkout_id = ${made.id}`).toHaveLength(0)
}

async function expectOpenAgain(made: Made): Promise<void> {
  await expect.poll(() => statusOf(made), soon).toBe('open')
  expect(await ordersOf(made)).toHaveLength(0)
  expect(chargesOf(made)).toHaveLength(0)
  const again = await confirm(till.anonymous, made as Reply['body'], {
    confirmation_token_id: standIn.books.makeToken(),
  })
  expect(again.status).toBe(200)
  await expectBought(made)
}

describe('a purchase with real money', () => {
  it('makes the order before the answer leaves; what Stripe tells later changes nothing', async () => {
    const { checkout, reply } = await pay()
    const keys = { mode: 'live', publishable_key: standIn.settings.publishableKey }
    expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
    expect(reply.body.payment_processor_metadata).toEqual(keys)
    await expectBought(checkout)
    const [payment] = await paymentsOf(checkout)
    expect(payment).toMatchObject({ mode: 'live', processor: 'stripe', processorReference: referenceOf(checkout) })
    expect(payment?.method).toEqual({ type: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 })
    const told = await Promise.all(Array.from({ length: 5 }, () => tell('payment_intent.succeeded', checkout)))
    expect(told).toEqual(Array(5).fill(200))
    await expectBought(checkout)
    expect((await checkoutOf(checkout)).payment_processor_metadata).toEqual(keys)
    const due = await till.sql`select event_id from processor_notifications where processor = 'stripe'`
    expect(due).toHaveLength(1)
  })

  it('that is declined leaves the checkout open, with the bank’s reason, for another card', async () => {
    const { checkout, reply } = await pay({ code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(reply).toMatchObject({ status: 400, body: { error: 'PaymentError', code: 'insufficient_funds' } })
    expect((await paymentsOf(checkout)).map(({ status, failureCode }) => [status, failureCode])).toEqual([
      ['failed', 'insufficient_funds'],
    ])
    await expectOpenAgain(checkout)
    expect(await tell('payment_intent.succeeded', checkout)).toBe(200)
  })

  it('422: a token that Stripe does not know, or none; the checkout stays open', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: 'ada@example.com' })
    for (const body of [{}, { confirmation_token_id: 'ctoken_test_success' }]) {
      const { status, body: refused } = await confirm(till.anonymous, checkout, body)
      expect([status, refused.detail[0].loc]).toEqual([422, ['body', 'confirmation_token_id']])
    }
    await expectOpenAgain(checkout)
  })

  it('400: an amount that Stripe does not take; the checkout stays open', async () => {
    const cheap = await makeProduct(till, shop, {
      prices: [{ amount_type: 'fixed', price_amount: 10, price_currency: 'usd' }],
    })
    const { checkout, reply } = await pay('pays', { product_id: cheap.id })
    expect(reply).toMatchObject({ status: 400, body: { error: 'PaymentError', code: 'processing_error' } })
    expect(await statusOf(checkout)).toBe('open')
  })

  it('503: where somebody has taken the keys away; the checkout stays open', async () => {
    const without = await tillForThisTest()
    const offer = await makeProduct(without, await openShop(without))
    const checkout = await makeCheckout(without, { product_id: offer.id, customer_email: 'ada@example.com' })
    const reply = await confirm(without.anonymous, checkout, { confirmation_token_id: 'ctoken_1' })
    expect(reply).toMatchObject({ status: 503, body: { code: 'processor_away' } })
    expect((await without.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status).toBe('open')
  })

  it('asked for by many at once is one charge', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: 'ada@example.com' })
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        confirm(till.anonymous, checkout, { confirmation_token_id: standIn.books.makeToken() }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
    await expectBought(checkout)
    const mine = [...standIn.books.intents.values()].filter((intent) => intent.metadata.checkout_id === checkout.id)
    expect(mine).toHaveLength(1)
  })
})

describe('a card whose owner is asked', () => {
  it('says where; is paid when Stripe tells that they have agreed', async () => {
    const { checkout, reply } = await pay('asks')
    const keys = { mode: 'live', publishable_key: standIn.settings.publishableKey }
    const action = {
      ...keys,
      intent_status: 'requires_action',
      action: 'redirect',
      client_secret: intentOf(checkout)?.client_secret,
      redirect_url: `https://hooks.stripe.test/redirect/${referenceOf(checkout)}`,
    }
    expect([reply.status, reply.body.payment_processor_metadata]).toEqual([200, action])
    expect(await checkoutOf(checkout)).toMatchObject({ status: 'confirmed', payment_processor_metadata: action })
    standIn.books.answer(referenceOf(checkout), true)
    expect(await tell('payment_intent.succeeded', checkout)).toBe(200)
    await expectBought(checkout)
    expect((await checkoutOf(checkout)).payment_processor_metadata).toEqual(keys)
  })

  it('opens the checkout again when they have not', async () => {
    const { checkout } = await pay('asks')
    standIn.books.answer(referenceOf(checkout), false)
    await tell('payment_intent.payment_failed', checkout)
    await expectOpenAgain(checkout)
    expect((await paymentsOf(checkout))[0]).toMatchObject({ status: 'failed', failureCode: 'authentication_failed' })
  })

  it('cannot pay the attempt that they have refused, with the secret that their page still has', async () => {
    const { checkout } = await pay('asks')
    const reference = referenceOf(checkout)
    standIn.books.answer(reference, false)
    await tell('payment_intent.payment_failed', checkout)
    await expect.poll(() => statusOf(checkout), soon).toBe('open')
    expect(standIn.books.intents.get(reference)?.status).toBe('canceled')
  })

  it('and refused, while Stripe cannot be asked to cancel: the checkout opens only when it can', async () => {
    const { checkout } = await pay('asks')
    standIn.books.answer(referenceOf(checkout), false)
    standIn.trouble = (call) => (call.endsWith('/cancel') ? 503 : undefined)
    await tell('payment_intent.payment_failed', checkout)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await statusOf(checkout)).toBe('confirmed')
    standIn.trouble = () => undefined
    await expectOpenAgain(checkout)
  })
})

describe('what Stripe tells', () => {
  it('settles a payment whose answer was lost; meanwhile nobody can pay twice', async () => {
    standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : undefined)
    const { checkout, reply } = await pay()
    expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
    const second = await confirm(till.anonymous, checkout, { confirmation_token_id: standIn.books.makeToken() })
    expect([second.status, second.body.error]).toEqual([403, 'NotOpenCheckout'])
    await tell('payment_intent.succeeded', checkout)
    await expectBought(checkout)
  })

  it('may come before the answer itself', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: 'early@example.com' })
    let wasEarly = false
    standIn.beforeAnswer = async (call) => {
      if (!call.endsWith('/confirm')) return
      await tell('payment_intent.succeeded', checkout)
      await expect.poll(() => statusOf(checkout), { timeout: 900, interval: 10 }).toBe('succeeded')
      wasEarly = true
    }
    const reply = await confirm(till.anonymous, checkout, { confirmation_token_id: standIn.books.makeToken() })
    expect([wasEarly, reply.status, reply.body.status]).toEqual([true, 200, 'confirmed'])
    await expectBought(checkout)
  })

  it('comes before, during and after fifty answers at once: each is bought once', async () => {
    const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
    standIn.beforeAnswer = (call) => wait(call.endsWith('/confirm') ? 100 * Math.random() : 0)
    const checkouts = await Promise.all(
      Array.from({ length: 50 }, (_, buyer) =>
        makeCheckout(till, { product_id: product.id, customer_email: `told-${buyer}-${unique()}@example.com` }),
      ),
    )
    const isPaid = (checkout: Made) => intentOf(checkout)?.status === 'succeeded'
    const replies = await Promise.all(
      checkouts.map(async (checkout) => {
        const reply = confirm(till.anonymous, checkout, { confirmation_token_id: standIn.books.makeToken() })
        await expect.poll(() => isPaid(checkout), { timeout: 15_000, interval: 5 }).toBe(true)
        await wait(100 * Math.random())
        await Promise.all([tell('payment_intent.succeeded', checkout), tell('payment_intent.succeeded', checkout)])
        return reply
      }),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    for (const checkout of checkouts) await expectBought(checkout)
  }, 60_000)

  it('of what takes its time, when it is done', async () => {
    const { checkout, reply } = await pay('thinks')
    expect([reply.status, await statusOf(checkout)]).toEqual([200, 'confirmed'])
    standIn.books.succeed(referenceOf(checkout))
    await tell('payment_intent.succeeded', checkout)
    await expectBought(checkout)
  })

  it('about what is not ours harms nobody', async () => {
    for (const metadata of [{}, { payment_id: 'of-another-system' }]) {
      const event = standIn.books.event('payment_intent.succeeded', { id: `pi_foreign_${unique()}`, metadata })
      expect(await standIn.deliver(till.url, event)).toBe(200)
    }
    const { checkout } = await pay()
    await expectBought(checkout)
  })

  it('records a dispute, and how it ended', async () => {
    const { checkout } = await pay()
    const disputes = async () =>
      (
        await till.sql`select d.status from disputes d join payments p on p.id = d.payment_id
        where p.checkout_id = ${checkout.id}`
      ).map(({ status }) => status)
    const id = `dp_${unique()}`
    const dispute = { id, payment_intent: referenceOf(checkout), amount: 1900, currency: 'usd', reason: 'fraudulent' }
    for (const [type, status] of [
      ['created', 'needs_response'],
      ['closed', 'lost'],
    ]) {
      await standIn.deliver(till.url, standIn.books.event(`charge.dispute.${type}`, { ...dispute, status }))
      await expect.poll(disputes, soon).toEqual([status === 'lost' ? 'lost' : 'open'])
    }
  })
})

describe('a refund', () => {
  it('goes to Stripe once, and back to the card', async () => {
    const { checkout } = await pay()
    const [order] = await ordersOf(checkout)
    const asked = { order_id: order.id, amount: 500, reason: 'customer_request' }
    const refund = await till.owner.must(till.owner.post('/v1/refunds/', asked))
    const made = standIn.books.refunds.filter(({ payment_intent }) => payment_intent === referenceOf(checkout))
    expect(made).toMatchObject([{ amount: 500, reason: 'requested_by_customer', metadata: { refund_id: refund.id } }])
    await standIn.deliver(till.url, standIn.lastEvent('refund.created', made[0]?.id ?? ''))
    await expect.poll(async () => (await ordersOf(checkout))[0].refunded_amount, soon).toBe(500)
    expect(chargesOf(checkout)).toMatchObject([{ amount_refunded: 500 }])
  })
})

describe('when Stripe is out of order', () => {
  const TROUBLES: readonly Trouble[] = ['reset', 'silence', 'garbage', 'nonsense', 500, 429, 409, 401]

  /** A buyer for each of them, all at once: what is wrong follows from the checkout, or from the card. */
  async function sufferAll(isAtConfirm: boolean) {
    const troubles = new Map<string, Trouble>()
    standIn.trouble = (call, text) => {
      if (call.endsWith('/confirm') !== isAtConfirm) return undefined
      return [...troubles].find(([mark]) => text.includes(mark))?.[1]
    }
    return Promise.all(
      TROUBLES.map(async (trouble) => {
        const checkout = await makeCheckout(till, { product_id: product.id })
        const token = standIn.books.makeToken()
        troubles.set(isAtConfirm ? token : checkout.id, trouble)
        const body = { customer_email: `live-${unique()}@example.com`, confirmation_token_id: token }
        return { checkout, reply: await confirm(till.anonymous, checkout, body) }
      }),
    )
  }

  it('503: nothing can be begun, whatever is wrong, and later everything goes on', async () => {
    const suffered = await sufferAll(false)
    standIn.trouble = () => undefined
    for (const { checkout, reply } of suffered) {
      expect(reply).toMatchObject({ status: 503, body: { error: 'ServiceUnavailable', code: 'processor_away' } })
      await expectOpenAgain(checkout)
    }
  })

  it('200: what was begun waits, whatever is wrong, and is open again when nothing was taken', async () => {
    const suffered = await sufferAll(true)
    standIn.trouble = () => undefined
    for (const { checkout, reply } of suffered) {
      expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
      await expect.poll(() => statusOf(checkout), soon).toBe('open')
      expect(intentOf(checkout)?.status).toBe('canceled')
      await expectOpenAgain(checkout)
    }
  })

  it('is asked again until it answers, also about what it has taken', async () => {
    standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : call.startsWith('GET') ? 503 : undefined)
    const { checkout } = await pay()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(await statusOf(checkout)).toBe('confirmed')
    standIn.trouble = () => undefined
    await expectBought(checkout)
  })

  it('away for an hour, it is still asked every minute, and then everything settles', async () => {
    standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : call.startsWith('GET') ? 503 : undefined)
    const { checkout } = await pay()
    const work = () => till.sql<{ tries: number; wait: number }[]>`
      select tries, extract(epoch from due_at - now())::float as wait from payment_work
      where checkout_id = ${checkout.id}`
    // As an hour of asking leaves it.
    await till.sql`update payment_work set tries = 65, due_at = now() where checkout_id = ${checkout.id}`
    await expect.poll(async () => (await work())[0]?.tries, soon).toBe(66)
    await expect.poll(async () => (await work())[0]?.wait, soon).toBeLessThanOrEqual(60)
    expect(await statusOf(checkout)).toBe('confirmed')
    standIn.trouble = () => undefined
    await till.sql`update payment_work set due_at = now() where checkout_id = ${checkout.id}`
    await expectBought(checkout)
  })

  it('leaves everything else as quick as ever', async () => {
    standIn.trouble = () => 'silence'
    const buyers = Promise.all(Array.from({ length: 30 }, () => pay()))
    const began = performance.now()
    for (let times = 0; times < 5; times += 1) await till.owner.must(till.owner.get('/v1/organizations/'))
    expect(performance.now() - began).toBeLessThan(1500)
    for (const { reply } of await buyers) expect(reply.status).toBe(503)
  })
})

describe('a subscription', () => {
  const methodOf = async (made: Made) => {
    const [order] = await ordersOf(made)
    const [row] = await till.sql`
      select m.processor, m.processor_reference as reference
      from subscriptions s join payment_methods m on m.id = s.payment_method_id where s.id = ${order.subscription_id}`
    return row
  }

  it('keeps the card for later, with a customer at Stripe', async () => {
    const plan = await makeRecurringProduct(till, shop)
    const { checkout } = await pay('pays', { product_id: plan.id })
    await expectBought(checkout)
    const intent = intentOf(checkout)
    expect(intent).toMatchObject({ setup_future_usage: 'off_session', customer: expect.stringMatching(/^cus_/) })
    expect(await methodOf(checkout)).toEqual({ processor: 'stripe', reference: intent?.payment_method })
  })

  it('paid with a card that is kept already uses it; somebody else’s is not kept', async () => {
    const plans = await Promise.all(Array.from({ length: 3 }, () => makeRecurringProduct(till, shop)))
    const [mine, theirs] = [`kept-${unique()}@example.com`, `other-${unique()}@example.com`]
    const made: Made[] = []
    for (const [index, customer_email] of [mine, mine, theirs].entries()) {
      const checkout = await makeCheckout(till, { product_id: plans[index]?.id })
      // The answer is lost, so that the card can be exchanged before Till looks.
      standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : call.startsWith('GET') ? 503 : undefined)
      await confirm(till.anonymous, checkout, { customer_email, confirmation_token_id: standIn.books.makeToken() })
      const [first, intent] = [made[0] && intentOf(made[0]), intentOf(checkout)]
      if (intent && first) intent.payment_method = first.payment_method
      standIn.trouble = () => undefined
      await expectBought(checkout)
      made.push(checkout)
    }
    const [first, second, third] = await Promise.all(made.map(methodOf))
    expect(first?.reference).toBeDefined()
    expect([second, third]).toEqual([first, undefined])
  })

  it('that costs nothing at first sets the card up, and takes nothing', async () => {
    const plan = await makeRecurringProduct(till, shop)
    const discount = await makeDiscount(till, shop, { type: 'percentage', basis_points: 10_000, duration: 'once' })
    const { checkout } = await pay('pays', { product_id: plan.id, discount_id: discount.id })
    expect(await statusOf(checkout)).toBe('succeeded')
    const intent = intentOf(checkout)
    expect(intent).toMatchObject({ object: 'setup_intent', status: 'succeeded' })
    expect(await methodOf(checkout)).toEqual({ processor: 'stripe', reference: intent?.payment_method })
    expect(chargesOf(checkout)).toHaveLength(0)
  })
})

it('the log has neither keys nor secrets', () => {
  const { secretKey, webhookSecret } = standIn.settings
  const log = lines.join('')
  expect(log).toContain('STRIPE_SECRET_KEY')
  for (const secret of [secretKey, webhookSecret, '_secret_', 'ctoken_']) expect(log).not.toContain(secret)
})
