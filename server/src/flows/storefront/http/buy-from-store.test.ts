import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm } from '../../../../test/support/checkout-factories.ts'
import { checkoutBehind } from '../../../../test/support/checkout-link-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { eventsDuring } from '../../../../test/support/event-log.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { newId } from '../../../kernel/ids.ts'
import { DEFAULT_LIMITS } from '../../../platform/http/rate-limit.ts'

type Body = Reply['body']

let till: TestTill
let store: Body
let product: Body
beforeAll(async () => {
  till = await startTill()
  store = await makeOrganization(till)
  product = await makeProduct(till, store.id)
})
afterAll(() => stopWithCleanBooks(till))

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What a browser sends when somebody presses the button. */
const buy = (fields: Readonly<Record<string, string>>, slug = store.slug, headers: object = {}): Promise<Reply> =>
  till.anonymous.post(`/store/${slug}/buy`, String(new URLSearchParams(fields)), { ...FORM, ...headers })
const checkoutOf = async (bought: Body) => checkoutBehind(till, await buy({ product_id: bought.id }))
const many = async () => {
  const [row] = await till.sql<{ many: number }[]>`select count(*)::int as many from checkouts`
  return row?.many
}

describe('POST /store/{slug}/buy', () => {
  it('303: to the page of a new checkout, which nobody keeps', async () => {
    const reply = await buy({ product_id: product.id })
    expect([reply.status, reply.body]).toEqual([303, ''])
    expect(reply.headers.get('location')).toMatch(/^\/checkout\/till_cs_[0-9A-Za-z]{43}$/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect(await checkoutBehind(till, reply)).toMatchObject({
      status: 'open',
      product_id: product.id,
      product_price_id: product.prices[0].id,
      total_amount: 1900,
      currency: 'usd',
      discount_id: null,
      allow_discount_codes: true,
      customer_email: null,
      customer_ip_address: null,
      embed_origin: null,
      metadata: {},
      payment_processor_metadata: { mode: 'sandbox' },
    })
  })

  it('303: each press is another checkout, and each kind of product can be bought', async () => {
    const plan = await makeRecurringProduct(till, store.id)
    const gift = await makeFreeProduct(till, store.id)
    const own = await makeProduct(till, store.id, { prices: [{ amount_type: 'custom', preset_amount: 700 }] })
    for (const [bought, total] of [
      [product, 1900],
      [product, 1900],
      [plan, 900],
      [gift, 0],
      [own, 700],
    ] as const) {
      const checkout = await checkoutOf(bought)
      const sold = await confirm(till.anonymous, checkout, { customer_email: `buyer-${newId()}@example.com` })
      expect([sold.status, sold.body.status, sold.body.total_amount]).toEqual([200, 'confirmed', total])
    }
  })

  it('303: buyers may enter a code there', async () => {
    const { code } = await makeDiscount(till, store.id, { code: 'STORE20' })
    const { client_secret } = await checkoutOf(product)
    const path = `/v1/checkouts/custom/client/${client_secret}`
    expect((await till.anonymous.patch(path, { discount_code: code })).body).toMatchObject({ total_amount: 1520 })
  })

  it('303: tells that a checkout was made, by which request', async () => {
    const work = () => buy({ product_id: product.id }, store.slug, { 'x-request-id': 'the-click-of-a-buyer' })
    const events = await eventsDuring(till, store.id, work)
    expect(events).toMatchObject([{ type: 'checkout.created', object_version: 1, request_id: 'the-click-of-a-buyer' }])
  })

  it.each([
    ['de-AT', '?locale=de-AT'],
    ['fr', ''],
    ['"><script>', ''],
  ])('303: in the language that was chosen (%s)', async (locale, query) => {
    const { headers } = await buy({ product_id: product.id, locale })
    expect(headers.get('location')).toMatch(/^\/checkout\/till_cs_\w+(?:\?.*)?$/)
    expect(headers.get('location')?.replace(/^[^?]*/, '')).toBe(query)
  })

  it('303: below the path of the public address', async () => {
    const proxied = await tillForThisTest({ baseUrl: 'https://example.com/till' })
    const { id, slug } = await makeOrganization(proxied)
    const { id: product_id } = await makeProduct(proxied, id)
    const { headers } = await proxied.anonymous.post(`/store/${slug}/buy`, `product_id=${product_id}`, FORM)
    expect(headers.get('location')).toMatch(/^\/till\/checkout\/till_cs_/)
  })

  it.each<[string, () => Promise<Readonly<Record<string, string>>>]>([
    ['nobody’s', async () => ({ product_id: newId() })],
    ['another store’s', async () => ({ product_id: (await makeProduct(till, (await makeOrganization(till)).id)).id })],
    ['no id', async () => ({ product_id: "x'; drop table products" })],
    ['left out', async () => ({})],
    ['empty', async () => ({ product_id: '' })],
  ])('404: a readable page for a product that is %s, with the way back', async (_, fields) => {
    const given = await fields()
    const before = await many()
    const { status, headers, body } = await buy(given, store.slug, { 'accept-language': 'de' })
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toContain('<h1>Hier nicht im Angebot</h1>')
    expect(body).toContain(`href="/store/${store.slug}"`)
    expect(await many()).toBe(before)
  })

  it('404: a store that is not there, or that is switched off', async () => {
    const off = await makeOrganization(till)
    const { id: product_id } = await makeProduct(till, off.id)
    await till.owner.must(till.owner.patch(`/v1/organizations/${off.id}`, { profile_settings: { enabled: false } }))
    for (const slug of [off.slug, 'no-such-store', 'x', 'a%00b']) {
      const { status, body } = await buy({ product_id }, slug)
      expect([slug, status]).toEqual([slug, 404])
      expect(body).toContain('<h1>No such store</h1>')
    }
  })

  it('410: what is sold no longer', async () => {
    const archived = await makeProduct(till, store.id)
    await till.owner.must(till.owner.patch(`/v1/products/${archived.id}`, { is_archived: true }))
    const priceless = await makeProduct(till, store.id)
    await till.sql`update product_prices set is_archived = true where product_id = ${priceless.id}`
    for (const { id: product_id } of [archived, priceless]) {
      const { status, body } = await buy({ product_id })
      expect(status).toBe(410)
      expect(body).toContain('<h1>No longer sold</h1>')
    }
  })

  it('405: a link does not buy', async () => {
    const { status, headers } = await till.anonymous.get(`/store/${store.slug}/buy?product_id=${product.id}`)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('413: more than a form of ours has', async () => {
    expect((await buy({ product_id: product.id, more: 'x'.repeat(5000) })).status).toBe(413)
  })

  it('415: anything but a form, here; and a form, everywhere else', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const reply = await till.anonymous.post(`/store/${store.slug}/buy`, '{}', { 'content-type': type })
      expect([type, reply.status]).toEqual([type, 415])
    }
    for (const path of ['/v1/products/', '/v1/checkouts/custom/']) {
      expect((await till.owner.post(path, `product_id=${product.id}`, FORM)).status).toBe(415)
    }
  })

  it('429: a readable page when one address asks too often', async () => {
    const limits = { ...DEFAULT_LIMITS, default: { points: 1, seconds: 60 } }
    const limited = await tillForThisTest({ rateLimits: limits })
    expect((await limited.anonymous.post('/store/nobody/buy', '', FORM)).status).toBe(404)
    const { status, body } = await limited.anonymous.post('/store/nobody/buy', '', FORM)
    expect(status).toBe(429)
    expect(body).toContain('<h1>Too many requests</h1>')
  })
})
