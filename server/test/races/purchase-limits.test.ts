import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeCustomField } from '../support/custom-field-factories.ts'
import { makeCustomer } from '../support/customer-factories.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const MANY = 50

let till: TestTill
let organizationId: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  productId = (await makeProduct(till, organizationId)).id
})
// Subscriptions are ended here by a statement, as long as they are free.
afterAll(() => stopWithCleanBooks(till, ['subscription_status_fits_its_end', 'every_version_is_told']))

const path = '/v1/checkouts/custom/'
const email = () => `runner${unique()}@example.com`
const times = <Result>(many: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)))
const tally = (replies: readonly Reply[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const name = status === 422 ? body.detail[0].type : String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
const redemptions = async (discountId: string) => {
  const rows = await till.sql<{ customerId: string; many: number }[]>`
    select customer_id, count(*)::int as many from discount_redemptions
    where discount_id = ${discountId} group by customer_id order by many`
  return rows.map(({ many }) => many)
}

describe('a discount with a limit per customer', () => {
  it.each([
    ['a customer who is known', 1, () => makeCustomer(till, organizationId).then(({ id }) => ({ customer_id: id }))],
    ['a customer who is known', 7, () => makeCustomer(till, organizationId).then(({ id }) => ({ customer_id: id }))],
    ['an e-mail address that is new', 3, async () => ({ customer_email: email() })],
  ])('%s, %i places: 50 checkouts at once take exactly all of them', async (_, places, who) => {
    const discount = await makeDiscount(till, organizationId, { max_redemptions_per_customer: places })
    const buyer = await who()
    const checkouts = await times(MANY, () =>
      makeCheckout(till, { product_id: productId, discount_id: discount.id, ...buyer }),
    )
    const replies = await times(MANY, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: places, discount_used_up_by_customer: MANY - places })
    // Those who lost the race are told the same as those who came too late.
    const refused = replies.filter((reply) => reply.status === 422).map((reply) => reply.body.detail[0])
    expect(new Set(refused.map(({ loc, input }) => `${loc.join('.')} ${input}`))).toEqual(
      new Set([`body.discount_id ${discount.id}`]),
    )
    expect(await redemptions(discount.id)).toEqual([places])
    const losers = checkouts.filter((__, index) => replies[index]?.status !== 200).map(({ id }) => id)
    const open = await till.sql`select from checkouts where id = any(${losers}) and status = 'open'`
    expect(open).toHaveLength(MANY - places)
  })

  it('and many customers: nobody makes another fail', async () => {
    const discount = await makeDiscount(till, organizationId, { max_redemptions_per_customer: 2 })
    const addresses = await times(MANY / 2, async () => email())
    const checkouts = await times(MANY, (index) =>
      makeCheckout(till, {
        product_id: productId,
        discount_id: discount.id,
        customer_email: addresses[index % addresses.length],
      }),
    )
    const replies = await times(MANY, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: MANY })
    expect(await redemptions(discount.id)).toEqual(Array(MANY / 2).fill(2))
  })

  it('and a cap: neither is passed, and every place is taken', async () => {
    const limits = { max_redemptions_per_customer: 2, max_redemptions: 9 }
    const discount = await makeDiscount(till, organizationId, limits)
    const addresses = await times(5, async () => email())
    const checkouts = await times(MANY, (index) =>
      makeCheckout(till, { product_id: productId, discount_id: discount.id, customer_email: addresses[index % 5] }),
    )
    const replies = await times(MANY, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)['200']).toBe(9)
    expect(await redemptions(discount.id)).toEqual([1, 2, 2, 2, 2])
  })

  it('a limit that comes while they buy is never passed by those who come after it', async () => {
    const discount = await makeDiscount(till, organizationId)
    const { id: customer_id } = await makeCustomer(till, organizationId)
    const checkouts = await times(30, () =>
      makeCheckout(till, { product_id: productId, discount_id: discount.id, customer_id }),
    )
    const [replies, limited] = await Promise.all([
      times(30, (index) => confirm(till.anonymous, checkouts[index])),
      till.owner.patch(`/v1/discounts/${discount.id}`, { max_redemptions_per_customer: 1 }),
    ])
    expect(limited.status).toBe(200)
    expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true)
    const late = await till.owner.post(path, { product_id: productId, discount_id: discount.id, customer_id })
    expect(late.status).toBe((await redemptions(discount.id)).length === 0 ? 201 : 422)
  })
})

