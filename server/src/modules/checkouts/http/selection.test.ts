import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let organizationId: string
let small: Reply['body']
let large: Reply['body']
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  small = await makeProduct(till, organizationId)
  large = await makeProduct(till, organizationId, {
    prices: [{ amount_type: 'fixed', price_amount: 9900, price_currency: 'eur' }],
  })
})
afterAll(() => till.stop())

const path = '/v1/checkouts/custom/'
const client = (checkout: { client_secret: string }) => `${path}client/${checkout.client_secret}`
const email = () => `chooser${unique()}@example.com`

describe('another of the offered products', () => {
  it('200: is selected by seller or buyer, with its first price; the offer stays the same', async () => {
    const checkout = await makeCheckout(till, { products: [small.id, large.id] })
    const byBuyer = await till.anonymous.patch(client(checkout), { product_id: large.id.toUpperCase() })
    expect(byBuyer.body).toMatchObject({
      product_id: large.id,
      product_price_id: large.prices[0].id,
      product: { id: large.id },
      currency: 'eur',
      total_amount: 9900,
    })
    expect(byBuyer.body.products.map(({ id }: { id: string }) => id)).toEqual([small.id, large.id])
    const bySeller = await till.owner.patch(path + checkout.id, { product_id: small.id })
    expect(bySeller.body).toMatchObject({ product_id: small.id, total_amount: 1900, currency: 'usd' })
    const again = await till.owner.patch(path + checkout.id, { product_id: small.id })
    expect(again.body).toEqual(bySeller.body)
  })

  it('200: drops a discount that is not for it', async () => {
    const discount = await makeDiscount(till, organizationId, { products: [small.id] })
    const checkout = await makeCheckout(till, { products: [small.id, large.id], discount_id: discount.id })
    const { body } = await till.anonymous.patch(client(checkout), { product_id: large.id })
    expect(body).toMatchObject({ discount: null, discount_id: null, total_amount: 9900 })
  })

  it('200: is bought by the confirm that names it', async () => {
    const checkout = await makeCheckout(till, { products: [small.id, large.id], customer_email: email() })
    const sold = await confirm(till.anonymous, checkout, { product_id: large.id })
    expect(sold.body).toMatchObject({ status: 'confirmed', product_id: large.id, total_amount: 9900 })
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items[0]).toMatchObject({ product_id: large.id, amount: 9900, currency: 'eur' })
    const after = await till.owner.must(till.owner.get(path + checkout.id))
    expect(after).toMatchObject({ status: 'succeeded', product_id: large.id, product: { id: large.id } })
  })

  it('403: is refused to who is subscribed to it, also when it is chosen at confirm', async () => {
    const [one, other] = [
      await makeRecurringProduct(till, organizationId),
      await makeRecurringProduct(till, organizationId),
    ]
    const customer_email = email()
    const first = await makeCheckout(till, { product_id: other.id, customer_email })
    await till.anonymous.must(confirm(till.anonymous, first))
    const checkout = await makeCheckout(till, { products: [one.id, other.id], customer_email })
    const refused = await confirm(till.anonymous, checkout, { product_id: other.id })
    expect(refused.body.error).toBe('AlreadyActiveSubscriptionError')
    expect((await confirm(till.anonymous, checkout)).body).toMatchObject({ product_id: one.id })
  })

  it('422: one that is not offered, was archived since, or has no such price', async () => {
    const gone = await makeProduct(till, organizationId)
    const checkout = await makeCheckout(till, { products: [small.id, gone.id] })
    await till.owner.must(till.owner.patch(`/v1/products/${gone.id}`, { is_archived: true }))
    for (const [patch, field] of [
      [{ product_id: large.id }, 'product_id'],
      [{ product_id: gone.id }, 'product_id'],
      [{ product_id: null }, 'product_id'],
      [{ product_id: small.id, product_price_id: gone.prices[0].id }, 'product_price_id'],
      [{ product_price_id: gone.prices[0].id }, 'product_price_id'],
    ] as const) {
      const { status, body } = await till.anonymous.patch(client(checkout), patch)
      expect([patch, status, body.detail?.[0].loc]).toEqual([patch, 422, ['body', field]])
    }
  })
})

describe('what a seller says twice', () => {
  const two = () => ({ products: [small.id, large.id] })

  it('201: is fine when it is the same', async () => {
    const [price] = small.prices
    const said = { product_id: small.id.toUpperCase(), product_price_id: price.id.toUpperCase() }
    for (const fields of [
      { ...two(), ...said },
      { ...two(), product_id: small.id },
    ]) {
      const checkout = await makeCheckout(till, fields)
      expect(checkout).toMatchObject({ product_id: small.id, product_price_id: price.id })
      expect(checkout.products.map(({ id }: { id: string }) => id)).toEqual([small.id, large.id])
    }
    expect(await makeCheckout(till, said)).toMatchObject({ product_id: small.id, products: [{ id: small.id }] })
    const nothing = { product_id: null, products: null, product_price_id: price.id }
    expect(await makeCheckout(till, nothing)).toMatchObject({ product_id: small.id })
  })

  it('201: another price of the product that is selected', async () => {
    const prices = ['usd', 'eur'].map((price_currency) => ({ amount_type: 'fixed', price_amount: 900, price_currency }))
    const plan = await makeProduct(till, organizationId, { recurring_interval: 'month', prices })
    const [, euro] = plan.prices
    const checkout = await makeCheckout(till, { products: [plan.id, large.id], product_price_id: euro.id })
    expect(checkout).toMatchObject({ product_id: plan.id, product_price_id: euro.id, currency: 'eur' })
    expect(checkout.products).toHaveLength(2)
  })

  it('201: a named customer keeps their own address', async () => {
    const customer = await makeCustomer(till, organizationId, { email: `ada.${unique()}@example.com` })
    for (const customer_email of [customer.email.toUpperCase(), email()]) {
      const said = { product_id: small.id, customer_id: customer.id, customer_email }
      expect((await makeCheckout(till, said)).customer_email).toBe(customer.email)
    }
  })

  it('422: cannot be two different things', async () => {
    for (const [fields, field] of [
      [{ ...two(), product_id: large.id }, 'product_id'],
      [{ products: [small.id], product_id: large.id }, 'product_id'],
      [{ product_id: small.id, product_price_id: large.prices[0].id }, 'product_price_id'],
      [{ ...two(), product_price_id: large.prices[0].id }, 'product_price_id'],
    ] as const) {
      const { status, body } = await till.owner.post(path, fields)
      expect([fields, status, body.detail?.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
        fields,
        422,
        [['body', field]],
      ])
    }
  })
})

