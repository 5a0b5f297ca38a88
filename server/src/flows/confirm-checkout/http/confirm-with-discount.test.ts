import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
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

const path = '/v1/checkouts/custom/'
const client = (checkout: { client_secret: string }) => `${path}client/${checkout.client_secret}`
const email = () => `saver${unique()}@example.com`
const statusOf = async (id: string) => (await till.owner.get(path + id)).body.status

describe('a discount that no longer applies at confirm', () => {
  it.each<[string, string, (discount: { id: string }) => Promise<unknown>]>([
    ['has ended', 'discount_ended', ({ id }) => change(id, { ends_at: '2020-01-01T00:00:00Z' })],
    ['has not started', 'discount_not_started', ({ id }) => change(id, { starts_at: '2999-01-01T00:00:00Z' })],
    ['is for other products', 'discount_other_product', async ({ id }) => change(id, { products: [await another()] })],
    [
      'is in another currency',
      'discount_other_currency',
      ({ id }) => change(id, { type: 'fixed', amount: 100, currency: 'eur' }),
    ],
    ['is deleted', 'discount_deleted', ({ id }) => till.owner.delete(`/v1/discounts/${id}`)],
  ])('422: because it %s; the checkout stays open and goes on without it', async (_, type, spoil) => {
    const discount = await makeDiscount(till, organizationId)
    const byCode = await makeCheckout(till, { product_id: productId, customer_email: email() })
    await till.anonymous.must(till.anonymous.patch(client(byCode), { discount_code: discount.code }))
    const byId = await makeCheckout(till, {
      product_id: productId,
      customer_email: email(),
      discount_id: discount.id,
    })
    await spoil(discount)
    for (const [checkout, field] of [
      [byCode, 'discount_code'],
      [byId, 'discount_id'],
    ] as const) {
      const refused = await confirm(till.anonymous, checkout)
      expect(refused.status).toBe(422)
      expect(refused.body.detail).toEqual([expect.objectContaining({ type, loc: ['body', field] })])
      expect(await statusOf(checkout.id)).toBe('open')
    }
    expect((await confirm(till.anonymous, byCode, { discount_code: null })).body.total_amount).toBe(1900)
    await till.owner.must(till.owner.patch(path + byId.id, { discount_id: null }))
    expect((await confirm(till.anonymous, byId)).status).toBe(200)
  })

  const change = (id: string, fields: object) => till.owner.must(till.owner.patch(`/v1/discounts/${id}`, fields))
  const another = async () => (await makeProduct(till, organizationId)).id
})

describe('a limit per customer', () => {
  const limited = (fields: object = {}) =>
    makeDiscount(till, organizationId, { max_redemptions_per_customer: 1, ...fields })

  it('422: used up when it is set for a customer by id, by e-mail address, by code', async () => {
    const discount = await limited()
    const address = email()
    const order = await buy(till, productId, address, { discount_id: discount.id })
    const used = { type: 'discount_used_up_by_customer' }
    for (const who of [{ customer_id: order.customer_id }, { customer_email: address.toUpperCase() }]) {
      const created = await till.owner.post(path, { product_id: productId, discount_id: discount.id, ...who })
      expect(created.status).toBe(422)
      expect(created.body.detail).toEqual([expect.objectContaining({ ...used, loc: ['body', 'discount_id'] })])
      const checkout = await makeCheckout(till, { product_id: productId, ...who })
      const bySeller = await till.owner.patch(path + checkout.id, { discount_id: discount.id })
      expect(bySeller.body.detail).toEqual([expect.objectContaining({ ...used, loc: ['body', 'discount_id'] })])
      const byBuyer = await till.anonymous.patch(client(checkout), { discount_code: discount.code })
      expect(byBuyer.body.detail).toEqual([expect.objectContaining({ ...used, loc: ['body', 'discount_code'] })])
      expect((await till.owner.get(path + checkout.id)).body).toEqual(checkout)
    }
    const fresh = await makeCheckout(till, { product_id: productId })
    const together = { discount_code: discount.code, customer_email: address }
    expect((await till.anonymous.patch(client(fresh), together)).body.detail[0]).toMatchObject(used)
    expect((await confirm(till.anonymous, fresh, together)).body.detail[0]).toMatchObject(used)
  })

  it('422: used up at confirm, where the customer is known at last; the checkout stays open', async () => {
    const discount = await limited()
    const address = email()
    await buy(till, productId, address, { discount_id: discount.id })
    const checkout = await makeCheckout(till, { product_id: productId, discount_id: discount.id })
    const refused = await confirm(till.anonymous, checkout, { customer_email: address })
    expect(refused.status).toBe(422)
    expect(refused.body.detail[0]).toMatchObject({
      type: 'discount_used_up_by_customer',
      loc: ['body', 'discount_id'],
    })
    expect(await statusOf(checkout.id)).toBe('open')
    expect((await confirm(till.anonymous, checkout, { customer_email: email() })).status).toBe(200)
  })

  it('200: every place can be used, and others have places of their own', async () => {
    const discount = await limited({ max_redemptions_per_customer: 2 })
    const customer = await makeCustomer(till, organizationId)
    const buyAs = async (fields: object) => {
      const made = await till.owner.post(path, { product_id: productId, discount_id: discount.id, ...fields })
      return made.status === 201 ? (await confirm(till.anonymous, made.body)).status : made.status
    }
    const mine = { customer_id: customer.id }
    expect([await buyAs(mine), await buyAs(mine), await buyAs(mine)]).toEqual([200, 200, 422])
    expect(await buyAs({ customer_email: email() })).toBe(200)
    expect((await till.owner.get(`/v1/discounts/${discount.id}`)).body.redemptions_count).toBe(3)
  })

  it('200: a declined payment takes no place', async () => {
    const discount = await limited({ max_redemptions: 1 })
    const checkout = await makeCheckout(till, {
      product_id: productId,
      discount_id: discount.id,
      customer_email: email(),
    })
    const declined = await confirm(till.anonymous, checkout, { confirmation_token_id: 'ctoken_test_declined' })
    expect(declined.status).toBe(400)
    expect((await confirm(till.anonymous, checkout)).status).toBe(200)
  })

  it('200: a limit that comes later counts what was used before', async () => {
    const discount = await makeDiscount(till, organizationId)
    const address = email()
    await buy(till, productId, address, { discount_id: discount.id })
    const checkout = await makeCheckout(till, {
      product_id: productId,
      discount_id: discount.id,
      customer_email: address,
    })
    const limit = (many: number | null) =>
      till.owner.must(till.owner.patch(`/v1/discounts/${discount.id}`, { max_redemptions_per_customer: many }))
    await limit(1)
    expect((await confirm(till.anonymous, checkout)).status).toBe(422)
    await limit(2)
    expect((await confirm(till.anonymous, checkout)).status).toBe(200)
  })
})
