import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let organizationId: string
let product: { id: string; prices: { id: string }[] }
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  product = await makeProduct(till, organizationId)
})
afterAll(() => till.stop())

const path = '/v1/checkouts/custom/'
const client = (checkout: { client_secret: string }) => `${path}client/${checkout.client_secret}`
const UNKNOWN = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

describe('POST /v1/checkouts/custom/', () => {
  it('201: by product, by price, by a list of products of which the first is selected', async () => {
    const other = await makeProduct(till, organizationId)
    const byProduct = await makeCheckout(till, { product_id: product.id })
    expect(byProduct).toMatchObject({ product_id: product.id, product_price_id: product.prices[0]?.id, amount: 1900 })
    const byPrice = await makeCheckout(till, { product_price_id: product.prices[0]?.id })
    expect(byPrice.product_id).toBe(product.id)
    const byList = await makeCheckout(till, { products: [other.id, product.id] })
    expect(byList.product_id).toBe(other.id)
    expect(byList.products.map(({ id }: { id: string }) => id)).toEqual([other.id, product.id])
  })

  it('201: a product that is named twice is offered once', async () => {
    const twice = await makeCheckout(till, { products: [product.id, product.id.toUpperCase()] })
    expect(twice.products.map(({ id }: { id: string }) => id)).toEqual([product.id])
    const read = await till.owner.must(till.owner.get(`${path}${twice.id}`))
    expect(read.products).toEqual(twice.products)
  })

  it('201: the address of the page is under the base address, and the secret is well formed', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    expect(checkout.client_secret).toMatch(/^till_cs_[0-9A-Za-z]{43}$/)
    expect(checkout.url).toBe(`http://till.example.com/checkout/${checkout.client_secret}`)
    expect(checkout.payment_processor).toBe('stripe')
    expect(checkout.payment_processor_metadata).toEqual({ mode: 'sandbox' })
    const lifetime = Date.parse(checkout.expires_at) - Date.parse(checkout.created_at)
    expect(lifetime).toBe(24 * 3_600_000)
  })

  it('201: success_url has the id put in, and falls back to our own page', async () => {
    const given = await makeCheckout(till, {
      product_id: product.id,
      success_url: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
    })
    expect(given.success_url).toBe(`https://shop.example.com/thanks?checkout_id=${given.id}`)
    const fallback = await makeCheckout(till, { product_id: product.id })
    expect(fallback.success_url).toContain(`/checkout/${fallback.client_secret}/confirmation`)
  })

  it('201: the customer named by id fills in what is known', async () => {
    const customer = await makeCustomer(till, organizationId, {
      name: 'Ada Example',
      billing_address: { country: 'GB', city: 'London' },
    })
    const checkout = await makeCheckout(till, { product_id: product.id, customer_id: customer.id })
    expect(checkout).toMatchObject({
      customer_id: customer.id,
      customer_email: customer.email,
      customer_name: 'Ada Example',
      customer_billing_address: { country: 'GB', city: 'London' },
    })
  })

  it('201: answers like /v1/checkouts/ too', async () => {
    const { status, body } = await till.owner.post('/v1/checkouts/', { product_id: product.id })
    expect(status).toBe(201)
    expect((await till.owner.get(`/v1/checkouts/${body.id}`)).body).toEqual(body)
    expect((await till.anonymous.get(`/v1/checkouts/client/${body.client_secret}`)).status).toBe(200)
    expect((await till.owner.get('/v1/checkouts?limit=1')).body.items).toHaveLength(1)
  })

  it.each([
    [{}, ['body', 'product_id'], 'missing'],
    [{ product_id: UNKNOWN }, ['body', 'product_id'], 'value_error'],
    [{ product_price_id: UNKNOWN }, ['body', 'product_price_id'], 'value_error'],
    [{ products: [] }, ['body', 'products'], 'too_short'],
    [{ products: [UNKNOWN] }, ['body', 'products', 0], 'value_error'],
    [{ success_url: '/relative' }, ['body', 'success_url'], 'url_parsing'],
    [{ success_url: 'javascript:alert(1)' }, ['body', 'success_url'], 'url_parsing'],
    [{ embed_origin: 'https://shop.example.com/' }, ['body', 'embed_origin'], 'url_parsing'],
    [{ embed_origin: 'shop.example.com' }, ['body', 'embed_origin'], 'url_parsing'],
    [{ customer_ip_address: 'nope' }, ['body', 'customer_ip_address'], 'ip_parsing'],
    [{ customer_ip_address: '203.0.113.256' }, ['body', 'customer_ip_address'], 'ip_parsing'],
    [{ customer_email: 'nobody' }, ['body', 'customer_email'], 'value_error'],
    [{ customer_billing_address: { city: 'Rome' } }, ['body', 'customer_billing_address', 'country'], 'missing'],
    [{ customer_billing_address: { country: 'XX' } }, ['body', 'customer_billing_address', 'country'], 'enum'],
    [{ metadata: { a: 1.5 } }, ['body', 'metadata', 'a'], 'value_error'],
    [{ metadata: { a: null } }, ['body', 'metadata', 'a'], 'value_error'],
    [{ customer_id: UNKNOWN }, ['body', 'customer_id'], 'value_error'],
    [{ discount_id: UNKNOWN }, ['body', 'discount_id'], 'value_error'],
    [{ subscription_id: UNKNOWN }, ['body', 'subscription_id'], 'value_error'],
  ])('422: %j', async (fields, loc, type) => {
    const needsProduct = loc[1] !== 'product_id' && loc[1] !== 'product_price_id' && loc[1] !== 'products'
    const { status, body } = await till.owner.post(path, { ...(needsProduct && { product_id: product.id }), ...fields })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc, type })])
  })

  it("422: an archived product, and another organization's customer and discount", async () => {
    const archived = await makeProduct(till, organizationId)
    await till.owner.must(till.owner.patch(`/v1/products/${archived.id}`, { is_archived: true }))
    expect((await till.owner.post(path, { product_id: archived.id })).status).toBe(422)
    const stranger = (await makeOrganization(till)).id
    const customer = await makeCustomer(till, stranger)
    const discount = await makeDiscount(till, stranger)
    expect((await till.owner.post(path, { product_id: product.id, customer_id: customer.id })).status).toBe(422)
    expect((await till.owner.post(path, { product_id: product.id, discount_id: discount.id })).status).toBe(422)
  })
})

