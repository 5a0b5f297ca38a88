import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBrowser, DESKTOP, visit } from './support/browser.ts'
import { CARDS } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { held } from './support/held.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
let site: Server
let siteUrl: string
let productId: string
/** What the seller's own site shows. */
let html = ''

beforeAll(async () => {
  shop = await openShop()
  productId = (await catalogOf(shop).plugin()).id
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/' ? html : `<h1>Welcome back</h1><p>${request.url}</p>`)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  // Another name is another origin, and another site.
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await closeBrowser()
  await new Promise((done) => site.close(done))
  await shop.stop()
})
beforeEach(() => {
  html = ''
})

const script = () => `<script src="${shop.url}/embed.js"></script>`
const page = (body: string) =>
  `<!doctype html><html lang="en"><title>My shop</title><body>${body}${script()}</body></html>`

async function openSite() {
  const visited = await visit(siteUrl, { viewport: DESKTOP })
  await visited.page.goto(siteUrl)
  return { ...visited, frame: visited.page.frameLocator('iframe') }
}

type Frame = Awaited<ReturnType<typeof openSite>>['frame']

async function pay(frame: Frame, number: string = CARDS.good) {
  await fill(frame, number)
  await frame.locator('button[type=submit]').click()
}

async function fill(frame: Frame, number: string = CARDS.good) {
  await frame.locator('input[name=email]').fill('framed@example.com')
  await frame.locator('input[name=number]').fill(number)
  await frame.locator('input[name=expiry]').fill('12/34')
  await frame.locator('input[name=cvc]').fill('123')
}

const checkoutFor = (fields: object = {}) => shop.checkout({ product_id: productId, embed_origin: siteUrl, ...fields })

