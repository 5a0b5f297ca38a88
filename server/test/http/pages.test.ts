import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKOUT_PAGE_DIR } from '../../src/entry/folders.ts'
import { readPageAssets } from '../../src/entry/pages/assets.ts'
import { newSecret } from '../../src/kernel/secrets.ts'
import { DEFAULT_LIMITS } from '../../src/platform/http/rate-limit.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../support/till.ts'

const SCRIPT = 'console.log("the page")'
const STYLE = 'body { color: black }'

let folder: string
let till: TestTill
let productId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-page-'))
  await writeFile(join(folder, 'main.js'), SCRIPT)
  await writeFile(join(folder, 'main.css'), STYLE)
  await writeFile(join(folder, 'secret.txt'), 'not for the world')
  till = await startTill({ checkoutPageDir: folder })
  productId = await sellSomething(till)
})
afterAll(async () => {
  await till.stop()
  await rm(folder, { recursive: true, force: true })
})

async function sellSomething(at: TestTill): Promise<string> {
  return (await makeProduct(at, (await makeOrganization(at)).id)).id
}

async function pageOf(fields: object = {}): Promise<string> {
  const { client_secret } = await makeCheckout(till, { product_id: productId, ...fields })
  return `/checkout/${client_secret}`
}

/** Addresses of what the page loads. */
async function assetsOf(path: string): Promise<{ script: string; style: string }> {
  const { body } = await till.anonymous.get(path)
  const script = /<script type="module" src="([^"]+)">/.exec(body)?.[1] ?? ''
  const style = /<link rel="stylesheet" href="([^"]+)">/.exec(body)?.[1] ?? ''
  return { script, style }
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors "

function expectPageHeaders(headers: Headers, ancestors = "'none'"): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe(POLICY + ancestors)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('access-control-allow-origin')).toBeNull()
}

