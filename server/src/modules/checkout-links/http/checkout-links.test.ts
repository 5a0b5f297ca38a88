import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutBehind, makeCheckoutLink, openLink } from '../../../../test/support/checkout-link-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { eventsDuring } from '../../../../test/support/event-log.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

type Body = Reply['body']

const PATH = '/v1/checkout-links/'
const NOBODYS = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

let till: TestTill
let shop: string
let product: Body
/** Paid every month, in dollars or in euros. */
let plan: Body
let discount: Body
/** Of another organization. */
let foreign: { product: Body; discount: Body }
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  product = await makeProduct(till, shop)
  plan = await makeRecurringProduct(till, shop, { prices: [monthly(900, 'usd'), monthly(800, 'eur')] })
  discount = await makeDiscount(till, shop)
  const other = (await makeOrganization(till)).id
  foreign = { product: await makeProduct(till, other), discount: await makeDiscount(till, other) }
})
afterAll(() => stopWithCleanBooks(till))

function monthly(price_amount: number, price_currency: string) {
  return { amount_type: 'fixed', price_amount, price_currency }
}

const patch = (id: string, body: object) => till.owner.patch(PATH + id, body)
const shown = (id: string) => till.owner.must(till.owner.get(PATH + id))

function expectIssue({ status, body }: Reply, ...loc: (string | number)[]): void {
  expect([status, body.detail.map((issue: Body) => issue.loc)]).toEqual([422, [['body', ...loc]]])
}

