import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

type Body = Reply['body']

let till: TestTill
let organizationId: string
let shared: Body
let freeKey: Body
let paidKey: Body
let free: Body
let paid: Body
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  shared = await makeLicenseKeysBenefit(till, organizationId)
  freeKey = await makeLicenseKeysBenefit(till, organizationId)
  paidKey = await makeLicenseKeysBenefit(till, organizationId)
  free = await makePlan([shared, freeKey, await makeCustomBenefit(till, organizationId)], [{ amount_type: 'free' }])
  paid = await makePlan([shared, paidKey])
})
afterAll(() => stopWithCleanBooks(till))

const path = '/v1/checkouts/custom/'
const email = () => `upgrader${unique()}@example.com`
const must = (reply: Promise<Reply>) => till.owner.must(reply)

async function makePlan(benefits: Body[], prices?: object[]): Promise<Body> {
  const plan = await makeRecurringProduct(till, organizationId, prices && { prices })
  return must(till.owner.post(`/v1/products/${plan.id}/benefits`, { benefits: benefits.map(({ id }) => id) }))
}

/** A customer on the free plan. */
async function subscribe(fields: object = {}): Promise<Body> {
  const order = await buy(till, free.id, email(), fields)
  return must(till.owner.get(`/v1/subscriptions/${order.subscription_id}`))
}

const upgradeTo = (product: Body, subscription: Body, fields: object = {}) =>
  makeCheckout(till, { product_id: product.id, subscription_id: subscription.id, ...fields })

const keysOf = async (customerId: string) => {
  const { items } = await must(till.owner.get(`/v1/license-keys?customer_id=${customerId}`))
  return Object.fromEntries(items.map((key: Body) => [key.benefit_id, key]))
}

const typesOf = async (objectId: string) => {
  const events = await till.sql<{ type: string }[]>`
    select type from events where object_id = ${objectId} order by id`
  return events.map((event) => event.type)
}