describe('GET /checkout/{client_secret}', () => {
  it('200: a page that loads its own script and style, and has nothing inline', async () => {
    const { status, headers, body } = await till.anonymous.get(await pageOf())
    expect(status).toBe(200)
    expectPageHeaders(headers)
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('JavaScript')
    expect(body).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/)
    expect(body.match(/(?:src|href)="(?!\/assets\/checkout\/|data:,)[^"]*"/g)).toBeNull()
  })

  it('200: says nothing of the checkout, so there is nothing in it to escape', async () => {
    const path = await pageOf({ customer_email: 'ada@example.com', customer_name: '<b>Ada</b>' })
    const { body } = await till.anonymous.get(path)
    expect(body).not.toMatch(/ada@example|<b>|till_cs_/)
  })

  it('200: says from the first moment on that no real money moves, where none does', async () => {
    const path = await pageOf()
    const secret = path.replace('/checkout/', '')
    const bar = async (query = '') => {
      const { body } = await till.anonymous.get(path + query)
      return /<p class="test-bar">(.*)<\/p>/.exec(body)?.[1] ?? null
    }
    expect(await bar()).toBe('<strong>Test mode</strong> No real money moves.')
    expect(await bar('?locale=de')).toBe('<strong>Testmodus</strong> Es fließt kein Geld.')
    await till.sql`update checkouts set expires_at = ${new Date(0)} where client_secret = ${secret}`
    // It may be started again with real money.
    expect(await bar()).toBeNull()
    const live = await pageOf()
    await till.sql`update checkouts set payments_mode = 'live' where client_secret = ${live.replace('/checkout/', '')}`
    expect((await till.anonymous.get(live)).body).not.toMatch(/test-bar|sandbox/)
  })

  it('200: with a trailing slash, after paying, and on the confirmation page', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: 'ada@example.com' })
    await till.anonymous.must(confirm(till.anonymous, checkout))
    const path = `/checkout/${checkout.client_secret}`
    for (const url of [path, `${path}/`, `${path}/confirmation`, `${path}/confirmation/?checkout_id=${checkout.id}`]) {
      const { status, headers } = await till.anonymous.get(url)
      expect(status).toBe(200)
      expectPageHeaders(headers)
    }
  })

  it("200: the API's own links lead here", async () => {
    const { url, success_url, client_secret } = await makeCheckout(till, { product_id: productId })
    for (const link of [url, success_url]) {
      const { pathname, search } = new URL(link)
      expect(pathname).toContain(client_secret)
      expect((await till.anonymous.get(pathname + search)).status).toBe(200)
    }
  })

  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('200: only the embed_origin may frame it (%s)', async (embed_origin, ancestors) => {
    const { status, headers } = await till.anonymous.get(await pageOf({ embed_origin }))
    expect(status).toBe(200)
    expectPageHeaders(headers, ancestors)
  })

  it.each([
    ['https://shop.example.com/buy', 'https://shop.example.com'],
    ["https://shop.example.com;script-src'unsafe-inline'", "'none'"],
    ['https://shop.example.com,https://evil.example.com', "'none'"],
  ])('200: also where it was kept before it was checked (%s)', async (embedOrigin, ancestors) => {
    const path = await pageOf()
    await till.sql`
      update checkouts set embed_origin = ${embedOrigin} where client_secret = ${path.replace('/checkout/', '')}`
    const { status, headers } = await till.anonymous.get(path)
    expect(status).toBe(200)
    expectPageHeaders(headers, ancestors)
  })

  it.each([
    ['unknown', () => newSecret('checkout')],
    ['mistyped', () => 'till_cs_nothing'],
    ['no text that a database could keep', () => 'till_cs_%00'],
  ])('404: a readable page for a secret that is %s', async (_, secret) => {
    for (const rest of ['', '/confirmation']) {
      const { status, headers, body } = await till.anonymous.get(`/checkout/${secret()}${rest}`)
      expect(status).toBe(404)
      expectPageHeaders(headers)
      expect(body).toContain('<h1>No such checkout</h1>')
      expect(body).not.toContain('<script')
    }
  })

  it('404: not below it, and not without a secret', async () => {
    for (const path of ['/checkout', '/checkout/', `${await pageOf()}/elsewhere`]) {
      expect((await till.anonymous.get(path)).status).toBe(404)
    }
  })

  it('410: an expired checkout, with the script that explains it', async () => {
    const path = await pageOf()
    const secret = path.split('/').at(-1) ?? ''
    await till.sql`update checkouts set expires_at = ${new Date(0)} where client_secret = ${secret}`
    const { status, headers, body } = await till.anonymous.get(path)
    expect(status).toBe(410)
    expectPageHeaders(headers)
    expect(body).toContain('<script type="module"')
  })

  it('410: a test checkout of a shop that takes real money by now, as the API says', async () => {
    const organization = await makeOrganization(till)
    const path = await pageOf({ product_id: (await makeProduct(till, organization.id)).id })
    await till.sql`update organizations set payments_mode = 'live' where id = ${organization.id}`
    expect((await till.anonymous.get(path)).status).toBe(410)
    expect((await till.anonymous.get(path.replace('/checkout/', '/v1/checkouts/custom/client/'))).status).toBe(410)
  })

  it('429: a readable page when one address asks too often', async () => {
    const limits = { ...DEFAULT_LIMITS, default: { points: 2, seconds: 60 } }
    const limited = await tillForThisTest({ rateLimits: limits, checkoutPageDir: folder })
    for (let n = 0; n < 2; n += 1) expect((await limited.anonymous.get('/checkout/x')).status).toBe(404)
    const { status, headers, body } = await limited.anonymous.get('/checkout/x')
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(body).toContain('<h1>Too many requests</h1>')
  })

  it('503: says so when the page was not built', async () => {
    const bare = await tillForThisTest({ checkoutPageDir: join(folder, 'nowhere') })
    const { client_secret } = await makeCheckout(bare, { product_id: await sellSomething(bare) })
    const { status, body } = await bare.anonymous.get(`/checkout/${client_secret}`)
    expect(status).toBe(503)
    expect(body).toContain('npm run build')
  })

  it('503: a readable page when the database is away', async () => {
    const alone = await tillForThisTest({ checkoutPageDir: folder })
    await alone.sql.end()
    const { status, headers, body } = await alone.anonymous.get(`/checkout/${newSecret('checkout')}`)
    expect(status).toBe(503)
    expectPageHeaders(headers)
    expect(body).toContain('Nothing was paid')
  })

  it('behind a proxy: assets lie below the path of the public address', async () => {
    const proxied = await tillForThisTest({ baseUrl: 'https://example.com/till', checkoutPageDir: folder })
    const { client_secret } = await makeCheckout(proxied, { product_id: await sellSomething(proxied) })
    const { body } = await proxied.anonymous.get(`/checkout/${client_secret}`)
    expect(body).toMatch(/src="\/till\/assets\/checkout\/main-\w+\.js"/)
  })
})