describe('POST /v1/checkout-links/', () => {
  it('201: for a product, with everything that can be left out left out', async () => {
    const { status, body, headers } = await till.owner.post(PATH, { product_id: product.id })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: shop,
      client_secret: expect.stringMatching(/^till_cl_[0-9A-Za-z]{43}$/),
      url: `http://till.example.com/buy/${body.client_secret}`,
      label: null,
      success_url: null,
      allow_discount_codes: true,
      payment_processor: 'stripe',
      product_id: product.id,
      product_price_id: product.prices[0].id,
      discount_id: null,
      metadata: {},
      product: expect.objectContaining({ id: product.id, benefits: [], medias: [], prices: product.prices }),
      products: [body.product],
      product_price: product.prices[0],
      discount: null,
    })
    expect(await shown(body.id)).toEqual(body)
  })

  it('201: for a price; null is the same as left out', async () => {
    const [, euros] = plan.prices
    const nothing = { product_id: null, products: null, label: null, success_url: null, discount_id: null }
    const { status, body } = await till.owner.post(PATH, {
      ...nothing,
      product_price_id: euros.id,
      metadata: null,
      allow_discount_codes: null,
      payment_processor: null,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ product_id: plan.id, product_price_id: euros.id, product_price: euros, metadata: {} })
    expect(body.allow_discount_codes).toBe(true)
  })

  it('201: for several products, of which the first is selected, with all that a link can have', async () => {
    const said = {
      label: 'Newsletter',
      success_url: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
      allow_discount_codes: false,
      metadata: { campaign: 'spring', wave: 2, is_paid: true },
      payment_processor: 'stripe',
    }
    const products = [plan.id, product.id, plan.id.toUpperCase()]
    const { status, body } = await till.owner.post(PATH, { ...said, products, discount_id: discount.id })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...said,
      product_id: plan.id,
      product_price_id: plan.prices[0].id,
      discount_id: discount.id,
      discount: { id: discount.id, code: discount.code, redemptions_count: 0, organization_id: shop },
    })
    expect(body.products.map(({ id }: Body) => id)).toEqual([plan.id, product.id])
  })

  it('201: with a discount that does not apply yet', async () => {
    const later = await makeDiscount(till, shop, { starts_at: '2999-01-01T00:00:00Z' })
    const { status, body } = await till.owner.post(PATH, { product_id: product.id, discount_id: later.id })
    expect([status, body.discount_id]).toEqual([201, later.id])
  })

  it('201: with an organization’s token, for what that organization sells', async () => {
    const client = till.as(await makeToken(till, shop, ['checkout_links:write']))
    expect((await client.post(PATH, { product_id: product.id })).status).toBe(201)
    expectIssue(await client.post(PATH, { product_id: foreign.product.id }), 'product_id')
  })

  it('201: tells of it', async () => {
    const made: Body[] = []
    const events = await eventsDuring(till, shop, async () => {
      made.push(await makeCheckoutLink(till, { product_id: product.id }))
    })
    expect(events).toMatchObject([
      { type: 'checkout_link.created', object_version: 1, data: made[0], previous_attributes: null },
    ])
  })

  it('403: a token that may only read', async () => {
    const client = till.as(await makeToken(till, shop, ['checkout_links:read', 'checkouts:write']))
    expect((await client.post(PATH, { product_id: product.id })).body.code).toBe('insufficient_scope')
  })

  it.each<[string, () => object, (string | number)[]]>([
    ['nothing to sell', () => ({}), ['product_id']],
    ['an unknown product', () => ({ product_id: NOBODYS }), ['product_id']],
    ['an unknown price', () => ({ product_price_id: NOBODYS }), ['product_price_id']],
    ['a price of another product', () => pricedOtherwise(), ['product_price_id']],
    ['an unknown product among others', () => ({ products: [product.id, NOBODYS] }), ['products', 1]],
    ['products of two shops', () => ({ products: [product.id, foreign.product.id] }), ['products', 1]],
    ['another first product', () => ({ product_id: plan.id, products: [product.id, plan.id] }), ['product_id']],
    ['an empty list', () => ({ products: [] }), ['products']],
    ['too many', () => ({ products: Array(51).fill(product.id) }), ['products']],
    ['no id', () => ({ product_id: 'x' }), ['product_id']],
    ['another shop’s discount', () => but({ discount_id: foreign.discount.id }), ['discount_id']],
    ['an unknown discount', () => but({ discount_id: NOBODYS }), ['discount_id']],
    ['an address that is none', () => but({ success_url: 'javascript:alert(1)' }), ['success_url']],
    ['a long address', () => but({ success_url: `https://a.example.com/${'a'.repeat(2048)}` }), ['success_url']],
    ['two lines', () => but({ label: 'a\nb' }), ['label']],
    ['an empty label', () => but({ label: '' }), ['label']],
    ['another processor', () => but({ payment_processor: 'paypal' }), ['payment_processor']],
    ['metadata in metadata', () => but({ metadata: { a: {} } }), ['metadata', 'a']],
    ['a word for yes', () => but({ allow_discount_codes: 'yes' }), ['allow_discount_codes']],
  ])('422: %s', async (_, body, loc) => {
    expectIssue(await till.owner.post(PATH, body()), ...loc)
  })

  const but = (fields: object) => ({ product_id: product.id, ...fields })
  const pricedOtherwise = () => but({ product_price_id: plan.prices[0].id })

  it('422: what is archived, and a deleted discount', async () => {
    const old = await makeProduct(till, shop)
    await till.owner.must(till.owner.patch(`/v1/products/${old.id}`, { is_archived: true }))
    expectIssue(await till.owner.post(PATH, { product_id: old.id }), 'product_id')
    const gone = await makeDiscount(till, shop)
    await till.owner.must(till.owner.delete(`/v1/discounts/${gone.id}`))
    expectIssue(await till.owner.post(PATH, { product_id: product.id, discount_id: gone.id }), 'discount_id')
  })
})

