import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../../../../test/support/at-once.ts'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newSecret } from '../../../kernel/secrets.ts'

let till: TestTill
let shop: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  productId = (await makeProduct(till, shop)).id
})
afterAll(() => till.stop())

const restart = (secret: string) => till.anonymous.post(`/v1/checkouts/custom/client/${secret}/restart`)

async function expired(fields: object = {}, ago?: number) {
  const checkout = await makeCheckout(till, { product_id: productId, ...fields })
  await expire(checkout.id, ago)
  return checkout
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const expire = (id: string, ago = HOUR) =>
  till.sql`update checkouts set expires_at = ${new Date(Date.now() - ago)} where id = ${id}`

const fail = (id: string) => till.sql`update checkouts set status = 'failed' where id = ${id}`

/** An expired checkout, and the one that was started instead, which has expired too. */
async function expiredTwice(fields: object = {}) {
  const first = await expired(fields)
  const second = await till.anonymous.must(restart(first.client_secret))
  await expire(second.id)
  return { first, second }
}

describe('POST /v1/checkouts/custom/client/{client_secret}/restart', () => {
  it('201: the same purchase in a fresh session, which can be paid', async () => {
    const before = await expired({
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: { country: 'DE' },
      metadata: { source: 'newsletter' },
      success_url: 'https://shop.example.com/thanks',
      embed_origin: 'https://shop.example.com',
      allow_discount_codes: false,
    })
    const { status, body } = await restart(before.client_secret)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'open',
      product_id: productId,
      product_price_id: before.product_price_id,
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: { country: 'DE' },
      success_url: 'https://shop.example.com/thanks',
      embed_origin: 'https://shop.example.com',
      allow_discount_codes: false,
    })
    expect(body.id).not.toBe(before.id)
    expect(body.client_secret).not.toBe(before.client_secret)
    const { body: sellers } = await till.owner.get(`/v1/checkouts/custom/${body.id}`)
    expect(sellers.metadata).toEqual({ source: 'newsletter' })
    expect((await confirm(till.anonymous, body)).status).toBe(200)
  })

  it('201: whoever asks again gets the same one, also after it was paid, and 50 at once too', async () => {
    const { client_secret } = await expired({ customer_email: `again-${unique()}@example.com` })
    const replies = await atOnce(50, () => restart(client_secret))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const [first] = replies
    await till.anonymous.must(confirm(till.anonymous, first?.body))
    expect((await restart(client_secret)).body).toMatchObject({ id: first?.body.id, status: 'succeeded' })
  })

  it('201: another one when that one has expired too, the same for every link that led there', async () => {
    const { first, second } = await expiredTwice({ customer_email: `chain-${unique()}@example.com` })
    const { status, body: third } = await restart(second.client_secret)
    expect(status).toBe(201)
    expect([first.id, second.id]).not.toContain(third.id)
    expect((await restart(first.client_secret)).body.id).toBe(third.id)
    await till.anonymous.must(confirm(till.anonymous, third))
    for (const { client_secret } of [first, second]) {
      expect((await restart(client_secret)).body).toMatchObject({ id: third.id, status: 'succeeded' })
    }
  })

  it('201: one for all of 50 at once who come by two links', async () => {
    const { first, second } = await expiredTwice()
    const replies = await atOnce(50, (n) => restart((n % 2 === 0 ? first : second).client_secret))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const made = await till.sql`select from checkout_restarts where checkout_id in (${first.id}, ${second.id})`
    expect(made).toHaveLength(2)
  })

  it('201: one that has failed, and another one when that one has failed too', async () => {
    const { id, client_secret } = await makeCheckout(till, { product_id: productId })
    await fail(id)
    const { status, body: second } = await restart(client_secret)
    expect(status).toBe(201)
    expect(second).toMatchObject({ status: 'open', product_id: productId })
    await fail(second.id)
    const { body: third } = await restart(client_secret)
    expect([id, second.id]).not.toContain(third.id)
    expect((await restart(second.client_secret)).body.id).toBe(third.id)
  })

  it('201: one that is still open is answered as it is', async () => {
    const { id, client_secret } = await makeCheckout(till, { product_id: productId })
    expect((await restart(client_secret)).body).toMatchObject({ id, status: 'open' })
  })

  it('201: with the seller’s discount, still fixed; without one that has ended', async () => {
    const discount = await makeDiscount(till, shop)
    const before = await expired({ discount_id: discount.id })
    expect((await restart(before.client_secret)).body).toMatchObject({
      discount_id: discount.id,
      is_discount_fixed: true,
    })
    const late = await expired({ discount_id: discount.id })
    await till.owner.must(till.owner.delete(`/v1/discounts/${discount.id}`))
    expect((await restart(late.client_secret)).body).toMatchObject({ discount: null, is_discount_fixed: false })
  })

  it('201: with the price of today where the old one is no longer sold', async () => {
    const product = await makeProduct(till, shop)
    const before = await expired({ product_id: product.id })
    const prices = [{ type: 'one_time', amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
    await till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { prices }))
    expect((await restart(before.client_secret)).body).toMatchObject({ amount: 4200, total_amount: 4200 })
  })

  it('201: yearly stays yearly when its price was replaced', async () => {
    const price = (recurring_interval: string, price_amount: number) => ({
      type: 'recurring',
      amount_type: 'fixed',
      recurring_interval,
      price_amount,
      price_currency: 'usd',
    })
    const product = await makeProduct(till, shop, { prices: [price('month', 900), price('year', 9000)] })
    const [monthly, yearly] = product.prices
    const before = await expired({ product_id: undefined, product_price_id: yearly.id })
    const prices = [{ id: monthly.id }, price('year', 9900)]
    await till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { prices }))
    const { body } = await restart(before.client_secret)
    expect(body).toMatchObject({ amount: 9900, product_price: { recurring_interval: 'year' } })
  })

  it('201: without a customer who was deleted since', async () => {
    const customer = await makeCustomer(till, shop, { email: `gone-${unique()}@example.com` })
    const before = await expired({ customer_id: customer.id })
    await till.owner.must(till.owner.delete(`/v1/customers/${customer.id}`))
    expect((await restart(before.client_secret)).body).toMatchObject({ customer_id: null })
  })

  it('201: the same Idempotency-Key gives the same answer', async () => {
    const { client_secret } = await expired()
    const again = () =>
      till.anonymous.post(`/v1/checkouts/custom/client/${client_secret}/restart`, undefined, {
        'idempotency-key': 'once',
      })
    expect((await again()).body).toEqual((await again()).body)
  })

  it('403: one that was paid', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: 'paid@example.com' })
    await till.anonymous.must(confirm(till.anonymous, checkout))
    expect(await restart(checkout.client_secret)).toMatchObject({ status: 403, body: { error: 'NotOpenCheckout' } })
  })

  it('404: a secret that is unknown or malformed', async () => {
    for (const secret of [newSecret('checkout'), 'till_cs_nothing']) expect((await restart(secret)).status).toBe(404)
  })

  it('410: what is no longer sold', async () => {
    const product = await makeProduct(till, shop)
    const before = await expired({ product_id: product.id })
    await till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { is_archived: true }))
    expect(await restart(before.client_secret)).toMatchObject({ status: 410, body: { code: 'no_longer_sold' } })
  })
})