describe('an upgrade', () => {
  it('201: is a checkout for the customer of the subscription', async () => {
    const subscription = await subscribe()
    const checkout = await upgradeTo(paid, subscription)
    expect(checkout).toMatchObject({
      subscription_id: subscription.id,
      customer_id: subscription.customer_id,
      customer_email: subscription.customer.email,
      total_amount: 900,
      is_payment_setup_required: true,
    })
  })

  it('200: moves the same subscription to the new price, with a period that begins now', async () => {
    const subscription = await subscribe({ metadata: { kept: 1, plan: 'free' } })
    await till.sql`
      update subscriptions set current_period_start = current_period_start - interval '10 days'
      where id = ${subscription.id}`
    const checkout = await upgradeTo(paid, subscription, { metadata: { plan: 'paid' } })
    const sold = await confirm(till.anonymous, checkout)
    expect(sold.status).toBe(200)
    const after = await must(till.owner.get(`/v1/subscriptions/${subscription.id}`))
    expect(after).toMatchObject({
      id: subscription.id,
      status: 'active',
      product_id: paid.id,
      price_id: paid.prices[0].id,
      amount: 900,
      started_at: subscription.started_at,
      checkout_id: subscription.checkout_id,
      metadata: { kept: 1, plan: 'paid' },
    })
    expect(Date.parse(after.current_period_start)).toBeGreaterThanOrEqual(Date.parse(checkout.created_at))
    expect(Date.parse(after.current_period_end)).toBeGreaterThan(Date.parse(after.current_period_start))
    const { items } = await must(till.owner.get(`/v1/subscriptions/?customer_id=${subscription.customer_id}`))
    expect(items.map(({ id }: Body) => id)).toEqual([subscription.id])
  })

  it('200: makes one order, of the reason subscription_update', async () => {
    const subscription = await subscribe()
    const checkout = await upgradeTo(paid, subscription, { metadata: { a: 1 } })
    await till.anonymous.must(confirm(till.anonymous, checkout))
    const { items } = await must(till.owner.get(`/v1/orders/?subscription_id=${subscription.id}`))
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      billing_reason: 'subscription_update',
      checkout_id: checkout.id,
      product_id: paid.id,
      amount: 900,
      metadata: { a: 1 },
      subscription: { id: subscription.id, product_id: paid.id, amount: 900 },
    })
    const [payment] = await till.sql`select status, amount from payments where order_id = ${items[0].id}`
    expect(payment).toEqual({ status: 'succeeded', amount: 900 })
  })

  it('200: takes what the new product lacks, adds what it has, and leaves the rest alone', async () => {
    const subscription = await subscribe()
    const before = await keysOf(subscription.customer_id)
    await till.anonymous.must(confirm(till.anonymous, await upgradeTo(paid, subscription)))
    const after = await keysOf(subscription.customer_id)
    expect(after[shared.id]).toEqual(before[shared.id])
    expect(after[freeKey.id]).toMatchObject({ id: before[freeKey.id].id, status: 'revoked' })
    expect(after[paidKey.id]).toMatchObject({ status: 'granted' })
    const grants = await till.sql<{ benefitId: string; isGranted: boolean; version: number }[]>`
      select benefit_id, is_granted, version from benefit_grants where subscription_id = ${subscription.id}`
    const granted = grants.filter((grant) => grant.isGranted).map((grant) => grant.benefitId)
    expect(granted.sort()).toEqual([shared.id, paidKey.id].sort())
    expect(grants.filter((grant) => !grant.isGranted).map(({ version }) => version)).toEqual([2, 2])
  })

  it('200: is announced in full', async () => {
    const subscription = await subscribe()
    const before = await keysOf(subscription.customer_id)
    const checkout = await upgradeTo(paid, subscription)
    await till.anonymous.must(confirm(till.anonymous, checkout))
    expect(await typesOf(subscription.id)).toEqual([
      'subscription.created',
      'subscription.active',
      'subscription.updated',
    ])
    const [updated] = await till.sql<{ data: Body; previousAttributes: Body }[]>`
      select data, previous_attributes from events
      where object_id = ${subscription.id} and type = 'subscription.updated'`
    expect(updated?.data).toMatchObject({ amount: 900, product: { id: paid.id } })
    expect(updated?.previousAttributes).toMatchObject({ amount: 0, product_id: free.id })
    expect((await typesOf(before[freeKey.id].id)).at(-1)).toBe('license_key.revoked')
    const after = await keysOf(subscription.customer_id)
    expect(await typesOf(after[paidKey.id].id)).toEqual(['license_key.created'])
    expect(await typesOf(checkout.id)).toEqual(['checkout.created', 'checkout.updated'])
  })

  it('200: takes back a cancellation', async () => {
    const subscription = await subscribe()
    await till.sql`
      update subscriptions set cancel_at_period_end = true, canceled_at = now(), ends_at = current_period_end,
        customer_cancellation_reason = 'unused' where id = ${subscription.id}`
    await till.anonymous.must(confirm(till.anonymous, await upgradeTo(paid, subscription)))
    const after = await must(till.owner.get(`/v1/subscriptions/${subscription.id}`))
    expect(after).toMatchObject({
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      customer_cancellation_reason: null,
    })
    expect(await typesOf(subscription.id)).toContain('subscription.uncanceled')
  })

  it('200: with a discount, and answers to custom fields', async () => {
    const field = await makeCustomField(till, organizationId)
    const plan = await makeRecurringProduct(till, organizationId, {
      attached_custom_fields: [{ custom_field_id: field.id, required: true }],
    })
    const discount = await makeDiscount(till, organizationId, { max_redemptions_per_customer: 1 })
    const subscription = await subscribe()
    const checkout = await upgradeTo(plan, subscription, { discount_id: discount.id })
    expect((await confirm(till.anonymous, checkout)).body.detail[0].loc).toEqual([
      'body',
      'custom_field_data',
      field.slug,
    ])
    const said = { custom_field_data: { [field.slug]: 'yes' } }
    expect((await confirm(till.anonymous, checkout, said)).body.total_amount).toBe(720)
    const after = await must(till.owner.get(`/v1/subscriptions/${subscription.id}`))
    expect(after).toMatchObject({ discount_id: discount.id, amount: 900, custom_field_data: { [field.slug]: 'yes' } })
  })

  it('200: to a price of the same product', async () => {
    const plan = await makeRecurringProduct(till, organizationId, { prices: [{ amount_type: 'free' }] })
    const order = await buy(till, plan.id, email())
    const prices = [{ amount_type: 'fixed', price_amount: 500, price_currency: 'usd' }]
    await must(till.owner.patch(`/v1/products/${plan.id}`, { prices }))
    const checkout = await upgradeTo(plan, { id: order.subscription_id })
    expect((await confirm(till.anonymous, checkout)).body).toMatchObject({ status: 'confirmed', total_amount: 500 })
  })

  it('400: a declined payment leaves the subscription as it was', async () => {
    const subscription = await subscribe()
    const checkout = await upgradeTo(paid, subscription)
    const declined = await confirm(till.anonymous, checkout, { confirmation_token_id: 'ctoken_test_declined' })
    expect(declined.status).toBe(400)
    expect(await must(till.owner.get(`/v1/subscriptions/${subscription.id}`))).toEqual(subscription)
    expect((await confirm(till.anonymous, checkout)).status).toBe(200)
  })

  it('403: to a product that the customer is subscribed to already', async () => {
    const subscription = await subscribe()
    await buy(till, paid.id, subscription.customer.email)
    const refused = await confirm(till.anonymous, await upgradeTo(paid, subscription))
    expect(refused.body.error).toBe('AlreadyActiveSubscriptionError')
  })
})