describe('an amount that the buyer chooses', () => {
  const custom = (fields: object = {}) =>
    makeProduct(till, organizationId, { prices: [{ amount_type: 'custom', price_currency: 'usd', ...fields }] })

  it('422: has to be said where the price starts with nothing', async () => {
    const checkout = await makeCheckout(till, { product_id: (await custom()).id, customer_email: email() })
    const missing = await confirm(till.anonymous, checkout)
    expect(missing.status).toBe(422)
    expect(missing.body.detail).toEqual([expect.objectContaining({ type: 'missing', loc: ['body', 'amount'] })])
    await till.anonymous.must(till.anonymous.patch(client(checkout), { amount: 0 }))
    expect((await confirm(till.anonymous, checkout)).status).toBe(200)
  })

  it('422: and null takes it back', async () => {
    const checkout = await makeCheckout(till, { product_id: (await custom()).id, customer_email: email(), amount: 700 })
    const cleared = await till.anonymous.patch(client(checkout), { amount: null })
    expect(cleared.body.amount).toBe(0)
    expect((await confirm(till.anonymous, checkout)).status).toBe(422)
    expect((await confirm(till.anonymous, checkout, { amount: 500 })).body.total_amount).toBe(500)
  })

  it('200: is the preset or the minimum until somebody says another', async () => {
    for (const [terms, amount] of [
      [{ preset_amount: 700, minimum_amount: 500 }, 700],
      [{ minimum_amount: 500 }, 500],
    ] as const) {
      const checkout = await makeCheckout(till, { product_id: (await custom(terms)).id, customer_email: email() })
      expect((await confirm(till.anonymous, checkout)).body.total_amount).toBe(amount)
    }
  })
})

describe('success_url', () => {
  it.each(['{CHECKOUT_ID}', '%7BCHECKOUT_ID%7D', '%7bCHECKOUT_ID%7d'])(
    '201: %s is the id of the checkout, wherever it stands',
    async (name) => {
      const success_url = `https://shop.example.com/${name}/thanks?checkout_id=${name}&lower={checkout_id}`
      const checkout = await makeCheckout(till, { product_id: small.id, success_url })
      const wanted = `https://shop.example.com/${checkout.id}/thanks?checkout_id=${checkout.id}&lower={checkout_id}`
      expect(checkout.success_url).toBe(wanted)
      expect((await till.anonymous.get(client(checkout))).body.success_url).toBe(wanted)
    },
  )

  it('200: can change, and null brings our own page back', async () => {
    const checkout = await makeCheckout(till, { product_id: small.id, success_url: 'https://shop.example.com/' })
    const moved = await till.owner.patch(path + checkout.id, { success_url: 'https://shop.example.com/{CHECKOUT_ID}' })
    expect(moved.body.success_url).toBe(`https://shop.example.com/${checkout.id}`)
    const back = await till.owner.patch(path + checkout.id, { success_url: null })
    expect(back.body.success_url).toBe(
      `http://till.example.com/checkout/${checkout.client_secret}/confirmation?checkout_id=${checkout.id}`,
    )
  })
})

describe('a checkout that has expired', () => {
  it('410: with what a page needs to offer a fresh session', async () => {
    const checkout = await makeCheckout(till, {
      products: [small.id, large.id],
      embed_origin: 'https://shop.example.com',
    })
    const [row] = await till.sql<{ expiresAt: Date }[]>`
      update checkouts set expires_at = date_trunc('milliseconds', now() - interval '1 second')
      where id = ${checkout.id} returning expires_at`
    for (const reply of [
      await till.anonymous.get(client(checkout)),
      await till.anonymous.get(`${client(checkout)}/stream`),
      await till.anonymous.patch(client(checkout), { customer_name: 'Late' }),
      await confirm(till.anonymous, checkout, { customer_email: email() }),
    ]) {
      expect(reply.status).toBe(410)
      expect(reply.body).toMatchObject({
        error: 'ExpiredCheckout',
        code: 'checkout_expired',
        checkout_id: checkout.id,
        expires_at: row?.expiresAt.toISOString(),
        organization_id: organizationId,
        organization_name: expect.any(String),
        organization_avatar_url: null,
        accent_color: null,
        product_id: small.id,
        product_name: small.name,
        product_price_id: small.prices[0].id,
        products: [small.id, large.id],
        embed_origin: 'https://shop.example.com',
      })
    }
  })
})