describe('what a restart remembers of the buyer', () => {
  const nobody = {
    customer_id: null,
    customer_email: null,
    customer_name: null,
    customer_billing_address: null,
    customer_tax_id: null,
    custom_field_data: {},
  }

  /** Everything that buyers say. The seller's words stay. */
  async function told() {
    const organization = await makeOrganization(till)
    const field = await makeCustomField(till, organization.id)
    const { id } = await makeProduct(till, organization.id, {
      attached_custom_fields: [{ custom_field_id: field.id, required: false }],
    })
    return {
      product_id: id,
      customer_email: `told-${unique()}@example.com`,
      customer_name: 'Ada',
      customer_billing_address: { country: 'DE', city: 'Berlin' },
      customer_tax_id: 'DE123456788',
      custom_field_data: { [field.slug]: 'Private' },
      customer_metadata: { crm: '42' },
      metadata: { source: 'newsletter' },
      success_url: 'https://shop.example.com/thanks',
    }
  }

  it('is everything, until seven days after the end', async () => {
    const { customer_metadata, metadata, customer_billing_address, ...said } = await told()
    const before = await expired({ ...said, customer_metadata, metadata, customer_billing_address }, 7 * DAY - HOUR)
    const { body } = await restart(before.client_secret)
    expect(body).toMatchObject({ ...said, customer_billing_address })
    const { body: sellers } = await till.owner.get(`/v1/checkouts/custom/${body.id}`)
    expect(sellers).toMatchObject({ metadata, customer_metadata })
  })

  it('is nothing later, only what the seller has said', async () => {
    const { metadata, success_url, ...said } = await told()
    const before = await expired({ ...said, metadata, success_url }, 7 * DAY + HOUR)
    const { status, body } = await restart(before.client_secret)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...nobody, product_id: said.product_id, success_url })
    const { body: sellers } = await till.owner.get(`/v1/checkouts/custom/${body.id}`)
    expect(sellers).toMatchObject({ ...nobody, metadata, customer_metadata: {} })
  })

  it('is not the customer either, nor where they live now', async () => {
    const customer = await makeCustomer(till, shop, {
      email: `moved-${unique()}@example.com`,
      billing_address: { country: 'DE', city: 'Berlin' },
    })
    const soon = await expired({ customer_id: customer.id })
    expect((await restart(soon.client_secret)).body).toMatchObject({ customer_id: customer.id })
    const late = await expired({ customer_id: customer.id }, 8 * DAY)
    expect((await restart(late.client_secret)).body).toMatchObject(nobody)
  })

  it('is not that it was paid long ago: 403 for the old links', async () => {
    const { first, second } = await expiredTwice({ customer_email: `paid-${unique()}@example.com` })
    const { body: third } = await restart(first.client_secret)
    await till.anonymous.must(confirm(till.anonymous, third))
    await expire(third.id, 8 * DAY)
    for (const { client_secret } of [first, second]) {
      expect(await restart(client_secret)).toMatchObject({ status: 403, body: { error: 'NotOpenCheckout' } })
    }
  })

  it('is not what somebody else has begun by an old link: 403 as soon as they have said who they are', async () => {
    const { client_secret } = await expired({}, 8 * DAY)
    const fresh = await till.anonymous.must(restart(client_secret))
    expect((await till.anonymous.must(restart(client_secret))).id).toBe(fresh.id)
    const path = `/v1/checkouts/custom/client/${fresh.client_secret}`
    await till.anonymous.must(till.anonymous.patch(path, { customer_email: 'xenia@example.com' }))
    expect((await restart(client_secret)).status).toBe(403)
    expect((await till.anonymous.get(path)).body.status).toBe('open')
    await expire(fresh.id)
    const another = await till.anonymous.must(restart(client_secret))
    expect([another.customer_email, another.status]).toEqual([null, 'open'])
  })

  it('is not whose subscription was to be upgraded: 410 later', async () => {
    const free = await makeRecurringProduct(till, shop, { prices: [{ amount_type: 'free' }] })
    const paid = await makeRecurringProduct(till, shop)
    const order = await buy(till, free.id, `upgrade-${unique()}@example.com`)
    const asked = { product_id: paid.id, subscription_id: order.subscription_id }
    const soon = await expired(asked)
    expect((await restart(soon.client_secret)).body).toMatchObject({ customer_id: order.customer_id })
    const before = await expired(asked, 8 * DAY)
    expect(await restart(before.client_secret)).toMatchObject({ status: 410, body: { code: 'no_longer_sold' } })
  })
})
