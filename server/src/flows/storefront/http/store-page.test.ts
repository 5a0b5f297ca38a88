import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit } from '../../../../test/support/benefit-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeProductMedia } from '../../../../test/support/file-factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { expectStoreHeaders, namesIn, openStore, pricesIn, visit } from '../../../../test/support/store-pages.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

type Body = Reply['body']

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const change = (product: Body, fields: object) =>
  till.owner.must(till.owner.patch(`/v1/products/${product.id}`, fields))

describe('GET /store/{slug}: what it shows', () => {
  it('200: a new organization has its store at once, without a script and with nothing inline', async () => {
    const store = await openStore(till, { name: 'Northwind Audio' })
    const product = await makeProduct(till, store.id, { name: 'Tape Machine', description: 'Warm.\nHonest.' })
    const { status, headers, body } = await visit(till, store)
    expect(status).toBe(200)
    expectStoreHeaders(headers)
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<title>Northwind Audio</title>')
    expect(body).toContain('<h1><bdi>Northwind Audio</bdi></h1>')
    expect(body).toContain('<p class="description" dir="auto">Warm.\nHonest.</p>')
    expect(body).toContain(`name="product_id" value="${product.id}"`)
    expect(body).toContain('aria-label="Buy: Tape Machine">Buy</button>')
    expect(namesIn(body)).toEqual(['Tape Machine'])
    expect(body).not.toMatch(/<style|style=|<script|\son\w+=/)
  })

  it('200: every price, as people say it', async () => {
    const store = await openStore(till, { default_currency: 'eur' })
    const sell = (name: string, ...prices: object[]) => makeProduct(till, store.id, { name, prices })
    const fixed = (price_amount: number, price_currency: string, recurring_interval?: string) => ({
      amount_type: 'fixed',
      price_amount,
      price_currency,
      ...(recurring_interval && { recurring_interval }),
    })
    await sell('Once', fixed(1999, 'jpy'))
    await sell('Plan', fixed(900, 'usd', 'month'), fixed(9000, 'usd', 'year'), fixed(850, 'eur', 'month'))
    await sell('Own', { amount_type: 'custom', price_currency: 'usd' })
    await sell('Own from', { amount_type: 'custom', minimum_amount: 500 })
    await makeFreeProduct(till, store.id, { name: 'Gift' })
    await makeFreeProduct(till, store.id, { name: 'Letters', recurring_interval: 'week' })
    const english = await visit(till, store)
    expect(pricesIn(english.body)).toEqual([
      'Free',
      'Free',
      'Pay what you want from €5.00',
      'Pay what you want',
      '$9.00 per month | $90.00 per year | €8.50 per month',
      '¥1,999',
    ])
    const german = await visit(till, store, '', { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' })
    expect(pricesIn(german.body)).toEqual([
      'Kostenlos',
      'Kostenlos',
      'Preis frei wählbar ab 5,00 €',
      'Preis frei wählbar',
      '9,00 $ pro Monat | 90,00 $ pro Jahr | 8,50 € pro Monat',
      '1.999 ¥',
    ])
    const labels = (body: string) => [...body.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)
    expect(labels(english.body)).toEqual(['Subscribe for free', 'Get it for free', 'Buy', 'Buy', 'Subscribe', 'Buy'])
    expect(labels(german.body)[0]).toBe('Kostenlos abonnieren')
  })

  it('200: 24 at a time, the newest first', async () => {
    const store = await openStore(till)
    const names = Array.from({ length: 49 }, (_, index) => `Thing ${index + 1}`)
    for (const name of names) await makeProduct(till, store.id, { name })
    const [first, second, third] = await Promise.all(
      ['', '?page=2', '?page=3'].map((query) => visit(till, store, query)),
    )
    expect([first, second, third].flatMap((page) => namesIn(page?.body))).toEqual(names.toReversed())
    const linksIn = (body: string) =>
      [...body.matchAll(/rel="(prev|next)" href="([^"]+)"/g)].map(([, rel, to]) => [rel, to])
    const path = `/store/${store.slug}`
    expect(linksIn(first?.body)).toEqual([['next', `${path}?page=2`]])
    expect(linksIn(second?.body)).toEqual([
      ['prev', path],
      ['next', `${path}?page=3`],
    ])
    expect(linksIn(third?.body)).toEqual([['prev', `${path}?page=2`]])
    expect(second?.body).toContain('– Page 2</title>')
    expect(namesIn(third?.body)).toEqual(['Thing 1'])
  })

  it('200: nothing that is archived, that has no price, or that somebody else sells', async () => {
    const store = await openStore(till)
    const other = await openStore(till)
    await makeProduct(till, other.id, { name: 'Of another shop' })
    await makeProduct(till, store.id, { name: 'For sale' })
    await change(await makeProduct(till, store.id, { name: 'Archived' }), { is_archived: true })
    const priceless = await makeProduct(till, store.id, { name: 'Without a price' })
    await till.sql`update product_prices set is_archived = true where product_id = ${priceless.id}`
    const plan = await makeRecurringProduct(till, store.id, { name: 'Plan' })
    await change(plan, { prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }] })
    const { body } = await visit(till, store)
    expect(namesIn(body)).toEqual(['Plan', 'For sale'])
    expect(pricesIn(body)).toEqual(['$10.00 per month', '$19.00'])
    expect(namesIn((await visit(till, other)).body)).toEqual(['Of another shop'])
  })

  it('200: who sells, with their words, their pages and their color', async () => {
    const store = await openStore(
      till,
      {},
      {
        bio: 'Small tools.',
        profile_settings: {
          description: 'Shorter.',
          links: ['https://www.example.com/', 'https://social.example.com/@shop'],
          accent_color: '#C2185B',
        },
      },
    )
    const { body } = await visit(till, store)
    expect(body).toContain('<p class="lead" dir="auto">Small tools.</p>')
    expect(body).toContain('<meta name="description" content="Small tools.">')
    expect(body).toContain('<a href="https://www.example.com/" rel="noopener">example.com</a>')
    expect(body).toContain('<a href="https://social.example.com/@shop" rel="noopener">social.example.com/@shop</a>')
    expect(body).toContain('<link rel="stylesheet" href="/assets/accent/c2185b.css">')
    await till.owner.must(till.owner.patch(`/v1/organizations/${store.id}`, { bio: null }))
    expect((await visit(till, store)).body).toContain('<p class="lead" dir="auto">Shorter.</p>')
  })

  it('200: what search engines and messengers ask for', async () => {
    const store = await openStore(till, { name: 'Kestrel & Co' })
    const { body } = await visit(till, store)
    const address = `http://till.example.com/store/${store.slug}`
    expect(body).toContain(`<link rel="canonical" href="${address}">`)
    expect(body).toContain(`hreflang="de" href="${address}?locale=de"`)
    expect(body).toContain('<meta property="og:title" content="Kestrel &amp; Co">')
    expect(body).toContain('<meta property="og:description" content="What Kestrel &amp; Co sells.">')
    expect(body).toContain(`<meta property="og:url" content="${address}">`)
    expect(body).not.toContain('og:image')
  })

  it('200: pictures that lie here, by their path; the first letter in place of all others', async () => {
    const store = await openStore(till)
    const logo = await makeProductMedia(till, store.id, { service: 'organization_avatar' })
    await till.owner.must(till.owner.patch(`/v1/organizations/${store.id}`, { avatar_url: logo.public_url }))
    const [first, second] = [await makeProductMedia(till, store.id), await makeProductMedia(till, store.id)]
    await makeProduct(till, store.id, { name: 'Seen', medias: [first.id, second.id] })
    await makeProduct(till, store.id, { name: 'Unseen' })
    const pathOf = (file: Body) => new URL(file.public_url).pathname
    const { body } = await visit(till, store)
    expect(body).toContain(`<img class="mark" src="${pathOf(logo)}" alt="" width="64" height="64">`)
    expect(body).toContain(`<img class="picture" src="${pathOf(first)}" alt="" width="640" height="400" loading="lazy"`)
    expect(body).not.toContain(pathOf(second))
    expect(body).toContain('<ul class="products pictured" role="list">')
    expect(body).toContain('<span class="picture letter" aria-hidden="true">U</span>')
    expect(body).toContain(`<meta property="og:image" content="${logo.public_url}">`)
  })

  it.each(['https://elsewhere.example.com/logo.png', 'http://till.example.com.evil.example/x.png'])(
    '200: no picture from elsewhere (%s)',
    async (avatar_url) => {
      const store = await openStore(till, { name: 'Kestrel', avatar_url })
      const { body } = await visit(till, store)
      expect(body).toContain('<span class="mark letter" aria-hidden="true">K</span>')
      expect(body).not.toContain('<img')
    },
  )

  it('200: says what comes with a product, and how much more', async () => {
    const store = await openStore(till)
    const product = await makeProduct(till, store.id)
    const benefits: string[] = []
    for (let number = 1; number <= 8; number += 1) {
      const fields = { description: `Benefit ${number}`, properties: { note: 'A secret note' } }
      benefits.push((await makeCustomBenefit(till, store.id, fields)).id)
    }
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits }))
    const { body } = await visit(till, store)
    expect([...body.matchAll(/<li dir="auto">(Benefit \d)<\/li>/g)]).toHaveLength(5)
    expect(body).toContain('and 3 more')
    expect(body).not.toContain('A secret note')
  })

  it('200: a long description can be read to its end', async () => {
    const store = await openStore(till)
    await makeProduct(till, store.id, { name: 'Long', description: `${'word '.repeat(100)}the end` })
    const { body } = await visit(till, store)
    expect(body).toContain('<summary aria-label="Read more: Long">Read more</summary>')
    expect(body).toContain('the end</p></details>')
  })

  it('200: links in a description are the words that they have', async () => {
    const store = await openStore(till)
    const description = 'Read [the manual](https://example.com/manual), or see https://example.com. [x](javascript:1)'
    await makeProduct(till, store.id, { description })
    const { body } = await visit(till, store)
    expect(body).toContain('>Read the manual, or see https://example.com. [x](javascript:1)</p>')
    expect(body).toContain('<ul class="products" role="list">')
    expect(body).not.toContain('href="https://example.com')
  })

  it('200: names cannot leave their place', async () => {
    const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202Eevil`
    const store = await openStore(till, { name: hostile }, { bio: hostile, profile_settings: { description: hostile } })
    const product = await makeProduct(till, store.id, { name: hostile, description: hostile.repeat(5) })
    const benefit = await makeCustomBenefit(till, store.id, { description: hostile.slice(0, 42) })
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
    for (const query of [
      '',
      '?locale=de',
      `?locale=${encodeURIComponent('"><script>')}&page=${encodeURIComponent(hostile)}`,
    ]) {
      const { status, body } = await visit(till, store, query)
      expect(status).toBe(200)
      const tags = body.replace(/"[^"]*"/g, '""').match(/<[^>]*>/g) ?? []
      expect(tags.filter((tag: string) => /<script|<img|\son\w+=/.test(tag))).toEqual([])
      expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x')
      // Where nothing holds a text together, it turns nothing around.
      expect(/<title>(.*)<\/title>/.exec(body)?.[1]).toMatch(/evil$/)
      expect(/<title>(.*)<\/title>/.exec(body)?.[1]).not.toContain('\u202E')
    }
  })

  it('200: says that it is a test while test cards work, and is then kept out of search engines', async () => {
    const store = await openStore(till)
    const test = await visit(till, store, '', { 'accept-language': 'de' })
    expect(test.body).toContain('<strong>Testmodus</strong>')
    expect(test.body).toContain('<meta name="robots" content="noindex">')
    await till.sql`update organizations set payments_mode = 'live' where id = ${store.id}`
    const live = await visit(till, store)
    expect(live.body).not.toContain('test-bar')
    expect(live.body).not.toContain('noindex')
  })

  it('200: an empty store says so', async () => {
    const { status, body } = await visit(till, await openStore(till))
    expect(status).toBe(200)
    expect(body).toContain('Nothing is for sale here yet.')
    expect(body).not.toContain('<ul class="products')
  })
})
