import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCheckout } from '../support/checkout-factories.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => stopWithCleanBooks(till))

it('changes of price and discount at once all succeed, and the amounts fit the last one', async () => {
  const { id } = await makeOrganization(till)
  const discount = await makeDiscount(till, id)
  const product = await makeRecurringProduct(till, id, {
    prices: [
      { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' },
      { amount_type: 'fixed', price_amount: 800, price_currency: 'eur' },
    ],
  })
  const checkout = await makeCheckout(till, { product_id: product.id })
  const path = `/v1/checkouts/custom/client/${checkout.client_secret}`
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 3 === 0
        ? till.anonymous.patch(path, { discount_code: index % 2 ? discount.code : null })
        : till.anonymous.patch(path, { product_price_id: product.prices[index % 2].id }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(200))
  const after = await till.owner.must(till.owner.get(`/v1/checkouts/custom/${checkout.id}`))
  expect(after.amount).toBe(after.product_price.price_amount)
  expect(after.subtotal_amount).toBe(after.discount ? after.amount * 0.8 : after.amount)
})
