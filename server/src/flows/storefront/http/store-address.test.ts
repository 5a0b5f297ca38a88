import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { expectStoreHeaders, namesIn, openStore, visit } from '../../../../test/support/store-pages.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { STORE_PAGE_DIR } from '../../../entry/folders.ts'
import { readStyle } from '../../../entry/pages/assets.ts'
import { DEFAULT_LIMITS } from '../../../platform/http/rate-limit.ts'

let folder: string
let till: TestTill
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-store-'))
  await writeFile(join(folder, 'main.css'), 'body { color: black }')
  till = await startTill({ storePageDir: folder })
})
afterAll(async () => {
  await till.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('GET /store/{slug}: how it is asked for', () => {
  it('200: loads its style sheet, which browsers keep for good', async () => {
    const { body } = await visit(till, await openStore(till))
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(body) ?? []
    expect(path).toMatch(/^\/assets\/store\/main-[\da-f]{12}\.css$/)
    const sheet = await till.anonymous.get(path)
    expect([sheet.status, sheet.body]).toEqual([200, 'body { color: black }'])
    expect(sheet.headers.get('cache-control')).toContain('immutable')
  })

  it('200: HEAD is the same without a body', async () => {
    const { status, headers, body } = await till.anonymous.send('HEAD', `/store/${(await openStore(till)).slug}`)
    expect([status, body]).toEqual([200, ''])
    expectStoreHeaders(headers)
  })

  it('200: in the language of the address, which goes along to the next page and to the checkout', async () => {
    const store = await openStore(till)
    for (let number = 1; number <= 25; number += 1) await makeProduct(till, store.id)
    const { body } = await visit(till, store, '?locale=de-AT', { 'accept-language': 'en' })
    expect(body).toContain('<html lang="de-AT">')
    expect(body).toContain(`href="/store/${store.slug}?page=2&amp;locale=de-AT"`)
    expect(body).toContain('<input type="hidden" name="locale" value="de-AT">')
    expect(body).toContain(`href="/store/${store.slug}?locale=en" lang="en"`)
    const accepted = await visit(till, store, '?locale=tlh', { 'accept-language': 'de' })
    expect(accepted.body).toContain('<html lang="de">')
    expect(accepted.body).not.toContain('name="locale"')
  })

  it.each(['0', '-1', '1.5', 'x', '', '99999999999', '1&page=2'])('200: ?page=%s is the first page', async (page) => {
    const store = await openStore(till)
    await makeProduct(till, store.id, { name: 'First' })
    expect(namesIn((await visit(till, store, `?page=${page}`)).body)).toEqual(['First'])
  })

  it('200: the address in any case, and with a slash at its end', async () => {
    const store = await openStore(till, { slug: `Mixed-Case-${unique()}` })
    for (const path of [store.slug.toUpperCase(), `${store.slug}/`]) {
      const { status, body } = await till.anonymous.get(`/store/${path}`)
      expect(status).toBe(200)
      expect(body).toContain(`/store/${store.slug}"`)
    }
  })

  it('200: behind a proxy, everything lies below the path of the public address', async () => {
    const proxied = await tillForThisTest({ baseUrl: 'https://example.com/till', storePageDir: folder })
    const store = await openStore(proxied, {}, { profile_settings: { accent_color: '#c2185b' } })
    await makeProduct(proxied, store.id)
    const { body } = await proxied.anonymous.get(`/store/${store.slug}`)
    expect(body.match(/(?:href|action)="(?!\/till\/|https:\/\/example\.com\/till\/|data:,)[^"]*"/g)).toBeNull()
    expect(body).toContain(`action="/till/store/${store.slug}/buy"`)
  })

  it('200: without a style sheet, where it was not built', async () => {
    const bare = await tillForThisTest({ storePageDir: join(folder, 'nowhere') })
    const { status, body } = await bare.anonymous.get(`/store/${(await openStore(bare)).slug}`)
    expect(status).toBe(200)
    expect(body).not.toContain('stylesheet')
  })

  it('404: the same page for a store that is not there and one that is switched off', async () => {
    const store = await openStore(till, {}, { profile_settings: { enabled: false } })
    await makeProduct(till, store.id)
    const off = await visit(till, store)
    expect(off.status).toBe(404)
    expectStoreHeaders(off.headers)
    expect(off.body).toContain('<h1>No such store</h1>')
    for (const slug of ['no-such-store', 'x', 'a%00b', '%3Cb%3E', '..%2f..%2fetc', 'x'.repeat(400)]) {
      const reply = await till.anonymous.get(`/store/${slug}`)
      expect([slug, reply.status, reply.body]).toEqual([slug, 404, off.body])
    }
    await till.owner.must(till.owner.patch(`/v1/organizations/${store.id}`, { profile_settings: { enabled: null } }))
    expect((await visit(till, store)).status).toBe(200)
  })

  it('404: in the language of the visitor', async () => {
    const { status, body } = await till.anonymous.get('/store/no-such-store', { 'accept-language': 'de' })
    expect(status).toBe(404)
    expect(body).toContain('<html lang="de">')
    expect(body).toContain('<h1>Diesen Shop gibt es nicht</h1>')
  })

  it('404: a page after the last one leads back', async () => {
    const store = await openStore(till)
    const { status, body } = await visit(till, store, '?page=2&locale=de')
    expect(status).toBe(404)
    expect(body).toContain(`href="/store/${store.slug}?locale=de">Zum Shop</a>`)
  })

  it('405: other methods', async () => {
    const { slug } = await openStore(till)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await till.anonymous.send(method, `/store/${slug}`)).status).toBe(405)
    }
  })

  it('429: a readable page when one address asks too often', async () => {
    const limits = { ...DEFAULT_LIMITS, default: { points: 1, seconds: 60 } }
    const limited = await tillForThisTest({ rateLimits: limits, storePageDir: folder })
    expect((await limited.anonymous.get('/store/nobody')).status).toBe(404)
    const { status, headers, body } = await limited.anonymous.get('/store/nobody')
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(body).toContain('<h1>Too many requests</h1>')
  })

  it('503: a readable page when the database is away', async () => {
    const alone = await tillForThisTest({ storePageDir: folder })
    await alone.sql.end()
    const { status, headers, body } = await alone.anonymous.get('/store/somebody')
    expect(status).toBe(503)
    expectStoreHeaders(headers)
    expect(body).toContain('Nothing was paid')
  })
})

describe('GET /assets/accent/{color}.css', () => {
  it('200: the color for both themes, kept for a day', async () => {
    const { status, headers, body } = await till.anonymous.get('/assets/accent/1f4fd8.css')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect(body).toMatch(/^:root\{--accent-fill-light:#1f4fd8;(?:--accent-[a-z-]+:#[\da-f]{6};?){9}\}\n$/)
  })

  it.each(['1f4fd8', '1f4fd.css', '1F4FD8.css', 'red.css', '1f4fd8;}*{.css', '..%2f1f4fd8.css', '%00.css'])(
    '404: %s',
    async (file) => {
      expect((await till.anonymous.get(`/assets/accent/${file}`)).status).toBe(404)
    },
  )
})

describe('the style sheet itself', () => {
  it('is built: npm run build', () => {
    expect(readStyle('store', STORE_PAGE_DIR), 'web/store/dist is missing: run npm run build').not.toBeNull()
  })
})