describe('PATCH /v1/checkouts/custom/{id}', () => {
  it('200: metadata is replaced whole; a discount is applied and then fixed for the buyer', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id, metadata: { a: 1, b: 2 } })
    const discount = await makeDiscount(till, organizationId, {
      type: 'fixed',
      amount: 500,
      currency: 'usd',
      basis_points: undefined,
    })
    const { body } = await till.owner.patch(path + checkout.id, { metadata: { c: true }, discount_id: discount.id })
    expect(body).toMatchObject({
      metadata: { c: true },
      discount_id: discount.id,
      discount: { id: discount.id, type: 'fixed', amount: 500, currency: 'usd', duration: 'once' },
      amount: 1900,
      subtotal_amount: 1400,
      total_amount: 1400,
    })
    const other = await makeDiscount(till, organizationId)
    const replaced = await till.anonymous.patch(client(checkout), { discount_code: other.code })
    expect(replaced.status).toBe(422)
    const removed = await till.anonymous.patch(client(checkout), { discount_code: null })
    expect(removed.body.discount_id).toBe(discount.id)
    const cleared = await till.owner.patch(path + checkout.id, { discount_id: null })
    expect(cleared.body).toMatchObject({ discount: null, total_amount: 1900 })
  })

  it('200: everything that only the seller can say, and null takes it back', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    const said = {
      metadata: { campaign: 'spring' },
      customer_metadata: { source: 'letter' },
      allow_discount_codes: false,
      customer_ip_address: '203.0.113.7',
      embed_origin: 'https://shop.example.com',
      success_url: 'https://shop.example.com/thanks',
    }
    const { status, body } = await till.owner.patch(path + checkout.id, said)
    expect(status).toBe(200)
    expect(body).toEqual({ ...checkout, ...said, modified_at: expect.any(String) })
    const cleared = await till.owner.patch(path + checkout.id, {
      metadata: null,
      customer_metadata: null,
      customer_ip_address: null,
      embed_origin: null,
      success_url: null,
    })
    expect(cleared.body).toEqual({ ...checkout, allow_discount_codes: false, modified_at: expect.any(String) })
    const abroad = { customer_ip_address: '2001:db8::1', embed_origin: 'http://localhost:3000' }
    expect((await till.owner.patch(path + checkout.id, abroad)).body).toMatchObject(abroad)
  })

  it('200: an e-mail address is ignored while the customer is known, by seller and by buyer', async () => {
    const customer = await makeCustomer(till, organizationId)
    const checkout = await makeCheckout(till, { product_id: product.id, customer_id: customer.id })
    expect(checkout.customer_email).toBe(customer.email)
    const bySeller = await till.owner.patch(path + checkout.id, { customer_email: 'other@example.com' })
    const byBuyer = await till.anonymous.patch(client(checkout), { customer_email: null, customer_name: 'Ada' })
    expect(bySeller.body).toEqual(checkout)
    expect(byBuyer.body).toMatchObject({ customer_email: customer.email, customer_name: 'Ada' })
  })

  it('200: one event for a change, none for none', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    await till.owner.must(till.owner.patch(path + checkout.id, { customer_name: 'Ada' }))
    await till.owner.must(till.owner.patch(path + checkout.id, { customer_name: 'Ada' }))
    const events = await till.sql`
      select type, previous_attributes from events where object_id = ${checkout.id} order by id`
    expect(events).toEqual([
      { type: 'checkout.created', previousAttributes: null },
      { type: 'checkout.updated', previousAttributes: { customer_name: null } },
    ])
  })

  it('200: an update does not extend the life of a checkout', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    const { body } = await till.owner.patch(path + checkout.id, { customer_name: 'Ada' })
    expect(body.expires_at).toBe(checkout.expires_at)
  })

  it('412: for an outdated version', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    await till.owner.must(till.owner.patch(path + checkout.id, { customer_name: 'Ada' }))
    const { status } = await till.owner.patch(path + checkout.id, { customer_name: 'Eve' }, { 'if-match': '"1-x"' })
    expect(status).toBe(412)
  })

  it("404: another organization's", async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    const token = await makeToken(till, (await makeOrganization(till)).id)
    expect((await till.as(token).patch(path + checkout.id, {})).status).toBe(404)
    expect((await till.as(token).get(path + checkout.id)).status).toBe(404)
  })

  it.each([
    [{ product_price_id: UNKNOWN }, 'product_price_id'],
    [{ product_price_id: null }, 'product_price_id'],
    [{ allow_discount_codes: null }, 'allow_discount_codes'],
    [{ metadata: 'x' }, 'metadata'],
    [{ amount: -1 }, 'amount'],
    [{ customer_ip_address: '203.0.113.7/24' }, 'customer_ip_address'],
    [{ embed_origin: 'https://shop.example.com/buy' }, 'embed_origin'],
  ])('422: %j', async (fields, field) => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    const { status, body } = await till.owner.patch(path + checkout.id, fields)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', field])
  })
})