describe('one subscription', () => {
  it('upgraded by 10 checkouts at once is upgraded once; the others are told, and stay open', async () => {
    const [freeKeys, paidKeys] = [
      await makeLicenseKeysBenefit(till, organizationId),
      await makeLicenseKeysBenefit(till, organizationId),
    ]
    const free = await makeRecurringProduct(till, organizationId, { prices: [{ amount_type: 'free' }] })
    const plans = [await makeRecurringProduct(till, organizationId), await makeRecurringProduct(till, organizationId)]
    for (const [plan, benefit] of [
      [free, freeKeys],
      [plans[0], paidKeys],
      [plans[1], paidKeys],
    ]) {
      await till.owner.must(till.owner.post(`/v1/products/${plan.id}/benefits`, { benefits: [benefit.id] }))
    }
    const { subscription_id } = await buy(till, free.id, email())
    const checkouts = await times(10, (index) =>
      makeCheckout(till, { product_id: plans[index % 2].id, subscription_id }),
    )
    const replies = await times(10, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: 1, subscription_not_upgradable: 9 })
    const winner = replies.find(({ status }) => status === 200)
    const subscription = await till.owner.must(till.owner.get(`/v1/subscriptions/${subscription_id}`))
    expect(subscription.product_id).toBe(winner?.body.product_id)
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?subscription_id=${subscription_id}`))
    expect(items.map((order: Reply['body']) => order.billing_reason)).toEqual([
      'subscription_update',
      'subscription_create',
    ])
    const keys = await till.sql`
      select k.status from license_keys k join benefit_grants g on g.id = k.grant_id
      where g.subscription_id = ${subscription_id} order by k.id`
    expect(keys).toEqual([{ status: 'revoked' }, { status: 'granted' }])
    const open = await times(10, (index) => till.owner.get(path + checkouts[index].id))
    expect(open.filter(({ body }) => body.status === 'open')).toHaveLength(9)
  })

  it('upgraded while it ends: one of both comes first, and both are told the truth', async () => {
    const free = await makeRecurringProduct(till, organizationId, { prices: [{ amount_type: 'free' }] })
    const paid = await makeRecurringProduct(till, organizationId)
    await times(10, async () => {
      const { subscription_id } = await buy(till, free.id, email())
      const checkout = await makeCheckout(till, { product_id: paid.id, subscription_id })
      const [sale] = await Promise.all([
        confirm(till.anonymous, checkout),
        till.sql`
          update subscriptions set status = 'canceled', ended_at = now(), version = version + 1
          where id = ${subscription_id} and status = 'active' and price_id = ${free.prices[0].id}`,
      ])
      const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
      const { body } = await till.owner.get(`/v1/subscriptions/${subscription_id}`)
      if (sale.status === 200) expect([items.length, body.status, body.amount]).toEqual([1, 'active', 900])
      else expect([sale.status, items.length, body.status]).toEqual([422, 0, 'canceled'])
    })
  })
})

describe('one checkout', () => {
  it('answered while it is confirmed: the order has the answers that the checkout shows', async () => {
    const field = await makeCustomField(till, organizationId)
    const attached_custom_fields = [{ custom_field_id: field.id, required: true }]
    const product = await makeProduct(till, organizationId, { attached_custom_fields })
    await times(20, async (index) => {
      const answer = (text: string) => ({ custom_field_data: { [field.slug]: text } })
      const checkout = await makeCheckout(till, { product_id: product.id, customer_email: email(), ...answer('first') })
      const secret = `${path}client/${checkout.client_secret}`
      const [update, sale] = await Promise.all([
        index % 2
          ? till.anonymous.patch(secret, answer('second'))
          : till.owner.patch(path + checkout.id, { custom_field_data: null }),
        confirm(till.anonymous, checkout),
      ])
      expect([200, 403]).toContain(update.status)
      const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
      const { body: after } = await till.owner.get(path + checkout.id)
      if (sale.status === 200) {
        expect(items[0].custom_field_data).toEqual(sale.body.custom_field_data)
        expect(after.custom_field_data).toEqual(items[0].custom_field_data)
      } else {
        expect([sale.status, items.length, after.status]).toEqual([422, 0, 'open'])
      }
    })
  })
})
