import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
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

const email = () => `again${unique()}@example.com`
const keyed = () => ({ 'idempotency-key': `again-${unique()}` })

describe('a repeated confirm gets the first answer', () => {
  it('after a decline, also when the discount has ended since, and when the checkout has expired', async () => {
    const discount = await makeDiscount(till, organizationId)
    const fields = { product_id: productId, customer_email: email(), discount_id: discount.id }
    const checkout = await makeCheckout(till, fields)
    const body = { confirmation_token_id: 'ctoken_test_declined' }
    const key = keyed()
    const first = await confirm(till.anonymous, checkout, body, key)
    expect(first.status).toBe(400)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const repeat = async () => {
      const again = await confirm(till.anonymous, checkout, body, key)
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    }
    await till.sql`update discounts set ends_at = now() - interval '1 second' where id = ${discount.id}`
    await repeat()
    await till.sql`update checkouts set expires_at = now() - interval '1 second' where id = ${checkout.id}`
    await repeat()
  })

  it('when many repeat it at once: nobody is told that it still runs', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const key = keyed()
    const first = await confirm(till.anonymous, checkout, {}, key)
    const again = await Promise.all(Array.from({ length: 30 }, () => confirm(till.anonymous, checkout, {}, key)))
    expect(again.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(again.every(({ body }) => body.customer_session_token === first.body.customer_session_token)).toBe(true)
  })
})

describe('a checkout for a customer that was deleted since', () => {
  it('is gone: nothing is sold, also not to whoever has the address now', async () => {
    const customer = await makeCustomer(till, organizationId)
    const checkout = await makeCheckout(till, { product_id: productId, customer_id: customer.id })
    await till.owner.must(till.owner.delete(`/v1/customers/${customer.id}`))
    await makeCustomer(till, organizationId, { email: customer.email })
    for (const body of [{}, { customer_email: email() }]) {
      expect((await confirm(till.anonymous, checkout, body)).body.error).toBe('ExpiredCheckout')
    }
    expect(await till.sql`select from orders where checkout_id = ${checkout.id}`).toHaveLength(0)
  })

  it('deleted in the very moment of a purchase: no session outlives the customer', async () => {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const customer = await makeCustomer(till, organizationId)
        const checkout = await makeCheckout(till, { product_id: productId, customer_id: customer.id })
        const [sale] = await Promise.all([
          confirm(till.anonymous, checkout),
          till.owner.delete(`/v1/customers/${customer.id}`),
        ])
        // Either the purchase came first, or the customer was gone.
        expect([200, 410]).toContain(sale.status)
        if (sale.status === 410) return
        const mine = await till.as(sale.body.customer_session_token).get('/v1/customer-portal/license-keys/')
        expect(mine.status).toBe(sale.body.customer_id === customer.id ? 401 : 200)
      }),
    )
  })
})

describe('a token beside the client secret', () => {
  it('may be a customer session, and is refused when that is not valid', async () => {
    const sold = await confirm(
      till.anonymous,
      await makeCheckout(till, { product_id: productId, customer_email: email() }),
    )
    const session = sold.body.customer_session_token
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    await till.sql`update customer_sessions set expires_at = now() where id in (select id from customer_sessions)`
    expect((await confirm(till.as(session), checkout)).status).toBe(401)
    await till.sql`update customer_sessions set expires_at = now() + interval '1 hour'`
    expect((await confirm(till.as(session), checkout)).status).toBe(200)
  })
})
