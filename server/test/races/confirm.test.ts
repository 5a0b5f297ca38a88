import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldCounts } from '../../src/platform/due-work/fold-counts.ts'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
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
  const benefit = await makeLicenseKeysBenefit(till, organizationId)
  productId = (await makeProduct(till, organizationId)).id
  await till.owner.must(till.owner.post(`/v1/products/${productId}/benefits`, { benefits: [benefit.id] }))
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `racer${unique()}@example.com`
const times = <Result>(many: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)))
const tally = (replies: readonly { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const countOf = async (table: string, column: string, value: string) => {
  const [row] = await till.sql<{ many: number }[]>`
    select count(*)::int as many from ${till.sql(table)} where ${till.sql(column)} = ${value}`
  return row?.many
}

describe('one checkout', () => {
  it('confirmed 50 times at once is one order, one payment, one key; the losers get NotOpenCheckout', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const replies = await times(MANY, () => confirm(till.anonymous, checkout))
    expect(tally(replies)).toEqual({ 200: 1, 403: MANY - 1 })
    expect(new Set(replies.filter(({ status }) => status === 403).map(({ body }) => body.error))).toEqual(
      new Set(['NotOpenCheckout']),
    )
    expect(await countOf('orders', 'checkout_id', checkout.id)).toBe(1)
    expect(await countOf('payments', 'checkout_id', checkout.id)).toBe(1)
    const customerId = replies.find(({ status }) => status === 200)?.body.customer_id
    expect(await countOf('license_keys', 'customer_id', customerId)).toBe(1)
  })

  it('confirmed 50 times with one Idempotency-Key is one order; every answer is the first one or 409', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const key = { 'idempotency-key': `race-${unique()}` }
    const replies = await times(MANY, () => confirm(till.anonymous, checkout, {}, key))
    const good = replies.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(new Set(good.map(({ body }) => body.customer_session_token)).size).toBe(1)
    expect(await countOf('orders', 'checkout_id', checkout.id)).toBe(1)
  })

  it('updated while it is confirmed: what was sold is what the checkout says', async () => {
    const product = await makeRecurringProduct(till, organizationId, {
      prices: [
        { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' },
        { amount_type: 'fixed', price_amount: 800, price_currency: 'eur' },
      ],
    })
    await times(10, async () => {
      const checkout = await makeCheckout(till, { product_id: product.id, customer_email: email() })
      const other = product.prices.find((price: { id: string }) => price.id !== checkout.product_price_id)
      const path = `/v1/checkouts/custom/client/${checkout.client_secret}`
      const [update, sale] = await Promise.all([
        till.anonymous.patch(path, { product_price_id: other.id }),
        confirm(till.anonymous, checkout),
      ])
      expect(sale.status).toBe(200)
      expect([200, 403]).toContain(update.status)
      const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
      expect(items).toHaveLength(1)
      expect(items[0].product_price_id).toBe(sale.body.product_price_id)
      expect(items[0].amount).toBe(sale.body.total_amount)
    })
  })
})

describe('one discount', () => {
  it.each([1, 7])('with %i places: 50 buyers at once take exactly all of them', async (places) => {
    const discount = await makeDiscount(till, organizationId, { max_redemptions: places })
    const checkouts = await times(MANY, () =>
      makeCheckout(till, { product_id: productId, customer_email: email(), discount_id: discount.id }),
    )
    const replies = await times(MANY, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: places, 422: MANY - places })
    const after = await till.owner.must(till.owner.get(`/v1/discounts/${discount.id}`))
    expect(after.redemptions_count).toBe(places)
    expect(await countOf('discount_redemptions', 'discount_id', discount.id)).toBe(places)
  })

  it('without a limit: nobody fails, and the count is exact at once and after it was folded', async () => {
    const discount = await makeDiscount(till, organizationId)
    const checkouts = await times(MANY, () =>
      makeCheckout(till, { product_id: productId, customer_email: email(), discount_id: discount.id }),
    )
    const replies = await times(MANY, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: MANY })
    const count = async () => (await till.owner.get(`/v1/discounts/${discount.id}`)).body.redemptions_count
    expect(await count()).toBe(MANY)
    await foldCounts(till.sql)
    expect(await count()).toBe(MANY)
  })
})

describe('one e-mail address', () => {
  it('in 50 first checkouts at once is one customer, and every purchase succeeds', async () => {
    const address = email()
    const checkouts = await times(MANY, (index) =>
      makeCheckout(till, {
        product_id: productId,
        customer_email: index % 2 ? address : address.toUpperCase(),
        customer_metadata: { [`m${index}`]: index },
      }),
    )
    const replies = await times(MANY, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: MANY })
    expect(new Set(replies.map(({ body }) => body.customer_id)).size).toBe(1)
    const customer = await till.owner.must(till.owner.get(`/v1/customers/${replies[0]?.body.customer_id}`))
    expect(Object.keys(customer.metadata)).toHaveLength(MANY)
  })

  it('subscribing 20 times at once to one product gets one subscription', async () => {
    const product = await makeRecurringProduct(till, organizationId)
    const address = email()
    const checkouts = await times(20, () => makeCheckout(till, { product_id: product.id, customer_email: address }))
    const replies = await times(20, (index) => confirm(till.anonymous, checkouts[index]))
    expect(tally(replies)).toEqual({ 200: 1, 403: 19 })
    expect(await countOf('subscriptions', 'product_id', product.id)).toBe(1)
  })
})