describe('by client secret', () => {
  it('200: shows the organization and not what is for the seller alone', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id, metadata: { secret: 'plan' } })
    const { status, body } = await till.anonymous.get(client(checkout))
    expect(status).toBe(200)
    expect(body.organization.id).toBe(organizationId)
    for (const key of ['metadata', 'customer_metadata', 'subscription_id']) expect(body).not.toHaveProperty(key)
  })

  it('200: an Authorization header is ignored', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id })
    expect((await till.as('garbage').get(client(checkout))).status).toBe(200)
    expect((await till.as('garbage').patch(client(checkout), {})).status).toBe(200)
  })

  it('200: the buyer cannot set what is for the seller alone', async () => {
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: 'first@example.com' })
    await till.anonymous.must(
      till.anonymous.patch(client(checkout), {
        customer_name: 'Ada',
        metadata: { free: true },
        success_url: 'https://evil.example.com',
        total_amount: 1,
        status: 'succeeded',
        discount_id: UNKNOWN,
        allow_discount_codes: false,
      }),
    )
    const after = await till.owner.must(till.owner.get(path + checkout.id))
    expect(after).toEqual({
      ...checkout,
      customer_name: 'Ada',
      modified_at: expect.any(String),
    })
  })

  it('200: a code applies whatever its case, null removes it, and it is ignored where codes are off', async () => {
    const discount = await makeDiscount(till, organizationId, { code: `Spring${unique()}` })
    const checkout = await makeCheckout(till, { product_id: product.id })
    const applied = await till.anonymous.patch(client(checkout), { discount_code: discount.code.toLowerCase() })
    expect(applied.body).toMatchObject({ discount_id: discount.id, subtotal_amount: 1520 })
    const removed = await till.anonymous.patch(client(checkout), { discount_code: null })
    expect(removed.body).toMatchObject({ discount_id: null, subtotal_amount: 1900 })
    const closed = await makeCheckout(till, { product_id: product.id, allow_discount_codes: false })
    const ignored = await till.anonymous.patch(client(closed), { discount_code: discount.code })
    expect(ignored.body.discount_id).toBeNull()
  })

  it('200: a price change drops a discount that no longer applies', async () => {
    const plan = await makeRecurringProduct(till, organizationId, {
      prices: [
        { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' },
        { amount_type: 'fixed', price_amount: 800, price_currency: 'eur' },
      ],
    })
    const discount = await makeDiscount(till, organizationId, {
      type: 'fixed',
      amount: 100,
      currency: 'usd',
      basis_points: undefined,
    })
    const usd = plan.prices.find((price: { price_currency: string }) => price.price_currency === 'usd')
    const eur = plan.prices.find((price: { price_currency: string }) => price.price_currency === 'eur')
    const checkout = await makeCheckout(till, { product_price_id: usd.id })
    const applied = await till.anonymous.patch(client(checkout), { discount_code: discount.code })
    expect(applied.body.total_amount).toBe(800)
    const switched = await till.anonymous.patch(client(checkout), { product_price_id: eur.id })
    expect(switched.body).toMatchObject({ discount: null, currency: 'eur', total_amount: 800 })
  })

  it('404: an unknown or malformed secret', async () => {
    expect((await till.anonymous.get(`${path}client/nonsense`)).status).toBe(404)
    expect((await till.anonymous.patch(`${path}client/till_cs_${'a'.repeat(43)}`, {})).status).toBe(404)
    expect((await till.anonymous.get(`${path}client/%00`)).status).toBe(404)
  })
})

describe('GET /v1/checkouts/custom/', () => {
  it('200: filters by what is asked, newest first', async () => {
    const mine = await makeOrganization(till)
    const item = await makeProduct(till, mine.id)
    const checkouts = [
      await makeCheckout(till, { product_id: item.id }),
      await makeCheckout(till, { product_id: item.id }),
      await makeCheckout(till, { product_id: item.id }),
    ]
    const list = async (query: string) => {
      const { items } = await till.owner.must(till.owner.get(`${path}?organization_id=${mine.id}&${query}`))
      return items.map(({ id }: { id: string }) => id)
    }
    const ids = checkouts.map(({ id }) => id)
    expect(await list('')).toEqual([...ids].reverse())
    expect(await list('sorting=created_at')).toEqual(ids)
    await till.sql`update checkouts set expires_at = now() where id = ${ids[0]}`
    expect(await list('status=expired')).toEqual([ids[0]])
    expect(await list('status=open&status=expired&sorting=created_at')).toEqual(ids)
    expect(await list(`product_id=${product.id}`)).toEqual([])
  })
})
