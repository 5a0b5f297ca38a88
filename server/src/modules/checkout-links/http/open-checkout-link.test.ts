import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, confirm } from '../../../../test/support/checkout-factories.ts'
import { checkoutBehind, makeCheckoutLink, openLink } from '../../../../test/support/checkout-link-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { eventsDuring } from '../../../../test/support/event-log.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { newSecret, SecretBox } from '../../../kernel/secrets.ts'
import { DEFAULT_LIMITS } from '../../../platform/http/rate-limit.ts'

type Body = Reply['body']
type Query = Readonly<Record<string, string>>

const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
let product: Body
let plan: Body
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till)).id
  product = await makeProduct(till, shop)
  plan = await makeRecurringProduct(till, shop, {
    prices: ['usd', 'eur'].map((price_currency) => ({ amount_type: 'fixed', price_amount: 900, price_currency })),
  })
})
afterAll(() => stopWithCleanBooks(till))

const link = (fields: object = {}) =>
  makeCheckoutLink(till, 'products' in fields ? fields : { product_id: product.id, ...fields })
const checkoutOf = async (made: Body, query: Query = {}) => checkoutBehind(till, await openLink(till, made, query))
const archive = (which: Body) => till.owner.must(till.owner.patch(`/v1/products/${which.id}`, { is_archived: true }))
const many = async () => {
  const [row] = await till.sql<{ many: number }[]>`
    select count(*)::int as many from checkouts where organization_id = ${shop}`
  return row?.many
}

