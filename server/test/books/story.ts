import { makeCustomBenefit, makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeToken, unique } from '../support/factories.ts'
import { forgotten } from '../support/forgotten.ts'
import { LICENSE_CALLS } from '../support/license-key-factories.ts'
import { makeRecurringProduct } from '../support/product-factories.ts'
import { behave, type Receiver } from '../support/receiver.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { TestTill } from '../support/till.ts'
import { makeEndpoint } from '../support/webhook-factories.ts'

type Body = Reply['body']

/** Two processes on one database: one decides at once where it can, the other sends every payment to the processor. */
export interface Tills {
  readonly inline: TestTill
  readonly remote: TestTill
  /** Gets the webhooks. */
  readonly receiver: Receiver
}

export const DELAYS = { late: 1000, dispute: 100 }
const DECLINES = ['declined', 'insufficient_funds', 'expired_card', 'incorrect_cvc', 'processing_error'] as const

const email = () => `story-${unique()}@example.com`
const paying = (token: string, who = email()) => ({
  customer_email: who,
  confirmation_token_id: `ctoken_test_${token}`,
})

/** Everything that can happen to a shop. In the end some of it is still under way. */
export async function tellStory({ inline, remote, receiver }: Tills): Promise<void> {
  const shop = await openShop(inline)
  await openShop(inline)
  await tellOthers(inline, shop, receiver)
  for (const till of [inline, remote]) {
    await sellOnce(till, shop)
    await sellWithDiscounts(till, shop)
    await sellPlans(till, shop)
    await refund(till, shop)
  }
  await refundInVain(remote, shop)
  await payTheLongWay(remote, shop)
  await useKeys(inline, shop)
  await changeBenefits(inline, shop)
  await forgetSomebody(remote, shop)
  await leaveUnderWay(remote, shop)
  const isTold = async () =>
    (await remote.sql`select from sandbox.notifications`).length === 0 &&
    (await remote.sql`select from processor_notifications where due_at is not null`).length === 0 &&
    (await remote.sql`select from events where sequence is null`).length === 0 &&
    (
      await remote.sql`
      select from webhook_queue q join webhook_endpoints w on w.id = q.endpoint_id
      where w.status = 'enabled' and q.attempts = 0 and q.next_attempt_at < now()`
    ).length === 0
  await until(isTold, 'nothing is left to tell')
}

const must = (till: TestTill, reply: Promise<Reply>): Promise<Body> => till.owner.must(reply)

async function pay(till: TestTill, productId: string, token: string, fields: object = {}, who?: string) {
  const checkout = await makeCheckout(till, { product_id: productId, ...fields })
  const key = { 'idempotency-key': `story-${unique()}` }
  const reply = await confirm(till.anonymous, checkout, paying(token, who), key)
  return { checkout, reply }
}

/** Until the work in the background has brought it there. */
async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let round = 0; round < 600; round += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`it did not come to this: ${what}`)
}

const statusOf = async (till: TestTill, { id }: Body) =>
  (await must(till, till.owner.get(`/v1/checkouts/custom/${id}`))).status
const untilStatus = (till: TestTill, checkout: Body, status: string) =>
  until(async () => (await statusOf(till, checkout)) === status, `the checkout is ${status}`)

/** One takes everything, one fails, one is gone, and one is paused, so that some deliveries wait for others. */
async function tellOthers(till: TestTill, { organization }: Shop, receiver: Receiver): Promise<void> {
  const events = ['checkout.created', 'checkout.updated', 'order.paid', 'license_key.updated', 'subscription.updated']
  receiver.at('/failing', behave.answer(500))
  const hook = (name: string) => makeEndpoint(till, organization.id, { url: receiver.url(`/${name}`), events })
  receiver.at('/gone', behave.answer(410))
  for (const name of ['taking', 'failing', 'gone']) await hook(name)
  const { id } = await hook('paused')
  await must(till, till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status: 'paused' }))
}

async function sellOnce(till: TestTill, { product, freebie, organization }: Shop): Promise<void> {
  await buy(till, product.id, email())
  await buy(till, freebie.id, email())
  const { checkout } = await pay(till, product.id, 'declined')
  for (const token of DECLINES) await confirm(till.anonymous, checkout, paying(token))
  await till.anonymous.must(confirm(till.anonymous, checkout, paying('success')))
  const gift = await must(
    till,
    till.owner.post('/v1/products/', {
      organization_id: organization.id,
      name: 'What you like',
      prices: [{ amount_type: 'custom', price_currency: 'usd', minimum_amount: 100 }],
    }),
  )
  await buy(till, gift.id, email(), { amount: 4200 })
}

