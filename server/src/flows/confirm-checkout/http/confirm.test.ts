import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

let till: TestTill
let organizationId: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  productId = (await makeProduct(till, organizationId)).id
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `buyer${unique()}@example.com`
const eventsOf = (objectId: string) =>
  till.sql<{ type: string }[]>`select type from events where object_id = ${objectId} order by id`
const typesOf = async (objectId: string) => (await eventsOf(objectId)).map((event) => event.type)

describe('200', () => {
  it('answers confirmed with organization and session token, and without the fields of the seller', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, metadata: { a: 1 } })
    const { status, body } = await confirm(till.anonymous, checkout, { customer_email: email() })
    expect(status).toBe(200)
    expect(body.status).toBe('confirmed')
    expect(body.organization.id).toBe(organizationId)
    expect(body.customer_session_token).toMatch(/^till_cst_[0-9A-Za-z]{43}$/)
    expect(body).not.toHaveProperty('metadata')
    expect(body).not.toHaveProperty('customer_metadata')
    expect(body).not.toHaveProperty('subscription_id')
    expect(body.customer_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('writes one checkout.updated event, with status succeeded', async () => {
    const checkout = await makeCheckout(till, { product_id: productId })
    await till.anonymous.must(confirm(till.anonymous, checkout, { customer_email: email() }))
    const events = await till.sql<{ type: string; data: { status: string } }[]>`
      select type, data from events where object_id = ${checkout.id} order by id`
    expect(events.map((event) => [event.type, event.data.status])).toEqual([
      ['checkout.created', 'open'],
      ['checkout.updated', 'succeeded'],
    ])
  })

  it('makes a subscription where the price recurs, active when the answer leaves', async () => {
    const product = await makeRecurringProduct(till, organizationId)
    const order = await buy(till, product.id, email(), { metadata: { plan: 'pro' } })
    expect(order).toMatchObject({ billing_reason: 'subscription_create', metadata: { plan: 'pro' } })
    expect(order.subscription).toMatchObject({ status: 'active', cancel_at_period_end: false, ended_at: null })
    expect(order.subscription.metadata).toEqual({ plan: 'pro' })
    expect(Date.parse(order.subscription.current_period_end)).toBeGreaterThan(Date.now())
    expect(await typesOf(order.subscription_id)).toEqual(['subscription.created', 'subscription.active'])
    expect(await typesOf(order.id)).toEqual(['order.created', 'order.paid'])
  })

  it('asks for no payment when nothing is due, and says so', async () => {
    const product = await makeFreeProduct(till, organizationId)
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: email() })
    expect(checkout).toMatchObject({
      is_free_product_price: true,
      is_payment_required: false,
      is_payment_form_required: false,
      amount: 0,
      total_amount: 0,
      currency: 'usd',
    })
    const { status } = await confirm(till.anonymous, checkout, {})
    expect(status).toBe(200)
    const payments = await till.sql`select from payments where checkout_id = ${checkout.id}`
    expect(payments).toHaveLength(0)
  })

  it('grants every benefit in order, with a key for each that gives one', async () => {
    const product = await makeProduct(till, organizationId)
    const benefits = [
      await makeCustomBenefit(till, organizationId),
      await makeLicenseKeysBenefit(till, organizationId, {
        properties: { prefix: 'PRO', activations: { limit: 2, enable_customer_admin: true }, limit_usage: 10 },
      }),
    ]
    const ids = benefits.map((benefit) => benefit.id)
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: ids }))
    const order = await buy(till, product.id, email())
    const grants = await till.sql`
      select benefit_id, is_granted from benefit_grants where order_id = ${order.id} order by id`
    expect(grants).toEqual(ids.map((benefitId) => ({ benefitId, isGranted: true })))
    const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${order.customer_id}`))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ limit_activations: 2, limit_usage: 10, usage: 0, status: 'granted' })
    expect(items[0].key).toMatch(/^PRO-[0-9A-F]{8}-/)
    expect(items[0].display_key).toBe(`****-${items[0].key.slice(-6)}`)
  })

  it('takes over what the confirm body says', async () => {
    const checkout = await makeCheckout(till, { product_id: productId })
    const address = { country: 'DE', city: 'Berlin' }
    await till.anonymous.must(
      confirm(till.anonymous, checkout, {
        customer_email: email(),
        customer_name: 'Grace Example',
        customer_billing_address: address,
      }),
    )
    const after = await till.owner.must(till.owner.get(`/v1/checkouts/custom/${checkout.id}`))
    expect(after).toMatchObject({ customer_name: 'Grace Example', customer_billing_address: address })
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items[0]).toMatchObject({ billing_address: address, customer: { name: 'Grace Example' } })
  })

  it('copies metadata to a customer that it creates, and merges customer_metadata into one that existed', async () => {
    const address = email()
    const first = await buy(till, productId, address, { metadata: { a: 1, b: 1 }, customer_metadata: { b: 2 } })
    expect(first.customer.metadata).toEqual({ a: 1, b: 2 })
    const second = await buy(till, productId, address.toUpperCase(), {
      metadata: { z: 1 },
      customer_metadata: { c: 3 },
    })
    expect(second.customer.id).toBe(first.customer.id)
    expect(second.customer.metadata).toEqual({ a: 1, b: 2, c: 3 })
    expect(await typesOf(first.customer.id)).toEqual(['customer.created', 'customer.updated'])
  })

  it('buys for the customer that the seller named, whatever e-mail the buyer sends', async () => {
    const customer = await makeCustomer(till, organizationId)
    const checkout = await makeCheckout(till, { product_id: productId, customer_id: customer.id })
    await till.anonymous.must(confirm(till.anonymous, checkout, { customer_email: 'somebody.else@example.com' }))
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items[0].customer).toMatchObject({ id: customer.id, email: customer.email })
  })

  it('lets a customer subscribe to another product, and twice to one where the organization allows it', async () => {
    const generous = await makeOrganization(till, { subscription_settings: { allow_multiple_subscriptions: true } })
    const address = email()
    const product = await makeRecurringProduct(till, generous.id)
    await buy(till, product.id, address)
    expect((await buy(till, product.id, address)).subscription.status).toBe('active')
    const [one, other] = [
      await makeRecurringProduct(till, organizationId),
      await makeRecurringProduct(till, organizationId),
    ]
    await buy(till, one.id, address)
    expect((await buy(till, other.id, address)).subscription.status).toBe('active')
  })

  it('accepts any valid token, which grants nothing more', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const stranger = await makeToken(till, (await makeOrganization(till)).id, ['products:read'])
    expect((await confirm(till.as(stranger), checkout)).status).toBe(200)
  })
})

describe('a discount', () => {
  it('lowers what is paid and is counted once', async () => {
    const discount = await makeDiscount(till, organizationId, { type: 'percentage', basis_points: 2500 })
    const checkout = await makeCheckout(till, {
      product_id: productId,
      customer_email: email(),
      discount_id: discount.id,
    })
    expect(checkout.subtotal_amount).toBe(Math.round(checkout.amount * 0.75))
    await till.anonymous.must(confirm(till.anonymous, checkout))
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items[0]).toMatchObject({ amount: checkout.subtotal_amount, discount: { redemptions_count: 1 } })
  })

  it('that is used up is 422 when it is set and again at confirm; the checkout stays open and can go on without', async () => {
    const discount = await makeDiscount(till, organizationId, { max_redemptions: 1, code: `ONLY${unique()}` })
    const [one, other] = await Promise.all(
      [email(), email()].map((address) => makeCheckout(till, { product_id: productId, customer_email: address })),
    )
    for (const checkout of [one, other]) {
      const path = `/v1/checkouts/custom/client/${checkout.client_secret}`
      expect((await till.anonymous.patch(path, { discount_code: discount.code })).status).toBe(200)
    }
    expect((await confirm(till.anonymous, one)).status).toBe(200)
    const late = await confirm(till.anonymous, other)
    expect(late.status).toBe(422)
    expect(late.body.detail[0]).toMatchObject({ type: 'discount_used_up', loc: ['body', 'discount_code'] })
    const third = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const path = `/v1/checkouts/custom/client/${third.client_secret}`
    expect((await till.anonymous.patch(path, { discount_code: discount.code })).status).toBe(422)
    expect((await confirm(till.anonymous, other, { discount_code: null })).status).toBe(200)
  })
})

describe('400 PaymentError', () => {
  it.each([
    ['declined', 'card_declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
    ['incorrect_cvc', 'incorrect_cvc'],
    ['processing_error', 'processing_error'],
  ])('ctoken_test_%s: the reason is the code, the checkout stays open, the attempt is kept', async (token, code) => {
    const checkout = await makeCheckout(till, { product_id: productId })
    const body = { customer_email: email(), confirmation_token_id: `ctoken_test_${token}` }
    const reply = await confirm(till.anonymous, checkout, body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'PaymentError', code })
    const after = await till.owner.must(till.owner.get(`/v1/checkouts/custom/${checkout.id}`))
    expect(after).toMatchObject({ status: 'open', customer_email: body.customer_email })
    const payments = await till.sql`select status, failure_code from payments where checkout_id = ${checkout.id}`
    expect(payments).toEqual([{ status: 'failed', failureCode: code }])
    expect((await confirm(till.anonymous, checkout)).status).toBe(200)
  })

  it('takes no place of a discount', async () => {
    const discount = await makeDiscount(till, organizationId, { max_redemptions: 1 })
    const checkout = await makeCheckout(till, { product_id: productId, discount_id: discount.id })
    const declined = { customer_email: email(), confirmation_token_id: 'ctoken_test_declined' }
    expect((await confirm(till.anonymous, checkout, declined)).status).toBe(400)
    expect((await till.owner.get(`/v1/discounts/${discount.id}`)).body.redemptions_count).toBe(0)
    expect((await confirm(till.anonymous, checkout)).status).toBe(200)
  })
})

describe('cards', () => {
  const card = (number: string, fields = {}) => ({
    card: { number, exp_month: 12, exp_year: 2099, cvc: '123', ...fields },
  })
  const token = (body: object) => till.anonymous.post('/v1/sandbox/confirmation-tokens', body)

  it('201: a test card becomes a token that pays', async () => {
    const made = await token(card('4242 4242 4242 4242'))
    expect(made.status).toBe(201)
    expect(made.body.card).toEqual({ brand: 'visa', last4: '4242' })
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    expect((await confirm(till.anonymous, checkout, { confirmation_token_id: made.body.id })).status).toBe(200)
  })

  it('201: a declining card becomes a token that is declined', async () => {
    const made = await token(card('4000000000009995'))
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const reply = await confirm(till.anonymous, checkout, { confirmation_token_id: made.body.id })
    expect(reply.body.code).toBe('insufficient_funds')
  })

  it('422: other cards, and nothing of a card is repeated in the error', async () => {
    for (const body of [
      card('4111 1111 1111 1112'),
      card('4242424242424242', { cvc: 'abc' }),
      card('42', { exp_year: 1 }),
    ]) {
      const { status, body: problem } = await token(body)
      expect(status).toBe(422)
      expect(problem.detail.every((issue: { input: unknown }) => issue.input === null)).toBe(true)
    }
  })
})

describe('401', () => {
  it('a token that is sent and not valid', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const { status } = await confirm(till.as(`till_oat_${'0'.repeat(43)}`), checkout)
    expect(status).toBe(401)
  })
})

describe('403', () => {
  it('NotOpenCheckout: the second confirm, and changes after the first', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    await till.anonymous.must(confirm(till.anonymous, checkout))
    expect((await confirm(till.anonymous, checkout)).body).toMatchObject({ error: 'NotOpenCheckout' })
    const patch = await till.owner.patch(`/v1/checkouts/custom/${checkout.id}`, { metadata: { late: true } })
    expect(patch.status).toBe(403)
    const client = await till.anonymous.patch(`/v1/checkouts/custom/client/${checkout.client_secret}`, {})
    expect(client.status).toBe(403)
  })

  it('AlreadyActiveSubscriptionError: a second subscription to the same product', async () => {
    const product = await makeRecurringProduct(till, organizationId)
    const address = email()
    await buy(till, product.id, address)
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: address })
    const { status, body } = await confirm(till.anonymous, checkout)
    expect(status).toBe(403)
    expect(body.error).toBe('AlreadyActiveSubscriptionError')
  })
})

describe('404 and 410', () => {
  it('an unknown or malformed client secret', async () => {
    const malformed = await confirm(till.anonymous, { client_secret: 'till_cs_nonsense' }, {})
    expect(malformed.status).toBe(404)
    const { client_secret } = await makeCheckout(till, { product_id: productId })
    await till.sql`update checkouts set client_secret = client_secret || 'x' where client_secret = ${client_secret}`
    expect((await confirm(till.anonymous, { client_secret }, {})).status).toBe(404)
  })

  it('ExpiredCheckout: what has expired is gone for the buyer, with what a fresh session needs', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    await till.sql`update checkouts set expires_at = now() - interval '1 second' where id = ${checkout.id}`
    const { status, body } = await confirm(till.anonymous, checkout)
    expect(status).toBe(410)
    expect(body).toMatchObject({ error: 'ExpiredCheckout', product_id: productId, organization_id: organizationId })
    const path = `/v1/checkouts/custom/client/${checkout.client_secret}`
    expect((await till.anonymous.get(path)).status).toBe(410)
    const byId = await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)
    expect(byId.body.status).toBe('expired')
    expect((await till.owner.patch(`/v1/checkouts/custom/${checkout.id}`, { metadata: {} })).status).toBe(403)
  })
})

describe('422', () => {
  it('the e-mail is missing', async () => {
    const checkout = await makeCheckout(till, { product_id: productId })
    const { status, body } = await confirm(till.anonymous, checkout, {})
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ type: 'missing', loc: ['body', 'customer_email'] })])
  })

  it.each([
    [{ confirmation_token_id: 'ctoken_unknown' }, 'confirmation_token_id'],
    [{ confirmation_token_id: 'ctoken_test_constructor' }, 'confirmation_token_id'],
    [{ customer_email: 'not an address' }, 'customer_email'],
    [{ discount_code: 'NOSUCHCODE' }, 'discount_code'],
    [{ product_price_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }, 'product_price_id'],
  ])('%j', async (input, field) => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const { status, body } = await confirm(till.anonymous, checkout, input)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', field])
    expect((await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body).toEqual(checkout)
  })
})

describe('Idempotency-Key', () => {
  it('gives the first answer again, also after success', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const key = { 'idempotency-key': `confirm-${unique()}` }
    const first = await confirm(till.anonymous, checkout, {}, key)
    const second = await confirm(till.anonymous, checkout, {}, key)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect((await confirm(till.anonymous, checkout, { customer_name: 'Other' }, key)).status).toBe(422)
    expect((await confirm(till.anonymous, checkout, {}, { 'idempotency-key': 'another' })).status).toBe(403)
  })

  it('remembers a decline, and a new key tries again', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const body = { confirmation_token_id: 'ctoken_test_declined' }
    const key = { 'idempotency-key': `decline-${unique()}` }
    const first = await confirm(till.anonymous, checkout, body, key)
    const second = await confirm(till.anonymous, checkout, body, key)
    expect([first.status, second.status]).toEqual([400, 400])
    expect(second.body).toEqual(first.body)
    const payments = await till.sql`select from payments where checkout_id = ${checkout.id}`
    expect(payments).toHaveLength(1)
    expect((await confirm(till.anonymous, checkout, {}, { 'idempotency-key': `new-${unique()}` })).status).toBe(200)
  })

  it('does not remember a 422', async () => {
    const checkout = await makeCheckout(till, { product_id: productId })
    const key = { 'idempotency-key': `invalid-${unique()}` }
    expect((await confirm(till.anonymous, checkout, {}, key)).status).toBe(422)
    expect((await confirm(till.anonymous, checkout, { customer_email: email() }, key)).status).toBe(200)
  })
})