describe('GET /buy/{client_secret}', () => {
  it('303: to the page of a new checkout, which nobody keeps and nobody is told of', async () => {
    const made = await link()
    const reply = await openLink(till, made)
    expect([reply.status, reply.body]).toEqual([303, ''])
    expect(reply.headers.get('location')).toMatch(/^http:\/\/till\.example\.com\/checkout\/till_cs_[0-9A-Za-z]{43}$/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('set-cookie')).toBeNull()
    const checkout = await checkoutBehind(till, reply)
    expect(checkout).toMatchObject({
      status: 'open',
      product_id: product.id,
      product_price_id: product.prices[0].id,
      total_amount: 1900,
      currency: 'usd',
      discount_id: null,
      allow_discount_codes: true,
      customer_email: null,
      customer_ip_address: null,
      metadata: {},
      payment_processor_metadata: { mode: 'sandbox' },
    })
    expect((await checkoutOf(made)).id).not.toBe(checkout.id)
  })

  it('303: with what the link says, and it can be bought', async () => {
    const discount = await makeDiscount(till, shop)
    const made = await link({
      products: [product.id, plan.id],
      discount_id: discount.id,
      allow_discount_codes: false,
      success_url: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
      metadata: { campaign: 'spring' },
    })
    const checkout = await checkoutOf(made)
    expect(checkout).toMatchObject({
      discount_id: discount.id,
      total_amount: 1520,
      allow_discount_codes: false,
      success_url: `https://shop.example.com/thanks?checkout_id=${checkout.id}`,
      metadata: { campaign: 'spring' },
    })
    expect(checkout.products.map(({ id }: Body) => id)).toEqual([product.id, plan.id])
    const path = `/v1/checkouts/custom/client/${checkout.client_secret}`
    const other = await till.anonymous.patch(path, { product_id: plan.id })
    expect(other.body).toMatchObject({ product_id: plan.id, discount_id: discount.id })
    const sold = await confirm(till.anonymous, checkout, { customer_email: 'ada@example.com' })
    expect([sold.status, sold.body.status]).toEqual([200, 'confirmed'])
  })

  it('303: tells that a checkout was made, by which request', async () => {
    const made = await link()
    const events = await eventsDuring(till, shop, () =>
      openLink(till, made, {}, { 'x-request-id': 'the-click-of-a-buyer' }),
    )
    expect(events).toMatchObject([{ type: 'checkout.created', object_version: 1, request_id: 'the-click-of-a-buyer' }])
    expect(events[0].data).toEqual(await till.owner.must(till.owner.get(`/v1/checkouts/custom/${events[0].object_id}`)))
  })

  it('303: with a discount code, where codes are allowed and the link has none of its own', async () => {
    const own = await makeDiscount(till, shop, { basis_points: 5000 })
    const code = await makeDiscount(till, shop, { basis_points: 1000 })
    const query = { discount_code: code.code.toLowerCase() }
    const byCode = await checkoutOf(await link(), query)
    expect(byCode).toMatchObject({ discount_id: code.id, total_amount: 1710 })
    const path = `/v1/checkouts/custom/client/${byCode.client_secret}`
    expect((await till.anonymous.patch(path, { discount_code: null })).body.discount_id).toBeNull()
    expect(await checkoutOf(await link({ allow_discount_codes: false }), query)).toMatchObject({ discount_id: null })
    expect(await checkoutOf(await link({ discount_id: own.id }), query)).toMatchObject({ discount_id: own.id })
  })

  it('303: without a discount that does not apply any more, or not to this', async () => {
    const ended = await makeDiscount(till, shop, { ends_at: '2020-01-01T00:00:00Z' })
    const used = await makeDiscount(till, shop, { max_redemptions: 1 })
    const elsewhere = await makeDiscount(till, shop, { products: [plan.id] })
    const deleted = await makeDiscount(till, shop)
    const once = await makeDiscount(till, shop, { max_redemptions_per_customer: 1 })
    const links = await Promise.all([ended, used, elsewhere, deleted].map(({ id }) => link({ discount_id: id })))
    await buy(till, product.id, 'first@example.com', { discount_id: used.id })
    await till.owner.must(till.owner.delete(`/v1/discounts/${deleted.id}`))
    for (const made of links) {
      expect(await checkoutOf(made)).toMatchObject({ discount_id: null, total_amount: 1900 })
    }
    for (const { code } of [ended, used, elsewhere]) {
      expect((await checkoutOf(await link(), { discount_code: code })).discount_id).toBeNull()
    }
    const limited = await link({ discount_id: once.id })
    const who = { customer_email: 'once@example.com' }
    await till.anonymous.must(confirm(till.anonymous, await checkoutOf(limited, who)))
    expect((await checkoutOf(limited, who)).discount_id).toBeNull()
    expect((await checkoutOf(limited)).discount_id).toBe(once.id)
  })

  it.each<[Query, string]>([
    [{ locale: 'de', theme: 'dark' }, '?locale=de&theme=dark'],
    [{ locale: 'pt-BR', customer_name: 'Ada', utm_source: 'x' }, '?locale=pt-BR'],
    [
      { theme: 'light', embed: 'overlay', embed_origin: 'https://shop.example.com:8443' },
      '?theme=light&embed=overlay&embed_origin=https%3A%2F%2Fshop.example.com%3A8443',
    ],
    [{ embed: 'popup', embed_origin: 'https://shop.example.com/path' }, ''],
    [{ embed_origin: 'javascript:alert(1)' }, ''],
    [{ locale: 'd', theme: 'blue' }, ''],
    [{ locale: 'de&x=1', theme: 'dark#' }, ''],
    [{ locale: 'en-150' }, '?locale=en-150'],
    [{ locale: 'de-Latn-CH-1996' }, '?locale=de-Latn-CH-1996'],
    [{ locale: 'german', checkout_id: '1' }, ''],
    [{ locale: `en-${'a'.repeat(33)}` }, ''],
  ])('303: how the page is to look and where it is shown goes along, and nothing else: %j', async (query, rest) => {
    const location = (await openLink(till, await link(), query)).headers.get('location') ?? ''
    expect(location.replace(/.*\/till_cs_\w+/, '')).toBe(rest)
  })

  it('303: the next product when the first is archived', async () => {
    const first = await makeProduct(till, shop)
    const made = await link({ products: [first.id, plan.id] })
    await archive(first)
    const checkout = await checkoutOf(made, { product_id: first.id })
    expect(checkout).toMatchObject({ product_id: plan.id, products: [{ id: plan.id }] })
  })

  it('303: behind a proxy, below the path of the public address', async () => {
    const proxied = await tillForThisTest({ baseUrl: 'https://example.com/till' })
    const { id } = await makeProduct(proxied, (await makeOrganization(proxied)).id)
    const made = await makeCheckoutLink(proxied, { product_id: id })
    expect(made.url).toMatch(/^https:\/\/example\.com\/till\/buy\/till_cl_/)
    const { headers } = await openLink(proxied, made)
    expect(headers.get('location')).toMatch(/^https:\/\/example\.com\/till\/checkout\/till_cs_/)
  })

  it.each([
    ['unknown', () => newSecret('checkoutLink')],
    ['mistyped', () => 'till_cl_nothing'],
    ['that of a checkout', () => newSecret('checkout')],
    ['no text that a database could keep', () => 'till_cl_%00'],
  ])('404: a readable page for a secret that is %s', async (_, secret) => {
    const { status, headers, body } = await till.anonymous.get(`/buy/${secret()}`)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toContain('<h1>No such link</h1>')
    expect(body).not.toContain('till_cl_')
  })

  it('404: not below it, and not without a secret', async () => {
    const { client_secret } = await link()
    for (const path of ['/buy', '/buy/', `/buy/${client_secret}/more`]) {
      expect([path, (await till.anonymous.get(path)).status]).toEqual([path, 404])
    }
  })

  it('405: any other method', async () => {
    const { client_secret } = await link()
    const before = await many()
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await till.anonymous.send(method, `/buy/${client_secret}`)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
    expect(await many()).toBe(before)
  })

  it('410: a readable page when nothing of it is sold any longer', async () => {
    const old = await makeProduct(till, shop)
    const made = await link({ product_id: old.id })
    await archive(old)
    const before = await many()
    const { status, headers, body } = await openLink(till, made)
    expect([status, headers.get('cache-control')]).toEqual([410, 'no-store'])
    expect(body).toContain('<h1>No longer sold</h1>')
    expect(await many()).toBe(before)
  })

  it('429: a readable page when one address asks too often', async () => {
    const limits = { ...DEFAULT_LIMITS, default: { points: 2, seconds: 60 } }
    const limited = await tillForThisTest({ rateLimits: limits })
    for (let n = 0; n < 2; n += 1) expect((await limited.anonymous.get('/buy/x')).status).toBe(404)
    const { status, headers, body } = await limited.anonymous.get('/buy/x')
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(body).toContain('<h1>Too many requests</h1>')
  })

  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { purpose: 'Prefetch' },
  ])('503: nothing is made for a browser that only asks ahead: %j', async (headers) => {
    const made = await link()
    const before = await many()
    const reply = await openLink(till, made, {}, headers as unknown as Record<string, string>)
    expect([reply.status, reply.headers.get('cache-control'), reply.body]).toEqual([503, 'no-store', ''])
    expect(await many()).toBe(before)
  })

  it('503: a readable page when the database is away', async () => {
    const alone = await tillForThisTest()
    await alone.sql.end()
    const { status, body } = await alone.anonymous.get(`/buy/${newSecret('checkoutLink')}`)
    expect(status).toBe(503)
    expect(body).toContain('Nothing was paid')
  })
})

describe('HEAD /buy/{client_secret}', () => {
  it('200, 404, 410: says whether the link works, and makes nothing', async () => {
    const old = await makeProduct(till, shop)
    const [good, gone] = [await link(), await link({ product_id: old.id })]
    await archive(old)
    const before = await many()
    const ask = async (secret: string) => {
      const { status, headers, body } = await till.anonymous.send('HEAD', `/buy/${secret}?customer_name=Ada`)
      expect([headers.get('cache-control'), headers.get('location'), body]).toEqual(['no-store', null, ''])
      return status
    }
    expect(await ask(good.client_secret)).toBe(200)
    expect(await ask(newSecret('checkoutLink'))).toBe(404)
    expect(await ask(gone.client_secret)).toBe(410)
    expect(await many()).toBe(before)
  })
})
