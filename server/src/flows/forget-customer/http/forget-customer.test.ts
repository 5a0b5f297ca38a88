import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { forgotten, whoMentions } from '../../../../test/support/forgotten.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { SecretBox } from '../../../kernel/secrets.ts'

const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
let product: Reply['body']
let plan: Reply['body']
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till)).id
  const benefits = [
    (await makeLicenseKeysBenefit(till, shop, { properties: { activations: { limit: 3 } } })).id,
    (await makeCustomBenefit(till, shop)).id,
  ]
  const field = await makeCustomField(till, shop, { slug: 'engraving' })
  const attached_custom_fields = [{ custom_field_id: field.id, required: false }]
  product = await makeProduct(till, shop, { attached_custom_fields })
  plan = await makeRecurringProduct(till, shop, { attached_custom_fields })
  for (const { id } of [product, plan]) {
    await till.owner.must(till.owner.post(`/v1/products/${id}/benefits`, { benefits }))
  }
})
afterAll(() => stopWithCleanBooks(till))

const remove = (id: string) => till.owner.delete(`/v1/customers/${id}`)

/** What the customer of the long story must not leave behind, each in a spelling that nothing else has. */
const TRACES = {
  email: 'zebulon.quagmire',
  formerEmail: 'z.quagmire.formerly',
  name: 'Zebulon',
  street: 'Wolpertinger Alley',
  floor: 'Attic of Mirrors',
  postalCode: 'QX-90210',
  city: 'Quagville',
  state: 'Quagshire',
  taxId: 'DE998877665',
  externalId: 'quagmire-4711',
  ip: '203.0.113.77',
  note: 'likes fog',
  engraving: 'For my dear fog',
  machine: 'foghorn laptop',
  comment: 'too much fog',
  refund: 'fog was missing',
}
const EMAIL = `${TRACES.email}@example.com`
const ADDRESS = {
  line1: `77 ${TRACES.street}`,
  line2: TRACES.floor,
  postal_code: TRACES.postalCode,
  city: TRACES.city,
  state: TRACES.state,
  country: 'DE',
}
const key = () => ({ 'idempotency-key': `story-${unique()}` })

