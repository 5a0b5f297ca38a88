import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { unique } from '../../../../test/support/factories.ts'
import { LiveShop, type Made, openLiveOrganization, soon } from '../../../../test/support/live-shop.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { tillForThisTest } from '../../../../test/support/till.ts'

let live: LiveShop
beforeAll(async () => {
  live = await LiveShop.open()
})
afterEach(() => live.mend())
afterAll(() => live.close())

describe('a purchase with real money', () => {
  it('makes the order before the answer leaves; what Stripe tells later changes nothing', async () => {
    const { checkout, reply } = await live.pay()
    const keys = { mode: 'live', publishable_key: live.standIn.settings.publishableKey }
    expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
    expect(reply.body.payment_processor_metadata).toEqual(keys)
    await live.expectBought(checkout)
    const [payment] = await live.paymentsOf(checkout)
    expect(payment).toMatchObject({ mode: 'live', processor: 'stripe', processorReference: live.referenceOf(checkout) })
    expect(payment?.method).toEqual({ type: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 })
    const told = await Promise.all(Array.from({ length: 5 }, () => live.tell('payment_intent.succeeded', checkout)))
    expect(told).toEqual(Array(5).fill(200))
    await live.expectBought(checkout)
    expect((await live.checkoutOf(checkout)).payment_processor_metadata).toEqual(keys)
    const due = await live.till.sql`select event_id from processor_notifications where processor = 'stripe'`
    expect(due).toHaveLength(1)
  })

  it('that is declined leaves the checkout open, with the bank’s reason, for another card', async () => {
    const { checkout, reply } = await live.pay({ code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(reply).toMatchObject({ status: 400, body: { error: 'PaymentError', code: 'insufficient_funds' } })
    expect((await live.paymentsOf(checkout)).map(({ status, failureCode }) => [status, failureCode])).toEqual([
      ['failed', 'insufficient_funds'],
    ])
    await live.expectOpenAgain(checkout)
    expect(await live.tell('payment_intent.succeeded', checkout)).toBe(200)
  })

  it('422: a token that Stripe does not know, or none; the checkout stays open', async () => {
    const checkout = await makeCheckout(live.till, { product_id: live.product.id, customer_email: 'ada@example.com' })
    for (const body of [{}, { confirmation_token_id: 'ctoken_test_success' }]) {
      const { status, body: refused } = await confirm(live.till.anonymous, checkout, body)
      expect([status, refused.detail[0].loc]).toEqual([422, ['body', 'confirmation_token_id']])
    }
    await live.expectOpenAgain(checkout)
  })

  it('400: an amount that Stripe does not take; the checkout stays open', async () => {
    const cheap = await makeProduct(live.till, live.organizationId, {
      prices: [{ amount_type: 'fixed', price_amount: 10, price_currency: 'usd' }],
    })
    const { checkout, reply } = await live.pay('pays', { product_id: cheap.id })
    expect(reply).toMatchObject({ status: 400, body: { error: 'PaymentError', code: 'processing_error' } })
    expect(await live.statusOf(checkout)).toBe('open')
  })

  it('503: where somebody has taken the keys away; the checkout stays open', async () => {
    const without = await tillForThisTest()
    const offer = await makeProduct(without, await openLiveOrganization(without))
    const checkout = await makeCheckout(without, { product_id: offer.id, customer_email: 'ada@example.com' })
    const reply = await confirm(without.anonymous, checkout, { confirmation_token_id: 'ctoken_1' })
    expect(reply).toMatchObject({ status: 503, body: { code: 'processor_away' } })
    expect((await without.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status).toBe('open')
  })

  it('asked for by many at once is one charge', async () => {
    const checkout = await makeCheckout(live.till, { product_id: live.product.id, customer_email: 'ada@example.com' })
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        confirm(live.till.anonymous, checkout, { confirmation_token_id: live.standIn.books.makeToken() }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
    await live.expectBought(checkout)
    const mine = [...live.standIn.books.intents.values()].filter(
      (intent) => intent.metadata.checkout_id === checkout.id,
    )
    expect(mine).toHaveLength(1)
  })
})

describe('a card whose owner is asked', () => {
  it('says where; is paid when Stripe tells that they have agreed', async () => {
    const { checkout, reply } = await live.pay('asks')
    const keys = { mode: 'live', publishable_key: live.standIn.settings.publishableKey }
    const action = {
      ...keys,
      intent_status: 'requires_action',
      action: 'redirect',
      client_secret: live.intentOf(checkout)?.client_secret,
      redirect_url: `https://hooks.stripe.test/redirect/${live.referenceOf(checkout)}`,
    }
    expect([reply.status, reply.body.payment_processor_metadata]).toEqual([200, action])
    expect(await live.checkoutOf(checkout)).toMatchObject({ status: 'confirmed', payment_processor_metadata: action })
    live.standIn.books.answer(live.referenceOf(checkout), true)
    expect(await live.tell('payment_intent.succeeded', checkout)).toBe(200)
    await live.expectBought(checkout)
    expect((await live.checkoutOf(checkout)).payment_processor_metadata).toEqual(keys)
  })

  it('opens the checkout again when they have not', async () => {
    const { checkout } = await live.pay('asks')
    live.standIn.books.answer(live.referenceOf(checkout), false)
    await live.tell('payment_intent.payment_failed', checkout)
    await live.expectOpenAgain(checkout)
    expect((await live.paymentsOf(checkout))[0]).toMatchObject({
      status: 'failed',
      failureCode: 'authentication_failed',
    })
  })

  it('cannot pay the attempt that they have refused, with the secret that their page still has', async () => {
    const { checkout } = await live.pay('asks')
    const reference = live.referenceOf(checkout)
    live.standIn.books.answer(reference, false)
    await live.tell('payment_intent.payment_failed', checkout)
    await expect.poll(() => live.statusOf(checkout), soon).toBe('open')
    expect(live.standIn.books.intents.get(reference)?.status).toBe('canceled')
  })

  it('and refused, while Stripe cannot be asked to cancel: the checkout opens only when it can', async () => {
    const { checkout } = await live.pay('asks')
    live.standIn.books.answer(live.referenceOf(checkout), false)
    live.standIn.trouble = (call) => (call.endsWith('/cancel') ? 503 : undefined)
    await live.tell('payment_intent.payment_failed', checkout)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await live.statusOf(checkout)).toBe('confirmed')
    live.standIn.trouble = () => undefined
    await live.expectOpenAgain(checkout)
  })
})

describe('a subscription', () => {
  const methodOf = async (made: Made) => {
    const [order] = await live.ordersOf(made)
    const [row] = await live.till.sql`
      select m.processor, m.processor_reference as reference
      from subscriptions s join payment_methods m on m.id = s.payment_method_id where s.id = ${order.subscription_id}`
    return row
  }

  it('keeps the card for later, with a customer at Stripe', async () => {
    const plan = await makeRecurringProduct(live.till, live.organizationId)
    const { checkout } = await live.pay('pays', { product_id: plan.id })
    await live.expectBought(checkout)
    const intent = live.intentOf(checkout)
    expect(intent).toMatchObject({ setup_future_usage: 'off_session', customer: expect.stringMatching(/^cus_/) })
    expect(await methodOf(checkout)).toEqual({ processor: 'stripe', reference: intent?.payment_method })
  })

  it('paid with a card that is kept already uses it; somebody else’s is not kept', async () => {
    const plans = await Promise.all(
      Array.from({ length: 3 }, () => makeRecurringProduct(live.till, live.organizationId)),
    )
    const [mine, theirs] = [`kept-${unique()}@example.com`, `other-${unique()}@example.com`]
    const made: Made[] = []
    for (const [index, customer_email] of [mine, mine, theirs].entries()) {
      const checkout = await makeCheckout(live.till, { product_id: plans[index]?.id })
      // The answer is lost, so that the card can be exchanged before Till looks.
      live.standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : call.startsWith('GET') ? 503 : undefined)
      await confirm(live.till.anonymous, checkout, {
        customer_email,
        confirmation_token_id: live.standIn.books.makeToken(),
      })
      const [first, intent] = [made[0] && live.intentOf(made[0]), live.intentOf(checkout)]
      if (intent && first) intent.payment_method = first.payment_method
      live.standIn.trouble = () => undefined
      await live.expectBought(checkout)
      made.push(checkout)
    }
    const [first, second, third] = await Promise.all(made.map(methodOf))
    expect(first?.reference).toBeDefined()
    expect([second, third]).toEqual([first, undefined])
  })

  it('that costs nothing at first sets the card up, and takes nothing', async () => {
    const plan = await makeRecurringProduct(live.till, live.organizationId)
    const discount = await makeDiscount(live.till, live.organizationId, {
      type: 'percentage',
      basis_points: 10_000,
      duration: 'once',
    })
    const { checkout } = await live.pay('pays', { product_id: plan.id, discount_id: discount.id })
    expect(await live.statusOf(checkout)).toBe('succeeded')
    const intent = live.intentOf(checkout)
    expect(intent).toMatchObject({ object: 'setup_intent', status: 'succeeded' })
    expect(await methodOf(checkout)).toEqual({ processor: 'stripe', reference: intent?.payment_method })
    expect(live.chargesOf(checkout)).toHaveLength(0)
  })
})

it('the log has no secrets', () => live.expectNoSecretsInLog())
