import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { StripeStandIn } from '../../../../test/support/stripe-stand-in.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let standIn: StripeStandIn
/** With the keys of a processor. */
let till: TestTill
let without: TestTill
beforeAll(async () => {
  standIn = await StripeStandIn.start()
  till = await startTill({ payments: { stripe: standIn.settings } })
  without = await startTill()
})
afterAll(async () => {
  await till.stop()
  await without.stop()
  await standIn.stop()
})

const setMode = (on: TestTill, id: string, mode: unknown) =>
  on.owner.patch(`/v1/organizations/${id}`, { payments: { mode } })

describe('PATCH /v1/organizations/{id} with payments.mode', () => {
  it('200: from test cards to real money, with one event', async () => {
    const made = await makeOrganization(till)
    expect(made.payments).toEqual({ mode: 'sandbox' })
    const { status, body } = await setMode(till, made.id, 'live')
    expect([status, body.payments]).toEqual([200, { mode: 'live' }])
    expect((await till.owner.get(`/v1/organizations/${made.id}`)).body).toEqual(body)
    expect((await setMode(till, made.id, 'live')).body).toEqual(body)
    const events = await till.sql`select type, previous_attributes from events where object_id = ${made.id}`
    expect(events).toEqual([{ type: 'organization.updated', previousAttributes: { payments: { mode: 'sandbox' } } }])
  })

  it('200: checkouts made from now on take real money; those that are open keep taking test cards', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    const before = await makeCheckout(till, { product_id: product.id })
    await setMode(till, id, 'live')
    const after = await makeCheckout(till, { product_id: product.id })
    expect(before.payment_processor_metadata).toEqual({ mode: 'sandbox' })
    expect(after.payment_processor_metadata).toEqual({ mode: 'live', publishable_key: standIn.settings.publishableKey })
    const again = await till.owner.get(`/v1/checkouts/custom/${before.id}`)
    expect(again.body.payment_processor_metadata).toEqual({ mode: 'sandbox' })
  })

  it('200: the mode that it has already', async () => {
    const made = await makeOrganization(without)
    expect((await setMode(without, made.id, 'sandbox')).body).toEqual(made)
    expect((await without.owner.patch(`/v1/organizations/${made.id}`, { payments: {} })).body).toEqual(made)
  })

  it('422: there is no way back', async () => {
    const { id } = await makeOrganization(till)
    await setMode(till, id, 'live')
    const { status, body } = await setMode(till, id, 'sandbox')
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'payments', 'mode']])
    expect((await till.owner.get(`/v1/organizations/${id}`)).body.payments).toEqual({ mode: 'live' })
  })

  it('422: real money without the keys of a processor, in words that say what to set', async () => {
    const { id } = await makeOrganization(without)
    const { status, body } = await setMode(without, id, 'live')
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'payments', 'mode'], msg: expect.stringContaining('STRIPE_SECRET_KEY') }),
    ])
  })

  it.each([null, 'test', 1])('422: the mode %j', async (mode) => {
    const { id } = await makeOrganization(till)
    const { status, body } = await setMode(till, id, mode)
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'payments', 'mode']])
    expect((await till.owner.patch(`/v1/organizations/${id}`, { payments: null })).status).toBe(422)
  })
})
