import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
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

describe('expected_total_amount', () => {
  it('200: what the buyer was told to pay', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    expect((await confirm(till.anonymous, checkout, { expected_total_amount: 1900 })).status).toBe(200)
  })

  it('422: another total, after all that the confirm changes itself; nothing is paid, and the checkout stays open', async () => {
    const { code } = await makeDiscount(till, organizationId, { code: `HALF${unique()}`.replace(/\W/g, '') })
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const asked = { expected_total_amount: 1900, discount_code: code }
    const { status, body } = await confirm(till.anonymous, checkout, asked)
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ type: 'total_changed', loc: ['body', 'expected_total_amount'], input: 1900 }])
    expect((await till.owner.get(`/v1/payments/?checkout_id=${checkout.id}`)).body.items).toEqual([])
    expect((await confirm(till.anonymous, checkout, { expected_total_amount: 1900 })).status).toBe(200)
  })

  it('a price that changes at the same moment is never paid by whoever expected the other', async () => {
    const prices = [
      {
        type: 'recurring',
        recurring_interval: 'month',
        amount_type: 'fixed',
        price_amount: 900,
        price_currency: 'usd',
      },
      {
        type: 'recurring',
        recurring_interval: 'year',
        amount_type: 'fixed',
        price_amount: 9000,
        price_currency: 'usd',
      },
    ]
    const plan = await till.owner.must(
      till.owner.post('/v1/products/', { organization_id: organizationId, name: 'Plan', prices }),
    )
    const yearly = plan.prices.find((price: { price_amount: number }) => price.price_amount === 9000).id
    for (let round = 0; round < 10; round += 1) {
      const checkout = await makeCheckout(till, { product_id: plan.id, customer_email: email() })
      const [, reply] = await Promise.all([
        till.anonymous.patch(`/v1/checkouts/custom/client/${checkout.client_secret}`, { product_price_id: yearly }),
        confirm(till.anonymous, checkout, { expected_total_amount: 900 }),
      ])
      const { items } = (await till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`)).body
      expect(items.map(({ amount }: { amount: number }) => amount)).toEqual(reply.status === 200 ? [900] : [])
    }
  })
})
