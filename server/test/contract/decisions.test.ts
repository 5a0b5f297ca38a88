import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckout } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeOrganization, makeToken, unique } from '../support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { openShop } from '../support/shop.ts'
import { startTill, type TestTill, tillForThisTest } from '../support/till.ts'

/** Small promises of docs/conformance.md that belong to no single rule and have no test of their own elsewhere. */
let till: TestTill
let organizationId: string
let product: Reply['body']
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  product = await makeProduct(till, organizationId)
})
afterAll(() => till.stop())

const path = '/v1/checkouts/custom/'
const custom = (terms: object) =>
  makeProduct(till, organizationId, { prices: [{ amount_type: 'custom', price_currency: 'usd', ...terms }] })

describe('tokens', () => {
  it('can have each of the scopes', async () => {
    const both = [
      ...['organizations', 'products', 'benefits', 'files', 'discounts', 'custom_fields', 'customers', 'checkouts'],
      ...['checkout_links', 'subscriptions', 'license_keys', 'webhooks', 'events', 'meters', 'refunds', 'orders'],
      'organization_access_tokens',
    ].flatMap((resource) => [`${resource}:read`, `${resource}:write`])
    const scopes = [...both, 'payments:read', 'customer_sessions:write', 'metrics:read']
    const token = await makeToken(till, organizationId, scopes)
    const tokens = await till.as(token).get(`/v1/organization-access-tokens/?sorting=-created_at&limit=1`)
    expect(tokens.body.items[0].scopes).toEqual(scopes)
  })
})

describe('organizations', () => {
  it('begin in the sandbox', async () => {
    expect((await makeOrganization(till)).payments).toEqual({ mode: 'sandbox' })
  })

  it.each([
    ['abc', 201],
    [`a${'b'.repeat(62)}c`, 201],
    ['ab', 422],
    [`a${'b'.repeat(63)}c`, 422],
    ['-abc', 422],
    ['a b', 422],
    ['äbc', 422],
  ])('have a slug of 3 to 64 letters, digits and hyphens: %s', async (slug, status) => {
    expect((await till.owner.post('/v1/organizations/', { name: 'Slugs', slug })).status).toBe(status)
  })

  it('keep their slug', async () => {
    const { id, slug } = await makeOrganization(till)
    const { body } = await till.owner.patch(`/v1/organizations/${id}`, { slug: 'another', name: 'Another' })
    expect(body).toMatchObject({ slug, name: 'Another' })
  })
})

