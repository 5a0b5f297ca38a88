import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { forgotten, whoMentions } from '../../../../test/support/forgotten.ts'
import { LICENSE_CALLS } from '../../../../test/support/license-key-factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { waiting } from '../../../../test/support/waiting.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { forgetExpired } from '../../../platform/due-work/forget.ts'

const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
let productId: string
let planId: string
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till, { subscription_settings: { allow_customer_updates: true } })).id
  productId = (await makeProduct(till, shop)).id
  planId = (await makeRecurringProduct(till, shop)).id
})
afterAll(() => stopWithCleanBooks(till))

const newEmail = () => `momentary-${unique()}@example.com`
const remove = (id: string) => till.owner.delete(`/v1/customers/${id}`)

/** What is begun while somebody else holds a row: one after the other, each when the one before waits or is done. */
async function whileHeld(table: string, id: string, ...begin: (() => Promise<Reply>)[]): Promise<number[]> {
  const begun: Promise<Reply>[] = []
  await till.sql.begin(async (held) => {
    await held`select from ${held(table)} where id = ${id} for no key update`
    let done = 0
    for (const each of begin) {
      begun.push(each().finally(() => done++))
      await waiting(till, () => begun.length - done)
    }
  })
  return (await Promise.all(begun)).map((reply) => reply.status)
}

async function signedIn(customerId: string) {
  const { token } = await till.owner.must(till.owner.post('/v1/customer-sessions/', { customer_id: customerId }))
  return till.as(token)
}

async function productWithKey(): Promise<string> {
  const benefit = await makeLicenseKeysBenefit(till, shop, { properties: { activations: { limit: 2 } } })
  const { id } = await makeProduct(till, shop)
  await till.owner.must(till.owner.post(`/v1/products/${id}/benefits`, { benefits: [benefit.id] }))
  return id
}

describe('deleting a customer leaves nothing of them', () => {
  it('in a checkout that was given up and that somebody holds at this moment', async () => {
    const email = newEmail()
    const { customer_id: id } = await buy(till, productId, email)
    const typed = await makeCheckout(till, { product_id: productId, customer_email: email })
    expect(await whileHeld('checkouts', typed.id, () => remove(id))).toEqual([204])
    await forgotten(till, id)
    expect(await whoMentions(till, email, box)).toEqual([])
  })

  it('in what their own session is answered at this moment', async () => {
    const email = newEmail()
    const { customer_id: id, subscription_id } = await buy(till, planId, email)
    const own = await signedIn(id)
    const cancel = () =>
      own.patch(
        `/v1/customer-portal/subscriptions/${subscription_id}`,
        { cancel_at_period_end: true, cancellation_comment: email },
        { 'idempotency-key': `moment-${unique()}` },
      )
    expect(await whileHeld('subscriptions', subscription_id, cancel, () => remove(id))).toEqual([200, 204])
    await forgotten(till, id)
    expect(await whoMentions(till, email, box)).toEqual([])
  })

  it('in what is told of their license key, which somebody changes and gives back at this moment', async () => {
    const email = newEmail()
    const { customer_id: id } = await buy(till, await productWithKey(), email)
    const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${id}`))
    const licenseKey = items[0]
    const held = { organization_id: shop, key: licenseKey.key }
    const call = (verb: string, fields: object) =>
      till.anonymous.post(`${LICENSE_CALLS}/${verb}`, { ...held, ...fields })
    const { id: activation_id } = await till.anonymous.must(call('activate', { label: 'Laptop' }))
    const change = () => till.owner.patch(`/v1/license-keys/${licenseKey.id}`, { limit_usage: 5 })
    const giveBack = () => call('deactivate', { activation_id })
    const statuses = await whileHeld('license_keys', licenseKey.id, () => remove(id), change, giveBack)
    expect(statuses).toEqual([204, 200, 204])
    const told = await till.sql<{ type: string; data: object }[]>`
      select type, data from events
      where object_id = ${licenseKey.id} and type in ('license_key.updated', 'license_key.deactivated') order by id`
    expect(told.filter(({ data }) => JSON.stringify(data).includes(email))).toEqual([])
    expect(told).toHaveLength(3)
  })

  it('in what a session was answered that has ended since', async () => {
    const email = newEmail()
    const { customer_id: id } = await buy(till, productId, email)
    const own = await signedIn(id)
    const path = '/v1/customer-portal/customers/me'
    await own.must(own.patch(path, { name: 'Mo' }, { 'idempotency-key': `moment-${unique()}` }))
    await till.sql`update customer_sessions set expires_at = now() - interval '1 second' where customer_id = ${id}`
    await forgetExpired(till.sql, new Date())
    expect((await remove(id)).status).toBe(204)
    await forgotten(till, id)
    expect(await whoMentions(till, email, box)).toEqual([])
  })
})