async function sellWithDiscounts(till: TestTill, { product, organization }: Shop): Promise<void> {
  const capped = await makeDiscount(till, organization.id, { max_redemptions: 10 })
  const open = await makeDiscount(till, organization.id)
  const whole = await makeDiscount(till, organization.id, { basis_points: 10_000 })
  const perCustomer = await makeDiscount(till, organization.id, { max_redemptions_per_customer: 2 })
  const who = email()
  for (const { id } of [capped, capped, open, whole, perCustomer, perCustomer, perCustomer]) {
    const made = await till.owner.post('/v1/checkouts/custom/', {
      product_id: product.id,
      discount_id: id,
      customer_email: who,
    })
    if (made.status === 201) await confirm(till.anonymous, made.body)
  }
  await pay(till, product.id, 'declined', { discount_id: capped.id })
  // What was used stays used.
  await must(till, till.owner.patch(`/v1/discounts/${perCustomer.id}`, { max_redemptions_per_customer: 1 }))
  await must(till, till.owner.delete(`/v1/discounts/${open.id}`))
}

async function sellPlans(till: TestTill, { organization, customBenefit, licenseBenefit }: Shop): Promise<void> {
  const free = await makeRecurringProduct(till, organization.id, { prices: [{ amount_type: 'free' }] })
  const paid = await makeRecurringProduct(till, organization.id)
  const give = (id: string, benefits: string[]) =>
    must(till, till.owner.post(`/v1/products/${id}/benefits`, { benefits }))
  await give(free.id, [licenseBenefit.id, customBenefit.id])
  await give(paid.id, [licenseBenefit.id])
  const trial = await buy(till, free.id, email())
  await buy(till, paid.id, trial.customer.email, { subscription_id: trial.subscription_id })
  const change = async (productId: string, body: object) => {
    const { subscription_id: id } = await buy(till, productId, email())
    await must(till, till.owner.patch(`/v1/subscriptions/${id}`, body))
    return id
  }
  await change(paid.id, { cancel_at_period_end: true })
  await change(free.id, { revoke: true })
  const stays = await change(paid.id, { cancel_at_period_end: true })
  await must(till, till.owner.patch(`/v1/subscriptions/${stays}`, { cancel_at_period_end: false }))
  await subscribeTwice(till, organization.id, paid.id)
}

/** Allowed when it happened. */
async function subscribeTwice(till: TestTill, organizationId: string, productId: string): Promise<void> {
  const allow = (allow_multiple_subscriptions: boolean) =>
    must(
      till,
      till.owner.patch(`/v1/organizations/${organizationId}`, {
        subscription_settings: {
          allow_multiple_subscriptions,
          allow_customer_updates: true,
          proration_behavior: 'prorate',
        },
      }),
    )
  const who = email()
  await allow(true)
  await buy(till, productId, who)
  await buy(till, productId, who)
  await allow(false)
}

async function refund(till: TestTill, { product, discount }: Shop): Promise<void> {
  const back = (order: Body, amount: number, revoke_benefits: boolean) =>
    must(
      till,
      till.owner.post('/v1/refunds/', { order_id: order.id, amount, reason: 'customer_request', revoke_benefits }),
    )
  const half = await buy(till, product.id, email())
  await back(half, 400, false)
  const all = await buy(till, product.id, email())
  await back(all, 900, false)
  await back(all, 1000, true)
  const cheap = await buy(till, product.id, email(), { discount_id: discount.id })
  await back(cheap, cheap.amount, false)
}

/** The processor says no, and nothing changes. */
async function refundInVain(till: TestTill, { product }: Shop): Promise<void> {
  const { id, amount, checkout_id } = await buy(till, product.id, email())
  const setRefunded = (much: number) =>
    till.sql`update sandbox.charges set refunded_amount = ${much} where checkout_id = ${checkout_id}`
  await setRefunded(amount)
  const asked = { order_id: id, amount, reason: 'customer_request', revoke_benefits: true }
  const { status } = await must(till, till.owner.post('/v1/refunds/', asked))
  if (status !== 'failed') throw new Error(`the refund has ${status}`)
  await setRefunded(0)
}