describe('an overlay from another origin', () => {
  it('opens with a link, is paid, closes, and leads on to the seller’s address', async () => {
    const checkout = await checkoutFor({ success_url: `${siteUrl}/thanks?checkout_id={CHECKOUT_ID}` })
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab, frame } = await openSite()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
    await pay(frame)
    await tab.waitForURL(`${siteUrl}/thanks?checkout_id=${checkout.id}`)
  })

  it('stays with the result where the seller has no address, and closes with Done', async () => {
    const checkout = await checkoutFor()
    html = page(`<button data-till-checkout="${checkout.url}">Buy</button>`)
    const { page: tab, frame } = await openSite()
    await tab.evaluate(() => {
      document.addEventListener('till:success', (event) =>
        Object.assign(window, { bought: (event as CustomEvent).detail.checkout_id }),
      )
    })
    await tab.getByRole('button', { name: 'Buy' }).click()
    await pay(frame)
    await frame.locator('code').waitFor()
    expect(await tab.evaluate(() => (window as unknown as { bought: string }).bought)).toBe(checkout.id)
    await frame.getByRole('button', { name: 'Done' }).click()
    await tab.locator('dialog').waitFor({ state: 'detached' })
  })

  it('is opened by a call, tells of success, and closes; the page decides what comes then', async () => {
    const checkout = await checkoutFor({ success_url: `${siteUrl}/elsewhere` })
    html = page('<p>Shop</p>')
    const { page: tab, frame } = await openSite()
    await tab.evaluate((url) => {
      const { Till } = window as unknown as { Till: { open(url: string, options: object): void } }
      const seen: unknown[] = []
      Object.assign(window, { seen })
      Till.open(url, {
        locale: 'de',
        theme: 'dark',
        onSuccess: (purchase: object) => seen.push(purchase),
        onClose: () => seen.push('closed'),
      })
    }, checkout.url)
    await frame.getByRole('heading', { name: 'Kontakt' }).waitFor()
    await frame.getByRole('button', { name: 'Schließen' }).waitFor()
    await tab.getByRole('dialog', { name: 'Kasse' }).waitFor()
    await pay(frame)
    await tab.locator('dialog').waitFor({ state: 'detached' })
    expect(await tab.evaluate(() => (window as unknown as { seen: unknown[] }).seen)).toEqual([
      { checkout_id: checkout.id, success_url: `${siteUrl}/elsewhere` },
      'closed',
    ])
    expect(tab.url()).toBe(`${siteUrl}/`)
  })

  it('closes with its button and with Escape, and nothing is paid', async () => {
    const checkout = await checkoutFor()
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab, frame } = await openSite()
    for (const close of [
      () => frame.getByRole('button', { name: 'Close' }).click(),
      () => tab.keyboard.press('Escape'),
    ]) {
      await tab.getByRole('link', { name: 'Buy' }).click()
      await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
      await close()
      await tab.locator('dialog').waitFor({ state: 'hidden' })
    }
    const { items } = await shop.owner.must(shop.owner.get(`/v1/payments/?checkout_id=${checkout.id}`))
    expect(items).toEqual([])
  })

  it('closed before there is anything to see: nothing happens later, and it opens afresh', async () => {
    const checkout = await checkoutFor()
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab, frame } = await openSite()
    await tab.route('**/checkout/**', () => {})
    await tab.getByRole('link', { name: 'Buy' }).click()
    await tab.getByRole('button', { name: 'Close' }).click()
    await tab.locator('dialog').waitFor({ state: 'detached' })
    await tab.unroute('**/checkout/**')
    await tab.getByRole('link', { name: 'Buy' }).click()
    await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
    expect(tab.url()).toBe(`${siteUrl}/`)
  })

  it('closed while it pays, and opened again: it is the same checkout, and nobody pays twice', async () => {
    const link = await shop.make('/v1/checkout-links/', { product_id: productId })
    html = page(`<a href="${link.url}" data-till-checkout>Buy</a>`)
    const { page: tab, frame } = await openSite()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
    const before = await shop.sql`select count(*)::int as many from checkouts`
    const confirm = await held(tab, '**/confirm')
    await pay(frame)
    await confirm.asked
    await tab.keyboard.press('Escape')
    await tab.locator('dialog').waitFor({ state: 'hidden' })
    confirm.release()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await frame.getByRole('heading', { name: 'Thank you!' }).waitFor()
    expect(await shop.sql`select count(*)::int as many from checkouts`).toEqual(before)
  })

  it('paid after it was closed: the page is told once, and the next one is a fresh checkout', async () => {
    const link = await shop.make('/v1/checkout-links/', { product_id: productId })
    html = page('<p>Shop</p>')
    const { page: tab, frame } = await openSite()
    const open = (name: string) =>
      tab.evaluate(
        ([url, who]) => {
          const { Till } = window as unknown as { Till: { open(url: string, options: object): void } }
          const { seen = [] } = window as unknown as { seen?: string[] }
          Object.assign(window, { seen })
          Till.open(url ?? '', { onSuccess: () => seen.push(`paid ${who}`) })
        },
        [link.url, name],
      )
    const seen = () => tab.evaluate(() => (window as unknown as { seen: string[] }).seen)
    await open('first')
    await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
    await tab.keyboard.press('Escape')
    await open('second')
    const confirm = await held(tab, '**/confirm')
    await pay(frame)
    await confirm.asked
    await tab.keyboard.press('Escape')
    confirm.release()
    await expect.poll(seen).toEqual(['paid second'])
    await tab.locator('dialog').waitFor({ state: 'detached' })
    await open('third')
    await frame.locator('input[name=email]').waitFor()
    expect(await seen()).toEqual(['paid second'])
  })

  it('a bank that asks opens beside it, and the frame goes on by itself', async () => {
    const checkout = await checkoutFor()
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab, context, frame } = await openSite()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await pay(frame, CARDS.challenge)
    const opened = context.waitForEvent('page')
    await frame.getByRole('link', { name: 'Go to your bank' }).click()
    await (await opened).getByRole('button', { name: 'Yes, this is me' }).click()
    await frame.getByRole('heading', { name: 'Thank you!' }).waitFor()
  })

  it('opens a checkout link, which learns by itself where it is shown', async () => {
    const link = await shop.make('/v1/checkout-links/', { product_id: productId })
    html = page(`<a href="${link.url}?customer_email=linked@example.com" data-till-checkout>Buy</a>`)
    const { page: tab, frame } = await openSite()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
    expect(await frame.locator('input[name=email]').inputValue()).toBe('linked@example.com')
  })
})

/** The form is there, and its frame is as high as it. */
async function fits(tab: Page, frame: Frame): Promise<void> {
  await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
  const room = async () => {
    const inside = await frame.locator('#app').evaluate((element) => element.scrollHeight)
    return (await tab.locator('iframe').evaluate((element) => element.clientHeight)) - inside
  }
  await expect.poll(room).toBeGreaterThanOrEqual(0)
  await expect.poll(room).toBeLessThan(50)
}

