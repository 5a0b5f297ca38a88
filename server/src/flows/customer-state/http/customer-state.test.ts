import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till))

const stateOf = (id: string) => till.owner.get(`/v1/customers/${id}/state`)

/** Bought once and subscribed, with a benefit each. */
async function makeRegular(fields: object = {}) {
  const customer = await makeCustomer(till, shop, fields)
  const [keys, note] = [await makeLicenseKeysBenefit(till, shop), await makeCustomBenefit(till, shop)]
  const [product, plan] = [await makeProduct(till, shop), await makeRecurringProduct(till, shop)]
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [note.id] }))
  await till.owner.must(till.owner.post(`/v1/products/${plan.id}/benefits`, { benefits: [keys.id] }))
  await buy(till, product.id, customer.email, { customer_id: customer.id })
  const order = await buy(till, plan.id, customer.email, { customer_id: customer.id, metadata: { seats: 5 } })
  return { customer, keys, note, plan, order }
}

describe('GET /v1/customers/{id}/state', () => {
  it('200: the customer, and what they have right now', async () => {
    const { customer, keys, note, plan, order } = await makeRegular()
    const { status, body } = await stateOf(customer.id)
    expect(status).toBe(200)
    const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${customer.id}`))
    expect(body).toEqual({
      ...(await till.owner.must(till.owner.get(`/v1/customers/${customer.id}`))),
      active_subscriptions: [
        {
          id: order.subscription_id,
          created_at: expect.any(String),
          modified_at: null,
          metadata: { seats: 5 },
          custom_field_data: {},
          status: 'active',
          amount: 900,
          currency: 'usd',
          recurring_interval: 'month',
          current_period_start: expect.any(String),
          current_period_end: expect.any(String),
          trial_start: null,
          trial_end: null,
          cancel_at_period_end: false,
          canceled_at: null,
          started_at: expect.any(String),
          ends_at: null,
          product_id: plan.id,
          price_id: plan.prices[0].id,
          discount_id: null,
          meters: [],
        },
      ],
      granted_benefits: [
        expect.objectContaining({ benefit_id: note.id, benefit_type: 'custom', properties: {} }),
        {
          id: expect.any(String),
          created_at: expect.any(String),
          modified_at: null,
          granted_at: expect.any(String),
          benefit_id: keys.id,
          benefit_type: 'license_keys',
          benefit_metadata: {},
          properties: { license_key_id: items[0].id, display_key: items[0].display_key },
        },
      ],
      active_meters: [],
    })
  })

  it('200: without what has ended or was revoked', async () => {
    const { customer, note, order } = await makeRegular()
    await till.owner.must(till.owner.delete(`/v1/subscriptions/${order.subscription_id}`))
    const { body } = await stateOf(customer.id)
    expect(body.active_subscriptions).toEqual([])
    expect(body.granted_benefits).toMatchObject([{ benefit_id: note.id }])
  })

  it('200: empty for somebody who has bought nothing; the same by external id', async () => {
    const external_id = `state-${unique()}`
    const customer = await makeCustomer(till, shop, { external_id })
    const state = { ...customer, active_subscriptions: [], granted_benefits: [], active_meters: [] }
    expect((await stateOf(customer.id)).body).toEqual(state)
    expect((await till.owner.get(`/v1/customers/external/${external_id}/state`)).body).toEqual(state)
  })

  it('404: nobody, somebody else’s customer, and one that was deleted', async () => {
    const external_id = `state-${unique()}`
    const { id } = await makeCustomer(till, shop, { external_id })
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    const paths = [`/v1/customers/${id}/state`, `/v1/customers/external/${external_id}/state`]
    for (const path of paths) expect((await other.get(path)).status).toBe(404)
    await till.owner.delete(`/v1/customers/${id}`)
    for (const path of paths) expect((await till.owner.get(path)).status).toBe(404)
  })

  it('422: an external id that two organizations of the caller know', async () => {
    const external_id = `state-${unique()}`
    for (const id of [shop, (await makeOrganization(till)).id]) await makeCustomer(till, id, { external_id })
    const path = `/v1/customers/external/${external_id}/state`
    expect((await till.owner.get(path)).status).toBe(422)
    expect((await till.owner.get(`${path}?organization_id=${shop}`)).body.organization_id).toBe(shop)
  })
})
