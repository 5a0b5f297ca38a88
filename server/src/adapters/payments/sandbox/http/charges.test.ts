import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, confirm, makeCheckout } from '../../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct } from '../../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../../test/support/till.ts'

let till: TestTill
let shop: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  productId = (await makeProduct(till, shop)).id
})
afterAll(() => till.stop())

const path = '/v1/sandbox/charges'
const email = () => `charged-${unique()}@example.com`
const list = (query: string) => till.owner.must(till.owner.get(`${path}?${query}`))

async function pay(token: string) {
  const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
  await confirm(till.anonymous, checkout, { confirmation_token_id: `ctoken_test_${token}` })
  return checkout
}

describe('GET /v1/sandbox/charges', () => {
  it('200: what was decided in the sale itself', async () => {
    const order = await buy(till, productId, email())
    const { items, pagination } = await list(`checkout_id=${order.checkout_id}`)
    expect(pagination.total_count).toBe(1)
    const [payment] = (await till.owner.get(`/v1/payments/?order_id=${order.id}`)).body.items
    expect(items).toEqual([
      {
        id: payment.id,
        created_at: payment.created_at,
        organization_id: shop,
        checkout_id: order.checkout_id,
        payment_id: payment.id,
        processor_reference: payment.processor_reference,
        amount: order.amount,
        currency: 'usd',
        refunded_amount: 0,
        is_inline: true,
      },
    ])
  })

  it('200: what went through the books of the sandbox, also when nobody here knows of it yet', async () => {
    const checkout = await pay('unknown')
    const { items } = await list(`checkout_id=${checkout.id}`)
    expect(items).toMatchObject([{ is_inline: false, processor_reference: expect.stringMatching(/^pi_sandbox_/) }])
    expect((await list(`payment_id=${items[0].payment_id}`)).items).toEqual(items)
  })

  it('200: a second charge would be seen', async () => {
    const checkout = await pay('unknown')
    await till.sql`
      insert into sandbox.charges (id, created_at, reference, payment_id, organization_id, checkout_id, amount, currency)
      select gen_random_uuid(), now(), reference, payment_id, organization_id, checkout_id, amount, currency
      from sandbox.charges where checkout_id = ${checkout.id}`
    expect((await list(`checkout_id=${checkout.id}`)).pagination.total_count).toBe(2)
  })

  it('200: newest first, page by page, with nothing that was declined or free', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    await buy(till, (await makeFreeProduct(till, id)).id, email())
    const checkouts: string[] = []
    for (const token of ['success', 'declined', 'unknown', 'success']) {
      const checkout = await makeCheckout(till, { product_id: product.id, customer_email: email() })
      await confirm(till.anonymous, checkout, { confirmation_token_id: `ctoken_test_${token}` })
      checkouts.push(checkout.id)
    }
    const { items, pagination } = await list(`organization_id=${id}`)
    expect(items.map((item: { checkout_id: string }) => checkouts.indexOf(item.checkout_id))).toEqual([3, 2, 0])
    expect(pagination.total_count).toBe(3)
    const second = await list(`organization_id=${id}&limit=1&page=2`)
    expect(second).toEqual({ items: [items[1]], pagination: { total_count: 3, max_page: 3 } })
  })
})