describe('checkouts', () => {
  it('start a price that the buyer chooses with its preset, else its minimum, else 0', async () => {
    const amounts = [{ preset_amount: 700, minimum_amount: 500 }, { minimum_amount: 500 }, {}].map(async (terms) => {
      const { id } = await custom(terms)
      return (await makeCheckout(till, { product_id: id })).amount
    })
    expect(await Promise.all(amounts)).toEqual([700, 500, 0])
  })

  it('keep a chosen amount within the bounds of its price', async () => {
    const { id } = await custom({ minimum_amount: 500, maximum_amount: 900 })
    const checkout = await makeCheckout(till, { product_id: id })
    for (const [amount, status] of [
      [499, 422],
      [500, 200],
      [900, 200],
      [901, 422],
    ] as const) {
      const reply = await till.anonymous.patch(`${path}client/${checkout.client_secret}`, { amount })
      expect(reply.status).toBe(status)
      if (status === 422) expect(reply.body.detail[0].loc).toEqual(['body', 'amount'])
      else expect(reply.body.total_amount).toBe(amount)
    }
  })

  it('take a price of the same product only', async () => {
    const other = await makeProduct(till, organizationId)
    const checkout = await makeCheckout(till, { product_id: product.id })
    const { status, body } = await till.owner.patch(path + checkout.id, { product_price_id: other.prices[0].id })
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'product_price_id'])
  })

  it('say which forms of payment they need', async () => {
    const needs = async (productId: string, fields: object = {}) => {
      const checkout = await makeCheckout(till, { product_id: productId, ...fields })
      return [
        checkout.is_payment_required,
        checkout.is_payment_setup_required,
        checkout.is_payment_form_required,
        checkout.is_free_product_price,
      ]
    }
    const plan = await makeRecurringProduct(till, organizationId)
    const gift = await makeDiscount(till, organizationId, { basis_points: 10_000 })
    expect(await needs(product.id)).toEqual([true, false, true, false])
    expect(await needs(plan.id)).toEqual([true, true, true, false])
    expect(await needs(plan.id, { discount_id: gift.id })).toEqual([false, true, true, false])
    expect(await needs((await makeFreeProduct(till, organizationId)).id)).toEqual([false, false, false, true])
  })

  it('use the organization’s currency where a price has none', async () => {
    const shop = await makeOrganization(till, { default_currency: 'jpy' })
    const checkout = await makeCheckout(till, { product_id: (await makeFreeProduct(till, shop.id)).id })
    expect(checkout).toMatchObject({ currency: 'jpy', amount: 0, subtotal_amount: 0, total_amount: 0, tax_amount: 0 })
  })

  it.each([
    ['not started yet', { starts_at: '2999-01-01T00:00:00Z' }, 'discount_not_started'],
    ['ended', { ends_at: '2020-01-01T00:00:00Z' }, 'discount_ended'],
    [
      'in another currency',
      { type: 'fixed', basis_points: null, amount: 5, currency: 'eur' },
      'discount_other_currency',
    ],
  ])('refuse a discount that has %s, by id and by code', async (_, terms, type) => {
    const discount = await makeDiscount(till, organizationId, terms)
    const byId = await till.owner.post(path, { product_id: product.id, discount_id: discount.id })
    expect(byId.body.detail).toEqual([expect.objectContaining({ type, loc: ['body', 'discount_id'] })])
    const checkout = await makeCheckout(till, { product_id: product.id })
    const client = `${path}client/${checkout.client_secret}`
    const byCode = await till.anonymous.patch(client, { discount_code: discount.code })
    expect(byCode.body.detail).toEqual([expect.objectContaining({ type, loc: ['body', 'discount_code'] })])
  })

  it('refuse a discount that is for other products', async () => {
    const other = await makeProduct(till, organizationId)
    const discount = await makeDiscount(till, organizationId, { products: [other.id] })
    const reply = await till.owner.post(path, { product_id: product.id, discount_id: discount.id })
    expect(reply.body.detail[0].type).toBe('discount_other_product')
    const allowed = await till.owner.post(path, { product_id: other.id, discount_id: discount.id })
    expect(allowed.status).toBe(201)
  })

  it('take a success_url of 2,048 characters and none longer', async () => {
    const url = `https://shop.example.com/${'x'.repeat(2048 - 25)}`
    const make = (success_url: string) => till.owner.post(path, { product_id: product.id, success_url })
    expect([(await make(url)).status, (await make(`${url}x`)).status]).toEqual([201, 422])
  })

  it.each(['CA', 'US-CA'])('take a state as %s', async (state) => {
    const customer_billing_address = { country: 'US', state }
    const { status } = await till.owner.post(path, { product_id: product.id, customer_billing_address })
    expect(status).toBe(201)
  })

  it('are sorted by expires_at when asked', async () => {
    const shop = await makeOrganization(till)
    const item = await makeProduct(till, shop.id)
    const [first, second] = [
      await makeCheckout(till, { product_id: item.id }),
      await makeCheckout(till, { product_id: item.id }),
    ]
    await till.sql`update checkouts set expires_at = expires_at + interval '1 hour' where id = ${first.id}`
    const { body } = await till.owner.get(`${path}?organization_id=${shop.id}&sorting=expires_at`)
    expect(body.items.map((item: Reply['body']) => item.id)).toEqual([second.id, first.id])
  })

  it('live as long as the setting says', async () => {
    const quick = await tillForThisTest({ checkoutHours: 2 })
    const item = await makeProduct(quick, (await makeOrganization(quick)).id)
    const checkout = await makeCheckout(quick, { product_id: item.id })
    expect(Date.parse(checkout.expires_at) - Date.parse(checkout.created_at)).toBe(2 * 3_600_000)
  })
})

describe('metadata', () => {
  it('may pass its limit by a merge', async () => {
    const pairs = (name: string) => Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${name}${i}`, i]))
    const fields = {
      metadata: pairs('a'),
      customer_metadata: pairs('b'),
      customer_email: `all-${unique()}@example.com`,
    }
    const checkout = await makeCheckout(till, { product_id: product.id, ...fields })
    const confirmed = await till.anonymous.must(
      till.anonymous.post(`${path}client/${checkout.client_secret}/confirm`, {}),
    )
    const { body } = await till.owner.get(`/v1/customers/${confirmed.customer_id}`)
    expect(Object.keys(body.metadata)).toHaveLength(100)
  })
})

describe('a sale', () => {
  it('is announced in full, and everything in it carries the mode of its payment', async () => {
    const { organization, order, licenseKey } = await openShop(till)
    const { sql } = till
    const sold = await sql<{ type: string }[]>`
      select type from events where object_id in (${order.customer_id}, ${order.id}, ${licenseKey.id}) order by id`
    const first = sold.map((event) => event.type).slice(0, 4)
    expect(first.sort()).toEqual(['customer.created', 'license_key.created', 'order.created', 'order.paid'])
    const grants = await sql`
      select from events where type = 'benefit_grant.created' and organization_id = ${organization.id}`
    expect(grants).toHaveLength(2)
    const modes = await sql<{ mode: string }[]>`
      select mode from payments where order_id = ${order.id}
      union all select payments_mode from orders where id = ${order.id}
      union all select payments_mode from license_keys where id = ${licenseKey.id}`
    expect(modes.map(({ mode }) => mode)).toEqual(['sandbox', 'sandbox', 'sandbox'])
  })
})