describe('GET /v1/checkout-links/{id}', () => {
  it('200: with the prices that are for sale now, and the one that takes the place of an archived one', async () => {
    const sold = await makeRecurringProduct(till, shop, {
      prices: [monthly(900, 'usd'), monthly(800, 'eur')],
    })
    const [dollars, euros] = sold.prices
    const { id } = await makeCheckoutLink(till, { product_price_id: euros.id })
    const prices = [{ id: dollars.id }, monthly(850, 'eur')]
    const raised = await till.owner.must(till.owner.patch(`/v1/products/${sold.id}`, { prices }))
    const now = raised.prices.find((price: Body) => price.price_amount === 850)
    expect(await shown(id)).toMatchObject({ product_price_id: now.id, product_price: now, modified_at: null })
    await till.owner.must(till.owner.patch(`/v1/products/${sold.id}`, { prices: [{ id: dollars.id }] }))
    expect(await shown(id)).toMatchObject({ product_price_id: dollars.id })
  })

  it('200: the next product when the first is archived, and the first when all are', async () => {
    const [first, second] = [await makeProduct(till, shop), await makeProduct(till, shop)]
    const { id } = await makeCheckoutLink(till, { products: [first.id, second.id] })
    const archive = (which: Body) =>
      till.owner.must(till.owner.patch(`/v1/products/${which.id}`, { is_archived: true }))
    await archive(first)
    const next = await shown(id)
    expect(next).toMatchObject({ product_id: second.id, product_price_id: second.prices[0].id })
    expect(next.products.map(({ is_archived }: Body) => is_archived)).toEqual([true, false])
    await archive(second)
    expect(await shown(id)).toMatchObject({ product_id: first.id, product_price_id: first.prices[0].id })
  })

  it('200: without a discount that was deleted', async () => {
    const gone = await makeDiscount(till, shop)
    const { id } = await makeCheckoutLink(till, { product_id: product.id, discount_id: gone.id })
    await till.owner.must(till.owner.delete(`/v1/discounts/${gone.id}`))
    expect(await shown(id)).toMatchObject({ discount_id: null, discount: null })
  })

  it('404: unknown, and another organization’s', async () => {
    const { id } = await makeCheckoutLink(till, { product_id: foreign.product.id })
    const client = till.as(await makeToken(till, shop))
    for (const which of [id, NOBODYS]) expect((await client.get(PATH + which)).status).toBe(404)
    expect((await client.get(`${PATH}x`)).status).toBe(422)
  })
})

