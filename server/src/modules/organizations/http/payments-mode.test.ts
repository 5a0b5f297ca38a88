import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { StripeStandIn } from '../../../../test/support/stripe-stand-in.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

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
  await stopWithCleanBooks(till)
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
    const events = await till.sql`select type, previous_attributes from events where object_id = ${made.id} order by id`
    expect(events.slice(1)).toEqual([
      { type: 'organization.updated', previousAttributes: { payments: { mode: 'sandbox' } } },
    ])
  })

  it('200: checkouts made from now on take real money; those that are open expire, with their events', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    const before = await makeCheckout(till, { product_id: product.id, customer_email: 'ada@example.com' })
    await setMode(till, id, 'live')
    const after = await makeCheckout(till, { product_id: product.id })
    expect(before.payment_processor_metadata).toEqual({ mode: 'sandbox' })
    expect(after.payment_processor_metadata).toEqual({ mode: 'live', publishable_key: standIn.settings.publishableKey })
    const again = await till.owner.get(`/v1/checkouts/custom/${before.id}`)
    expect([again.body.status, again.body.payment_processor_metadata]).toEqual(['expired', { mode: 'sandbox' }])
    const paid = await confirm(till.anonymous, before)
    expect([paid.status, paid.body.error]).toEqual([410, 'ExpiredCheckout'])
    const events = () => till.sql`
      select type, previous_attributes from events where object_id = ${before.id} and type <> 'checkout.created'`
    await expect
      .poll(events, { timeout: 15_000 })
      .toEqual([{ type: 'checkout.expired', previousAttributes: { status: 'open' } }])
    expect((await till.owner.get(`/v1/checkouts/custom/${after.id}`)).body.status).toBe('open')
  })

  it('200: a buyer whom the bank has asked something cannot say yes any more', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: 'ada@example.com' })
    const token = { confirmation_token_id: 'ctoken_test_authentication_required' }
    expect((await confirm(till.anonymous, checkout, token)).body.status).toBe('confirmed')
    await setMode(till, id, 'live')
    const statusOf = async () => (await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status
    await expect.poll(statusOf, { timeout: 15_000 }).toBe('expired')
    expect(await till.sql`select status from payments where checkout_id = ${checkout.id}`).toEqual([
      { status: 'canceled' },
    ])
  })

  it('200: confirms at the same moment have bought with a test card before, or are refused', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    const email = () => `race-${unique()}@example.com`
    const make = () => makeCheckout(till, { product_id: product.id, customer_email: email() })
    const made = await Promise.all(Array.from({ length: 20 }, make))
    const [replies, late] = await Promise.all([
      Promise.all(made.map((checkout) => confirm(till.anonymous, checkout))),
      Promise.all(Array.from({ length: 20 }, make)),
      setMode(till, id, 'live'),
    ])
    for (const { status } of replies) expect([200, 410]).toContain(status)
    const bought = replies.filter(({ status }) => status === 200).length
    expect(await till.sql`select from orders where organization_id = ${id}`).toHaveLength(bought)
    // Also those that were made by somebody who had not heard of it yet.
    const ofTest = late.filter(({ payment_processor_metadata: { mode } }) => mode === 'sandbox')
    for (const checkout of [...made, ...ofTest]) {
      const { status, body } = await confirm(till.anonymous, checkout)
      expect([
        [403, 'NotOpenCheckout'],
        [410, 'ExpiredCheckout'],
      ]).toContainEqual([status, body.error])
    }
    expect(await till.sql`select from orders where organization_id = ${id}`).toHaveLength(bought)
  })

  it('200: one that was made by somebody who had not heard of it takes no test card', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    await setMode(till, id, 'live')
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: 'ada@example.com' })
    await till.sql`update checkouts set payments_mode = 'sandbox' where id = ${checkout.id}`
    const secret = `/v1/checkouts/custom/client/${checkout.client_secret}`
    const replies = [
      await till.anonymous.get(secret),
      await till.anonymous.patch(secret, { customer_name: 'Ada' }),
      await confirm(till.anonymous, checkout),
    ]
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([410, 'ExpiredCheckout']))
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