async function payTheLongWay(till: TestTill, { product, plan }: Shop): Promise<void> {
  const ways = await Promise.all(
    ['unknown', 'late', 'disputed', 'authentication_required'].map((token) => pay(till, product.id, token)),
  )
  const answer = (reply: Reply, how: 'approve' | 'refuse') => {
    const { pathname } = new URL(reply.body.payment_processor_metadata.redirect_url)
    return fetch(`${till.url}${pathname}/${how}`, { method: 'POST', redirect: 'manual' })
  }
  for (const { reply } of ways) if (reply.body.payment_processor_metadata.redirect_url) await answer(reply, 'approve')
  for (const { checkout } of ways) await untilStatus(till, checkout, 'succeeded')
  const refused = await pay(till, plan.id, 'authentication_required')
  await answer(refused.reply, 'refuse')
  await untilStatus(till, refused.checkout, 'open')
  await until(
    async () => (await till.sql`select from disputes`).length === 1,
    'the bank wants the money of one sale back',
  )
  // Their bank counts in another currency, by its own rate.
  await till.sql`update disputes set amount = amount + 70, currency = 'eur'`
}

async function useKeys(till: TestTill, { licenseBenefit, organization }: Shop): Promise<void> {
  const { items } = await must(till, till.owner.get(`/v1/license-keys?benefit_id=${licenseBenefit.id}&limit=10`))
  const [used, lowered, disabled, revoked, rotated] = items
  const call = (verb: string, { key }: Body, fields: object) =>
    till.anonymous.must(
      till.anonymous.post(`${LICENSE_CALLS}/${verb}`, { key, organization_id: organization.id, ...fields }),
    )
  const change = (key: Body, body: object) => must(till, till.owner.patch(`/v1/license-keys/${key.id}`, body))
  const activation = await call('activate', used, { label: 'One' })
  await call('validate', used, { activation_id: activation.id, increment_usage: 3 })
  await call('deactivate', used, { activation_id: (await call('activate', used, { label: 'Two' })).id })
  await call('activate', lowered, { label: 'One' })
  await call('activate', lowered, { label: 'Two' })
  await change(lowered, { limit_activations: 1 })
  await change(disabled, { status: 'disabled' })
  await change(revoked, { status: 'revoked' })
  await must(till, till.owner.post(`/v1/license-keys/${rotated.id}/rotate`))
}

/** One comes and goes and comes back, one is deleted, and a key is given back by hand. */
async function changeBenefits(till: TestTill, shop: Shop): Promise<void> {
  const { product, organization, customBenefit, licenseBenefit } = shop
  const extra = await makeLicenseKeysBenefit(till, organization.id)
  const doomed = await makeCustomBenefit(till, organization.id)
  const set = async (...benefits: Body[]) => {
    await must(till, till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: benefits.map(({ id }) => id) }))
    await reviewed(till)
  }
  await set(customBenefit, licenseBenefit, extra, doomed)
  await set(customBenefit, licenseBenefit, doomed)
  await set(customBenefit, licenseBenefit, extra, doomed)
  await set(customBenefit, licenseBenefit, doomed)
  const { items } = await must(till, till.owner.get(`/v1/license-keys?benefit_id=${extra.id}&limit=1`))
  await must(till, till.owner.patch(`/v1/license-keys/${items[0].id}`, { status: 'granted' }))
  await must(till, till.owner.delete(`/v1/benefits/${doomed.id}`))
  await reviewed(till)
}

const reviewed = (till: TestTill) =>
  until(async () => (await till.sql`select from grant_reviews`).length === 0, 'all grants are reviewed')

/** One who has bought much, and one whose payment is under way: that money comes for nothing, and goes back. */
async function forgetSomebody(till: TestTill, { product, plan }: Shop): Promise<void> {
  const who = email()
  const { customer_id: id } = await buy(till, product.id, who)
  await buy(till, plan.id, who)
  await must(till, till.owner.delete(`/v1/customers/${id}`))
  await forgotten(till, id)
  const { checkout, reply } = await pay(till, product.id, 'late')
  await must(till, till.owner.delete(`/v1/customers/${reply.body.customer_id}`))
  await untilStatus(till, checkout, 'failed')
  await until(
    async () => (await till.sql`select from payment_work where task = 'give_back'`).length === 0,
    'the money is back',
  )
}

/** An open checkout, an expired one, and two that wait for their buyer, one of them with a place of a discount. */
async function leaveUnderWay(till: TestTill, { product, discount, organization }: Shop): Promise<void> {
  await makeCheckout(till, { product_id: product.id })
  const { id } = await makeCheckout(till, { product_id: product.id })
  await till.sql`update checkouts set expires_at = now() where id = ${id}`
  await until(
    async () => (await till.sql`select from checkouts where id = ${id} and status = 'expired'`).length === 1,
    'one checkout has expired',
  )
  await pay(till, product.id, 'authentication_required')
  await pay(till, product.id, 'authentication_required', { discount_id: discount.id })
  await makeToken(till, organization.id)
}
