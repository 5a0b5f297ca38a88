import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/platform/http/rate-limit.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { makeCheckoutLink } from '../support/checkout-link-factories.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const ENGLISH = { 'accept-language': 'en' }

async function checkoutPath(): Promise<string> {
  const { client_secret } = await makeCheckout(till, { product_id: (await makeProduct(till, shop)).id })
  return `/checkout/${client_secret}`
}

async function soldOutLink(): Promise<string> {
  const product = await makeProduct(till, shop)
  const { client_secret } = await makeCheckoutLink(till, { product_id: product.id })
  await till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { is_archived: true }))
  return `/buy/${client_secret}`
}

async function challengePath(): Promise<string> {
  const checkout = await makeCheckout(till, { product_id: (await makeProduct(till, shop)).id })
  const { body } = await confirm(till.anonymous, checkout, {
    customer_email: `challenged-${unique()}@example.com`,
    confirmation_token_id: 'ctoken_test_authentication_required',
  })
  return new URL(body.payment_processor_metadata.redirect_url).pathname
}

describe('what the server itself says on pages', () => {
  it.each<[string, number, () => Promise<string>, string, string]>([
    ['no checkout', 404, async () => '/checkout/nope', 'No such checkout', 'Diese Bestellseite gibt es nicht'],
    ['no link', 404, async () => '/buy/nope', 'No such link', 'Diesen Link gibt es nicht'],
    ['nothing sold', 410, soldOutLink, 'No longer sold', 'Nicht mehr im Angebot'],
    ['no payment', 404, async () => '/sandbox/challenge/nope', 'No such payment', 'Diese Zahlung gibt es nicht'],
    ['a challenge', 200, challengePath, 'Is it you?', 'Sind Sie es?'],
  ])('is in the language of the visitor: %s', async (_, status, pathOf, english, german) => {
    const path = await pathOf()
    for (const [address, headers, locale, title] of [
      [path, ENGLISH, 'en', english],
      [path, GERMAN, 'de-AT', german],
      [`${path}?locale=de`, ENGLISH, 'de', german],
      [`${path}?locale=en-GB`, GERMAN, 'en-GB', english],
      [`${path}?locale=tlh`, GERMAN, 'de-AT', german],
      [`${path}?locale=de&locale=en`, ENGLISH, 'en', english],
      [path, { 'accept-language': 'fr' }, 'en', english],
    ] as const) {
      const reply = await till.anonymous.get(address, headers)
      expect(reply.status).toBe(status)
      expect(reply.headers.get('vary')).toContain('accept-language')
      expect(reply.body).toContain(`<html lang="${locale}">`)
      expect(reply.body).toContain(`<title>${title}</title>`)
      expect(reply.body).toContain(`<h1>${title}</h1>`)
    }
  })

  it('200: a challenge that was answered', async () => {
    const path = await challengePath()
    await till.anonymous.post(`${path}/approve`)
    expect((await till.anonymous.get(path, GERMAN)).body).toContain('<h1>Schon beantwortet</h1>')
  })

  it('429: on every page', async () => {
    const limits = { ...DEFAULT_LIMITS, default: { points: 1, seconds: 60 } }
    const limited = await tillForThisTest({ rateLimits: limits })
    await limited.anonymous.get('/checkout/nope')
    for (const path of ['/checkout/nope', '/buy/nope', '/sandbox/challenge/nope']) {
      const { status, headers, body } = await limited.anonymous.get(path, GERMAN)
      expect(status).toBe(429)
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect(body).toContain('<h1>Zu viele Anfragen</h1>')
    }
  })

  it('503: a page that was not built', async () => {
    const bare = await tillForThisTest({ checkoutPageDir: '/nowhere', invitationPageDir: '/nowhere' })
    const { status, body } = await bare.anonymous.get('/invitation', GERMAN)
    expect([status, body]).toEqual([503, expect.stringContaining('<h1>Noch nicht gebaut</h1>')])
  })
})

describe('a page without its script', () => {
  it('says in the language of the visitor that it needs one', async () => {
    const path = await checkoutPath()
    const german = await till.anonymous.get(path, GERMAN)
    expect(german.body).toContain('<html lang="de-AT">')
    expect(german.body).toContain('<title>Kasse</title>')
    expect(german.body).toContain('Diese Seite braucht JavaScript.')
    const english = await till.anonymous.get(`${path}?locale=en`, GERMAN)
    expect(english.body).toContain('<title>Checkout</title>')
    expect(english.body).toContain('This page needs JavaScript.')
  })

  it('where the script speaks English only, the rest of the page says so', async () => {
    const { body } = await till.anonymous.get('/invitation', GERMAN)
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<p class="noscript" lang="de-AT">Diese Seite braucht JavaScript.')
  })
})