describe('inside a page', () => {
  it('is as high as what it shows', async () => {
    const checkout = await checkoutFor()
    html = page(`<div data-till-inline="${checkout.url}"></div>`)
    const { page: tab, frame } = await openSite()
    await fits(tab, frame)
    expect(await frame.getByRole('button', { name: 'Close' }).count()).toBe(0)
  })

  it('stays as high as it was until what was bought is there', async () => {
    const checkout = await checkoutFor()
    html = page(`<div data-till-inline="${checkout.url}"></div>`)
    const { page: tab, frame } = await openSite()
    await fits(tab, frame)
    const height = () => tab.locator('iframe').evaluate((element) => element.clientHeight)
    const before = await height()
    const keys = await held(tab, '**/v1/customer-portal/license-keys/**')
    await fill(frame)
    await frame.locator('button[type=submit]').press('Enter')
    await frame.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await keys.asked
    await tab.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    expect(await height()).toBe(before)
    keys.release()
    await frame.locator('code').waitFor()
    await expect.poll(height).not.toBe(before)
  })

  it('shows the result, with the way on for the whole page, and tells of it once', async () => {
    const checkout = await checkoutFor({ success_url: `${siteUrl}/` })
    html = page(`<div data-till-inline="${checkout.url}"></div>`)
    const { page: tab, frame } = await openSite()
    let loads = 0
    tab.on('load', () => {
      loads += 1
    })
    await fits(tab, frame)
    // By the keyboard: a browser without a screen sends some clicks past a frame that has just been made smaller.
    await fill(frame)
    await frame.locator('button[type=submit]').press('Enter')
    // Leads back here, where the checkout is found paid: that is no news, and leads nowhere.
    await expect.poll(() => loads).toBe(1)
    await frame.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const onward = frame.getByRole('link', { name: 'Continue' })
    expect(await onward.getAttribute('target')).toBe('_top')
    expect(await frame.getByRole('button', { name: 'Done' }).count()).toBe(0)
    expect(loads).toBe(1)
    await onward.press('Enter')
    await expect.poll(() => loads).toBe(2)
  })
})

describe('who may show it', () => {
  it('not a site that the seller has not named', async () => {
    const checkout = await checkoutFor({ embed_origin: 'https://other.example.com' })
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab, complaints } = await openSite()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await expect.poll(() => complaints.join()).toContain('frame-ancestors')
    // The buyer is not left with an empty frame.
    await tab.waitForURL(checkout.url)
    await tab.getByRole('heading', { name: 'Tape Machine' }).waitFor()
  })

  it('a frame that never comes: the page is shown in full', async () => {
    const checkout = await checkoutFor()
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab } = await openSite()
    const isWhole = (route: Route) => route.request().frame() === tab.mainFrame()
    await tab.route('**/checkout/**', (route) => (isWhole(route) ? route.continue() : undefined))
    await tab.getByRole('link', { name: 'Buy' }).click()
    await tab.waitForURL(checkout.url, { timeout: 30_000 })
  }, 60_000)

  it('the script shows no other server', async () => {
    html = page('<p>Shop</p>')
    const { page: tab } = await openSite()
    const open = () =>
      tab.evaluate(() => {
        const { Till } = window as unknown as { Till: { open(url: string): void } }
        Till.open('https://evil.example.com/checkout/1')
      })
    await expect(open()).rejects.toThrow('is not below')
  })

  it('messages of others are not believed', async () => {
    const checkout = await checkoutFor()
    html = page(`<a href="${checkout.url}" data-till-checkout>Buy</a>`)
    const { page: tab, frame } = await openSite()
    await tab.getByRole('link', { name: 'Buy' }).click()
    await frame.getByRole('heading', { name: 'Tape Machine' }).waitFor()
    // The script has heard it by the time that we hear it.
    await tab.evaluate(
      () =>
        new Promise<void>((done) => {
          addEventListener('message', () => done(), { once: true })
          postMessage({ type: 'till:close' }, '*')
        }),
    )
    expect(await tab.locator('dialog[open]').count()).toBe(1)
  })

  it('is below 3 kB', async () => {
    const response = await fetch(`${shop.url}/embed.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(3000)
  })
})