/** Somebody who did everything that leaves a trace. */
async function aLongStory() {
  const customer = await till.owner.must(
    till.owner.post(
      '/v1/customers/',
      {
        organization_id: shop,
        email: `${TRACES.formerEmail}@example.com`,
        name: `${TRACES.name} Q.`,
        billing_address: ADDRESS,
        tax_id: [TRACES.taxId, 'eu_vat'],
        external_id: TRACES.externalId,
        metadata: { note: TRACES.note },
      },
      key(),
    ),
  )
  const givenUpBefore = await makeCheckout(till, {
    product_id: product.id,
    customer_email: `${TRACES.formerEmail.toUpperCase()}@example.com`,
  })
  await till.owner.must(till.owner.patch(`/v1/customers/${customer.id}`, { email: EMAIL }, key()))
  const said = {
    customer_name: `${TRACES.name} Quagmire`,
    customer_billing_address: ADDRESS,
    customer_ip_address: TRACES.ip,
    customer_tax_id: TRACES.taxId,
    customer_metadata: { note: TRACES.note },
    metadata: { who: EMAIL },
    custom_field_data: { engraving: TRACES.engraving },
  }
  const typed = await till.owner.must(
    till.owner.post('/v1/checkouts/custom/', { ...said, product_id: product.id, customer_email: EMAIL }, key()),
  )
  await confirm(till.anonymous, typed, { confirmation_token_id: 'ctoken_test_declined' }, key())
  const named = await makeCheckout(till, { ...said, product_id: product.id, customer_id: customer.id })
  const order = await buy(till, product.id, EMAIL.toUpperCase(), said)
  const refund = { order_id: order.id, amount: 1, reason: 'other', comment: TRACES.refund, metadata: { who: EMAIL } }
  await till.owner.must(till.owner.post('/v1/refunds/', refund, key()))
  const checkout = await makeCheckout(till, { ...said, product_id: plan.id, customer_email: EMAIL })
  await till.anonymous.must(confirm(till.anonymous, checkout, {}, key()))
  const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${customer.id}`))
  for (const { key: text } of items) {
    const held = { key: text, organization_id: shop, label: TRACES.machine, meta: { name: TRACES.machine } }
    const path = '/v1/customer-portal/license-keys/activate'
    await till.anonymous.must(till.anonymous.post(path, { ...held, conditions: { who: TRACES.machine } }, key()))
  }
  const { token } = await till.owner.must(
    till.owner.post('/v1/customer-sessions/', { customer_id: customer.id }, key()),
  )
  const own = till.as(token)
  await own.must(own.patch('/v1/customer-portal/customers/me', { name: TRACES.name }, key()))
  const { items: subscriptions } = await own.must(own.get('/v1/customer-portal/subscriptions/'))
  await own.must(
    own.patch(
      `/v1/customer-portal/subscriptions/${subscriptions[0].id}`,
      { cancel_at_period_end: true, cancellation_comment: TRACES.comment },
      key(),
    ),
  )
  return { customer, order, checkouts: [givenUpBefore, typed, named], token, keys: items, subscriptions }
}

describe('DELETE /v1/customers/{id}', () => {
  it('204: nothing in the whole database says who it was', async () => {
    const { customer } = await aLongStory()
    for (const trace of Object.values(TRACES)) expect(await whoMentions(till, trace, box)).not.toEqual([])
    expect((await remove(customer.id)).status).toBe(204)
    await forgotten(till, customer.id)
    for (const trace of Object.values(TRACES)) expect([trace, await whoMentions(till, trace, box)]).toEqual([trace, []])
  })

  it('204: rows are clean at once, before any work in the background', async () => {
    const { customer, order, checkouts, keys, subscriptions } = await aLongStory()
    const kept = await till.owner.must(till.owner.get(`/v1/orders/${order.id}`))
    await remove(customer.id)
    const after = await till.owner.must(till.owner.get(`/v1/orders/${order.id}`))
    expect(after).toMatchObject({
      id: kept.id,
      amount: kept.amount,
      currency: kept.currency,
      created_at: kept.created_at,
      product: kept.product,
      customer_id: customer.id,
      billing_address: { line1: null, line2: null, postal_code: null, city: null, state: null, country: 'DE' },
      metadata: {},
      customer: { name: null, email: `deleted-${customer.id}@till.invalid`, deleted_at: expect.any(String) },
    })
    const shown = [
      after,
      ...(await Promise.all(checkouts.map(({ id }) => till.owner.must(till.owner.get(`/v1/checkouts/custom/${id}`))))),
      ...(await Promise.all(
        keys.map(({ id }: Reply['body']) => till.owner.must(till.owner.get(`/v1/license-keys/${id}`))),
      )),
      await till.owner.must(till.owner.get(`/v1/subscriptions/${subscriptions[0].id}`)),
      await till.owner.must(till.owner.get(`/v1/refunds/?order_id=${order.id}`)),
    ]
    for (const trace of Object.values(TRACES)) expect(JSON.stringify(shown)).not.toContain(trace)
    await forgotten(till, customer.id)
  })

  it('204: subscriptions end, benefits and license keys are revoked, sessions stop', async () => {
    const { customer, token, keys, subscriptions } = await aLongStory()
    await remove(customer.id)
    const { body } = await till.owner.get(`/v1/subscriptions/${subscriptions[0].id}`)
    expect(body).toMatchObject({ status: 'canceled', ended_at: expect.any(String) })
    expect(keys).toHaveLength(2)
    for (const { id, key: text } of keys) {
      expect((await till.owner.get(`/v1/license-keys/${id}`)).body.status).toBe('revoked')
      const asked = { key: text, organization_id: shop }
      const reply = await till.anonymous.post('/v1/customer-portal/license-keys/validate', asked)
      expect([reply.status, reply.body.code]).toEqual([404, 'license_key_not_granted'])
    }
    const granted = await till.sql`select from benefit_grants where customer_id = ${customer.id} and is_granted`
    expect(granted).toHaveLength(0)
    expect((await till.as(token).get('/v1/customer-portal/orders/')).status).toBe(401)
    const types = await till.sql<{ type: string }[]>`
      select distinct type from events e where data ->> 'customer_id' = ${customer.id} or object_id = ${customer.id}`
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'customer.deleted',
        'subscription.revoked',
        'benefit_grant.revoked',
        'license_key.revoked',
      ]),
    )
    await forgotten(till, customer.id)
  })

  it('204: a license key goes too that was revoked with its benefit and given back by hand', async () => {
    const benefit = (await makeLicenseKeysBenefit(till, shop)).id
    const { id } = await makeProduct(till, shop)
    const setBenefits = (benefits: readonly string[]) =>
      till.owner.must(till.owner.post(`/v1/products/${id}/benefits`, { benefits }))
    await setBenefits([benefit])
    const order = await buy(till, id, `returned-${unique()}@example.com`)
    const key = async () => (await till.owner.get(`/v1/license-keys/?benefit_id=${benefit}`)).body.items[0]
    await setBenefits([])
    await expect.poll(async () => (await key()).status, { timeout: 15_000 }).toBe('revoked')
    await till.owner.must(till.owner.patch(`/v1/license-keys/${(await key()).id}`, { status: 'granted' }))
    await remove(order.customer_id)
    expect((await key()).status).toBe('revoked')
    await forgotten(till, order.customer_id)
  })

  it('204: open checkouts of the customer end, and offer a fresh one', async () => {
    const { customer, checkouts } = await aLongStory()
    await remove(customer.id)
    for (const { client_secret } of checkouts) {
      const path = `/v1/checkouts/custom/client/${client_secret}`
      for (const reply of [
        await till.anonymous.get(path),
        await till.anonymous.patch(path, { customer_email: EMAIL }),
        await till.anonymous.post(`${path}/confirm`, { customer_email: EMAIL }),
      ]) {
        expect(reply.status).toBe(410)
        expect(reply.body).toMatchObject({ error: 'ExpiredCheckout', product_id: product.id })
      }
    }
    await forgotten(till, customer.id)
  })

  it('204: the e-mail address is free at once; whoever buys with it is somebody new', async () => {
    const { customer } = await aLongStory()
    await remove(customer.id)
    const order = await buy(till, product.id, EMAIL)
    expect(order.customer_id).not.toBe(customer.id)
    expect(order.customer).toMatchObject({ email: EMAIL, name: null, metadata: {} })
    await forgotten(till, customer.id)
    expect((await till.owner.get(`/v1/orders/${order.id}`)).body.customer.email).toBe(EMAIL)
    await remove(order.customer_id)
    await forgotten(till, order.customer_id)
  })

  it('204: a request that is repeated gets its answer, without a face', async () => {
    const headers = key()
    const input = { organization_id: shop, email: EMAIL, name: TRACES.name }
    const first = await till.owner.must(till.owner.post('/v1/customers/', input, headers))
    await remove(first.id)
    await forgotten(till, first.id)
    const again = await till.owner.post('/v1/customers/', input, headers)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual({
      ...first,
      name: null,
      email: `deleted-${first.id}@till.invalid`,
      avatar_url: 'http://till.example.com/avatars/D.svg',
    })
  })

  it('204: nobody else loses anything', async () => {
    const other = await makeOrganization(till)
    const twin = await makeCustomer(till, other.id, { email: EMAIL, name: TRACES.name, billing_address: ADDRESS })
    const neighbor = await makeCustomer(till, shop, { name: TRACES.name, billing_address: ADDRESS })
    const foreign = await makeCheckout(till, {
      product_id: (await makeProduct(till, other.id)).id,
      customer_email: EMAIL,
    })
    const order = await buy(till, product.id, neighbor.email, { customer_name: TRACES.name })
    const { customer } = await aLongStory()
    const before = await Promise.all(
      [`/v1/customers/${twin.id}`, `/v1/customers/${neighbor.id}`, `/v1/checkouts/custom/${foreign.id}`].map(read),
    )
    const events = await till.sql`select data from events where object_id in (${twin.id}, ${neighbor.id}, ${order.id})
      order by id`
    await remove(customer.id)
    await forgotten(till, customer.id)
    const after = await Promise.all(
      [`/v1/customers/${twin.id}`, `/v1/customers/${neighbor.id}`, `/v1/checkouts/custom/${foreign.id}`].map(read),
    )
    expect(after).toEqual(before)
    const same = await till.sql`select data from events where object_id in (${twin.id}, ${neighbor.id}, ${order.id})
      order by id`
    expect(same).toEqual(events)
    expect((await read(`/v1/orders/${order.id}`)).customer.name).toBe(TRACES.name)
  })

  const read = (path: string) => till.owner.must(till.owner.get(path))

  it('204: an address from before that is somebody else’s by now stays theirs', async () => {
    const [old, now] = [`old-${unique()}@example.com`, `now-${unique()}@example.com`]
    const moved = await makeCustomer(till, shop, { email: old })
    await till.owner.must(till.owner.patch(`/v1/customers/${moved.id}`, { email: now }))
    await makeCustomer(till, shop, { email: old })
    const theirs = await makeCheckout(till, { product_id: product.id, customer_email: old })
    await remove(moved.id)
    await forgotten(till, moved.id)
    expect(await read(`/v1/checkouts/custom/${theirs.id}`)).toMatchObject({ status: 'open', customer_email: old })
  })

  it('403: a token that may only read', async () => {
    const { id } = await makeCustomer(till, shop)
    const reader = till.as(await makeToken(till, shop, ['customers:read']))
    expect((await reader.delete(`/v1/customers/${id}`)).status).toBe(403)
    expect((await read(`/v1/customers/${id}`)).id).toBe(id)
  })
})