describe('GET /assets/checkout/...', () => {
  it('200: kept for good, because the address holds the hash of the content', async () => {
    const { script, style } = await assetsOf(await pageOf())
    for (const [path, type, text] of [
      [script, 'text/javascript; charset=utf-8', SCRIPT],
      [style, 'text/css; charset=utf-8', STYLE],
    ] as const) {
      const { status, headers, body } = await till.anonymous.get(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(body).toBe(text)
    }
  })

  it('200: compressed for those who take it', async () => {
    const { script } = await assetsOf(await pageOf())
    const response = await till.till.app.inject({ url: script, headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(response.rawPayload).toString()).toBe(SCRIPT)
  })

  it.each([
    '/assets/checkout/',
    '/assets/checkout/main.js',
    '/assets/checkout/secret.txt',
    '/assets/checkout/../checkout/secret.txt',
    '/assets/checkout/..%2f..%2f..%2fpackage.json',
    '/assets/checkout/%2e%2e/%2e%2e/package.json',
    '/assets/checkout/..\\..\\package.json',
    '/assets/checkout//etc/passwd',
    '/assets/..;/checkout/secret.txt',
    '/assets/checkout/%00',
  ])('404: %s', async (url) => {
    const { statusCode, body } = await till.till.app.inject({ url })
    expect(statusCode).toBe(404)
    expect(body).not.toContain('not for the world')
  })
})

describe('GET /avatars/{letter}.svg', () => {
  it.each(['A', '7', '?', 'Ж', '字', '𝒜'])('200: %s', async (letter) => {
    const { status, headers, body } = await till.anonymous.get(`/avatars/${encodeURIComponent(letter)}.svg`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    expect(body).toContain(`>${letter}</text>`)
  })

  it("200: the address that the API gives for a customer, whatever the name's first letter", async () => {
    const { id } = await makeOrganization(till)
    for (const name of ['Ada', 'ßeta', '  émile', '(?)', '42']) {
      const email = `${Math.random()}@example.com`
      const made = await till.owner.must(till.owner.post('/v1/customers/', { organization_id: id, email, name }))
      expect((await till.anonymous.get(new URL(made.avatar_url).pathname)).status).toBe(200)
    }
  })

  it.each(['AB.svg', 'A.png', '.svg', 'A', 'A.svg.svg', '%3Csvg.svg', '..%2fA.svg'])('404: %s', async (name) => {
    expect((await till.anonymous.get(`/avatars/${name}`)).status).toBe(404)
  })
})

describe('the page itself', () => {
  it('is built: npm run build', async () => {
    const assets = readPageAssets('checkout', CHECKOUT_PAGE_DIR)
    expect(assets, 'web/checkout/dist is missing: run npm run build').not.toBeNull()
  })

  it('loads at most 60 kB of script and style at first, in any language, packed ahead', async () => {
    const built = await tillForThisTest()
    const { client_secret } = await makeCheckout(built, { product_id: await sellSomething(built) })
    const { body } = await built.anonymous.get(`/checkout/${client_secret}`)
    const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
    expect(files).toHaveLength(2)
    const languages = (await readdir(CHECKOUT_PAGE_DIR)).filter((file) => /^\w{2}-\w+\.js$/.test(file))
    expect(languages.length).toBeGreaterThan(0)
    const sizeOf = async (url: string) => {
      const response = await built.till.app.inject({ url, headers: { 'accept-encoding': 'br' } })
      expect(response.headers['content-encoding']).toBe('br')
      expect(response.headers['cache-control']).toContain('immutable')
      return response.rawPayload.length
    }
    const first = await Promise.all(files.map((file) => sizeOf(file as string)))
    const others = await Promise.all(languages.map((file) => sizeOf(`/assets/checkout/${file}`)))
    expect(first.reduce((sum, size) => sum + size, 0) + Math.max(...others)).toBeLessThanOrEqual(60_000)
  })

  it('talks to the processor, and lets it in, only where money is real', async () => {
    const organization = await makeOrganization(till)
    const { id } = await makeProduct(till, organization.id)
    await till.sql`update organizations set payments_mode = 'live' where id = ${organization.id}`
    const { headers } = await till.anonymous.get(await pageOf({ product_id: id }))
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' https://js.stripe.com")
    expect(policy).toContain('frame-src https://js.stripe.com')
    expect(policy).not.toContain('unsafe')
  })
})