describe('what cannot be upgraded', () => {
  const attempt = (fields: object) => till.owner.post(path, { product_id: paid.id, ...fields })
  const at = (reply: Reply) => [reply.status, reply.body.detail?.[0].loc?.[1]]

  it('422: a subscription that is paid for, has ended, is unknown, or is another organization’s', async () => {
    const bought = await buy(till, paid.id, email())
    expect(at(await attempt({ subscription_id: bought.subscription_id }))).toEqual([422, 'subscription_id'])
    const ended = await subscribe()
    await must(till.owner.delete(`/v1/subscriptions/${ended.id}`))
    expect(at(await attempt({ subscription_id: ended.id }))).toEqual([422, 'subscription_id'])
    expect(at(await attempt({ subscription_id: paid.id }))).toEqual([422, 'subscription_id'])
    const stranger = await makeOrganization(till)
    const theirs = await makeRecurringProduct(till, stranger.id, { prices: [{ amount_type: 'free' }] })
    const { subscription_id } = await buy(till, theirs.id, email())
    expect(at(await attempt({ subscription_id }))).toEqual([422, 'subscription_id'])
  })

  it('422: a price that does not recur, or is free, also when it is chosen later', async () => {
    const subscription = await subscribe()
    const once = await makeProduct(till, organizationId)
    const gift = await makeRecurringProduct(till, organizationId, { prices: [{ amount_type: 'free' }] })
    for (const { id } of [once, gift, free]) {
      expect(at(await attempt({ product_id: id, subscription_id: subscription.id }))).toEqual([422, 'subscription_id'])
    }
    const products = [paid.id, once.id, gift.id]
    const checkout = await makeCheckout(till, { products, subscription_id: subscription.id })
    for (const { id } of [once, gift]) {
      expect(at(await till.owner.patch(path + checkout.id, { product_id: id }))).toEqual([422, 'product_id'])
      expect(at(await confirm(till.anonymous, checkout, { product_id: id }))).toEqual([422, 'product_id'])
    }
  })

  it('422: for another customer than the subscription’s', async () => {
    const subscription = await subscribe()
    const other = await makeCustomer(till, organizationId)
    const reply = await attempt({ subscription_id: subscription.id, customer_id: other.id })
    expect(at(reply)).toEqual([422, 'customer_id'])
    const own = await attempt({ subscription_id: subscription.id, customer_id: subscription.customer_id })
    expect(own.status).toBe(201)
  })

  it.each<[string, (subscription: Body) => Promise<unknown>]>([
    ['ended', ({ id }) => must(till.owner.delete(`/v1/subscriptions/${id}`))],
    [
      'was upgraded by another checkout',
      async (subscription) => till.anonymous.must(confirm(till.anonymous, await upgradeTo(paid, subscription))),
    ],
  ])('422: a subscription that %s meanwhile; the checkout stays open', async (_, happen) => {
    const subscription = await subscribe()
    const checkout = await upgradeTo(paid, subscription)
    await happen(subscription)
    const refused = await confirm(till.anonymous, checkout)
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toEqual([
      expect.objectContaining({ type: 'subscription_not_upgradable', loc: ['body', 'subscription_id'] }),
    ])
    expect((await till.owner.get(path + checkout.id)).body.status).toBe('open')
  })
})
