import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => stopWithCleanBooks(till))

describe('buying once', () => {
  it('makes a customer, an order, a grant and a key that works at once', async () => {
    const organization = await makeOrganization(till)
    const benefit = await makeLicenseKeysBenefit(till, organization.id)
    const product = await makeProduct(till, organization.id)
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
    const checkout = await makeCheckout(till, { product_id: product.id, metadata: { campaign: 'spring' } })
    expect(checkout).toMatchObject({ status: 'open', customer_email: null, tax_amount: 0 })

    const reply = await confirm(till.anonymous, checkout, {
      customer_email: 'ada@example.com',
      customer_name: 'Ada Example',
      confirmation_token_id: 'ctoken_test_success',
    })
    expect(reply.body).toMatchObject({ status: 'confirmed', customer_email: 'ada@example.com' })
    expect(reply.body.customer_session_token).toMatch(/^till_cst_/)
    expect(reply.status).toBe(200)

    const after = await till.owner.must(till.owner.get(`/v1/checkouts/custom/${checkout.id}`))
    expect(after.status).toBe('succeeded')
    const orders = await till.owner.must(till.owner.get('/v1/orders/'))
    expect(orders.pagination).toEqual({ total_count: 1, max_page: 1 })
    expect(orders.items[0]).toMatchObject({
      checkout_id: checkout.id,
      amount: checkout.amount,
      billing_reason: 'purchase',
      metadata: { campaign: 'spring' },
      customer: { email: 'ada@example.com', metadata: { campaign: 'spring' } },
      subscription: null,
    })
    const keys = await till.owner.must(till.owner.get(`/v1/license-keys?benefit_id=${benefit.id}`))
    expect(keys.items).toHaveLength(1)
    const valid = await till.anonymous.post('/v1/customer-portal/license-keys/validate', {
      key: keys.items[0].key,
      organization_id: organization.id,
    })
    expect(valid.status).toBe(200)
    expect(valid.body).toMatchObject({ validations: 1, status: 'granted' })
    const again = await confirm(till.anonymous, checkout)
    expect(again.status).toBe(403)
    expect(again.body.error).toBe('NotOpenCheckout')
  })
})
