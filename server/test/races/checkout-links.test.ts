import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atOnce, countBy } from '../support/at-once.ts'
import { confirm } from '../support/checkout-factories.ts'
import { checkoutBehind, makeCheckoutLink, openLink } from '../support/checkout-link-factories.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { eventsDuring } from '../support/event-log.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const MANY = 50
const PATH = '/v1/checkout-links/'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => stopWithCleanBooks(till))

async function openShop() {
  const { id } = await makeOrganization(till)
  const [product, plan] = [await makeProduct(till, id), await makeRecurringProduct(till, id)]
  const discount = await makeDiscount(till, id, { max_redemptions: 3 })
  const link = await makeCheckoutLink(till, { products: [product.id, plan.id], discount_id: discount.id })
  return { id, product, plan, link }
}

describe('a checkout link', () => {
  it('opened 50 times at once makes 50 checkouts', async () => {
    const { id, link } = await openShop()
    const events = await eventsDuring(till, id, async () => {
      const replies = await atOnce(MANY, (index) => openLink(till, link, { customer_name: `Buyer ${index}` }))
      expect(countBy(replies, ({ status }) => status)).toEqual({ 303: MANY })
      expect(new Set(replies.map(({ headers }) => headers.get('location'))).size).toBe(MANY)
    })
    expect(countBy(events, ({ type }) => type)).toEqual({ 'checkout.created': MANY })
    const { pagination } = await till.owner.must(till.owner.get(`/v1/checkouts/custom/?organization_id=${id}`))
    expect(pagination.total_count).toBe(MANY)
  })

  it('with a discount once for each customer: 50 at once by one buyer take it once, and 49 go on without it', async () => {
    const { id, product } = await openShop()
    const discount = await makeDiscount(till, id, { max_redemptions_per_customer: 1 })
    const link = await makeCheckoutLink(till, { product_id: product.id, discount_id: discount.id })
    const checkouts = await atOnce(MANY, async () => checkoutBehind(till, await openLink(till, link)))
    const customer_email = 'eager@example.com'
    const replies = await atOnce(MANY, (index) => confirm(till.anonymous, checkouts[index], { customer_email }))
    expect(countBy(replies, ({ status, body }) => (status === 422 ? body.detail[0].loc[1] : status))).toEqual({
      200: 1,
      discount_code: MANY - 1,
    })
    const losers = checkouts.filter((_, index) => replies[index]?.status === 422)
    const sold = await atOnce(losers.length, (index) =>
      confirm(till.anonymous, losers[index], { customer_email, discount_code: null }),
    )
    expect(countBy(sold, ({ status, body }) => `${status} ${body.total_amount}`)).toEqual({ '200 1900': MANY - 1 })
  })

  it('changed 50 times at once has 51 versions, and ends as the last one said', async () => {
    const { id, link, product, plan } = await openShop()
    const changes = [{ products: [product.id] }, { products: [plan.id, product.id] }, { discount_id: null }]
    const events = await eventsDuring(till, id, async () => {
      const replies = await atOnce(MANY, (index) =>
        till.owner.patch(PATH + link.id, { label: `Change ${index}`, ...changes[index % changes.length] }),
      )
      expect(countBy(replies, ({ status }) => status)).toEqual({ 200: MANY })
    })
    expect(events.map(({ object_version }) => object_version)).toEqual(Array.from({ length: MANY }, (_, n) => n + 2))
    expect(events.at(-1).data).toEqual(await till.owner.must(till.owner.get(PATH + link.id)))
  })

  it('opened, changed and deleted at once is open or gone, and never half of both', async () => {
    const { link, product, plan } = await openShop()
    const replies = await atOnce(MANY, (index) => {
      if (index === MANY / 2) return till.owner.delete(PATH + link.id)
      if (index % 3 === 0) return till.owner.patch(PATH + link.id, { products: [index % 2 ? plan.id : product.id] })
      return openLink(till, link)
    })
    const counts = countBy(replies, ({ status }) => status)
    expect(Object.keys(counts).filter((status) => !['200', '204', '303', '404'].includes(status))).toEqual([])
    expect(counts[204]).toBe(1)
    expect((await openLink(till, link)).status).toBe(404)
  })

  it('deleted 50 times at once is deleted once', async () => {
    const { link } = await openShop()
    const replies = await atOnce(MANY, () => till.owner.delete(PATH + link.id))
    expect(countBy(replies, ({ status }) => status)).toEqual({ 204: 1, 404: MANY - 1 })
  })
})