describe('PATCH /v1/checkout-links/{id}', () => {
  it('200: keeps what is absent, clears what is null, replaces metadata', async () => {
    const made = await makeCheckoutLink(till, {
      products: [plan.id, product.id],
      label: 'Newsletter',
      success_url: 'https://shop.example.com/thanks',
      discount_id: discount.id,
      metadata: { a: 1, b: 2 },
    })
    const changed = await patch(made.id, { allow_discount_codes: false, metadata: { c: 3 } })
    expect(changed.status).toBe(200)
    const modified_at = changed.body.modified_at
    expect(changed.body).toEqual({ ...made, allow_discount_codes: false, metadata: { c: 3 }, modified_at })
    expect(modified_at).not.toBeNull()
    const cleared = await patch(made.id, { label: null, success_url: null, discount_id: null, metadata: null })
    expect(cleared.body).toMatchObject({
      label: null,
      success_url: null,
      discount_id: null,
      discount: null,
      metadata: {},
      allow_discount_codes: false,
    })
    expect(await shown(made.id)).toEqual(cleared.body)
    expect(cleared.headers.get('etag')).toMatch(/^"3-/)
  })

  it('200: other products and prices', async () => {
    const [dollars, euros] = plan.prices
    const { id } = await makeCheckoutLink(till, { product_id: product.id })
    const says = async (body: object) => {
      const { product_id, product_price_id, products } = (await patch(id, body)).body
      return [product_id, product_price_id, products.map((offered: Body) => offered.id)]
    }
    expect(await says({ products: [plan.id, product.id] })).toEqual([plan.id, dollars.id, [plan.id, product.id]])
    expect(await says({ product_price_id: euros.id })).toEqual([plan.id, euros.id, [plan.id, product.id]])
    expect(await says({ products: [plan.id] })).toEqual([plan.id, euros.id, [plan.id]])
    expect(await says({ product_price_id: null })).toEqual([plan.id, dollars.id, [plan.id]])
    const both = { products: [plan.id, product.id], product_price_id: euros.id }
    expect(await says(both)).toEqual([plan.id, euros.id, [plan.id, product.id]])
    expect(await says({ ...both, product_price_id: null })).toEqual([plan.id, dollars.id, [plan.id, product.id]])
    expect(await says({ products: [product.id] })).toEqual([product.id, product.prices[0].id, [product.id]])
  })

  it('200: tells of a change, and of nothing when nothing changed', async () => {
    const made = await makeCheckoutLink(till, { products: [product.id], label: 'A', discount_id: discount.id })
    const same = {
      label: 'A',
      products: [product.id.toUpperCase()],
      product_price_id: product.prices[0].id,
      discount_id: discount.id,
      success_url: null,
      metadata: {},
    }
    const events = await eventsDuring(till, shop, async () => {
      expect((await patch(made.id, same)).body).toEqual(made)
      expect((await patch(made.id, {})).body).toEqual(made)
      await patch(made.id, { label: 'B' })
    })
    expect(events).toMatchObject([
      { type: 'checkout_link.updated', object_version: 2, previous_attributes: { label: 'A' }, data: { label: 'B' } },
    ])
  })

  it('200: also when what it sells is archived', async () => {
    const old = await makeProduct(till, shop)
    const { id } = await makeCheckoutLink(till, { product_id: old.id })
    await till.owner.must(till.owner.patch(`/v1/products/${old.id}`, { is_archived: true }))
    expect((await patch(id, { label: 'Old' })).body).toMatchObject({ label: 'Old', product_id: old.id })
  })

  it('403: a token that may only read', async () => {
    const { id } = await makeCheckoutLink(till, { product_id: product.id })
    const client = till.as(await makeToken(till, shop, ['checkout_links:read']))
    expect((await client.patch(PATH + id, { label: 'x' })).status).toBe(403)
    expect((await client.delete(PATH + id)).status).toBe(403)
    expect((await client.get(PATH + id)).status).toBe(200)
  })

  it('404: unknown', async () => {
    expect((await patch(NOBODYS, { label: 'x' })).status).toBe(404)
  })

  it('412: decided on another version', async () => {
    const { id } = await makeCheckoutLink(till, { product_id: product.id })
    const { headers } = await till.owner.get(PATH + id)
    const match = { 'if-match': headers.get('etag') ?? '' }
    expect((await till.owner.patch(PATH + id, { label: 'a' }, match)).status).toBe(200)
    expect((await till.owner.patch(PATH + id, { label: 'b' }, match)).status).toBe(412)
    expect((await till.owner.delete(PATH + id, match)).status).toBe(412)
  })

  it.each<[string, () => object, (string | number)[]]>([
    ['an unknown product', () => ({ products: [NOBODYS] }), ['products', 0]],
    ['no product', () => ({ products: [] }), ['products']],
    ['null for products', () => ({ products: null }), ['products']],
    ['products of another shop', () => ({ products: [foreign.product.id] }), ['products', 0]],
    ['a price of another product', () => ({ product_price_id: plan.prices[0].id }), ['product_price_id']],
    ['that beside products', () => ({ products: [product.id], ...euros() }), ['product_price_id']],
    ['another shop’s discount', () => ({ discount_id: foreign.discount.id }), ['discount_id']],
    ['an address that is none', () => ({ success_url: 'shop' }), ['success_url']],
    ['null for yes or no', () => ({ allow_discount_codes: null }), ['allow_discount_codes']],
  ])('422: %s', async (_, body, loc) => {
    const made = await makeCheckoutLink(till, { product_id: product.id })
    expectIssue(await patch(made.id, body()), ...loc)
    expect(await shown(made.id)).toEqual(made)
  })

  const euros = () => ({ product_price_id: plan.prices[1].id })
})

describe('DELETE /v1/checkout-links/{id}', () => {
  it('204: it is gone, for the seller and for buyers, and what it made goes on', async () => {
    const made = await makeCheckoutLink(till, { product_id: product.id })
    const checkout = await checkoutBehind(till, await openLink(till, made))
    const events = await eventsDuring(till, shop, async () => {
      const { status, body } = await till.owner.delete(PATH + made.id)
      expect([status, body]).toEqual([204, ''])
    })
    expect(events).toMatchObject([{ type: 'checkout_link.deleted', object_version: 2, data: made }])
    expect((await till.owner.get(PATH + made.id)).status).toBe(404)
    expect((await till.owner.delete(PATH + made.id)).status).toBe(404)
    expect((await openLink(till, made)).status).toBe(404)
    expect((await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status).toBe('open')
  })

  it('404: another organization’s', async () => {
    const { id } = await makeCheckoutLink(till, { product_id: foreign.product.id })
    expect((await till.as(await makeToken(till, shop)).delete(PATH + id)).status).toBe(404)
    expect((await till.owner.get(PATH + id)).status).toBe(200)
  })
})
