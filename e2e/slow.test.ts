import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProductMedia } from '../server/test/support/file-factories.ts'
import { closeBrowser, DESKTOP, PHONE, visit, visitWithScrollbars } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { held } from './support/held.ts'
import { openShop, type Shop } from './support/shop.ts'

const SIZES = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const

let shop: Shop
let productId: string
let pluginId: string
beforeAll(async () => {
  shop = await openShop()
  const catalog = catalogOf(shop)
  const picture = await makeProductMedia(shop, shop.organizationId)
  const product = await catalog.product('Harbor Recordings', {
    prices: [catalog.fixed(1900)],
    medias: [picture.id],
  })
  productId = product.id
  pluginId = (await catalog.plugin()).id
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Adds up how far things move without anybody having touched them, as browsers measure it. */
async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved = { total: 0 }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.total += (entry as unknown as { value: number }).value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { moved })
  })
  return async () => {
    // What was painted last is counted with the frame after it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total)
  }
}

it.each(SIZES)('on a %s nothing jumps, however late script, checkout and picture come', async (_name, viewport) => {
  const { page } = await visit(shop.url, { viewport })
  const moves = await watchMoves(page)
  const isLate = (route: Route) => ['script', 'fetch', 'image'].includes(route.request().resourceType())
  await page.route('**/*', async (route) => {
    if (isLate(route)) await pause(600)
    await route.continue()
  })
  const checkout = await shop.checkout({ product_id: productId })
  await new Buyer(page).open(checkout.url)
  await page.locator('img.media').evaluate((image) => (image as HTMLImageElement).decode())
  expect(await moves()).toBeLessThan(0.05)
})

/** Writes down, frame by frame, every place where something was seen. */
async function watchPlaces(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((watched) => {
    const places = new Set<string>()
    const look = () => {
      const box = document.querySelector(watched)?.getBoundingClientRect()
      if (box) places.add(`${Math.round(box.left)}, ${Math.round(box.top + scrollY)}`)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { places })
  }, selector)
  return () => page.evaluate(() => [...(window as unknown as { places: Set<string> }).places])
}

it.each([
  { name: 'a phone', viewport: PHONE, part: 'main', locale: 'en-US' },
  { name: 'a phone', viewport: PHONE, part: 'main', locale: 'de-DE' },
  { name: 'a desktop', viewport: DESKTOP, part: '.summary', locale: 'en-US' },
  { name: 'a desktop', viewport: DESKTOP, part: '.form', locale: 'en-US' },
])('what stands there before the checkout keeps its place: $part on $name ($locale)', async (terms) => {
  const { viewport, part, locale } = terms
  const { page } = await visit(shop.url, { viewport, locale })
  const places = await watchPlaces(page, part)
  const seen = { script: 0, fetch: 0 }
  await page.route('**/*', async (route) => {
    const type = route.request().resourceType()
    if (type === 'script' || type === 'fetch') {
      await expect.poll(places).toHaveLength(1)
      await pause(200)
    }
    if (type === 'script') seen.script += 1
    if (type === 'fetch') seen.fetch += 1
    await route.continue()
  })
  const checkout = await shop.checkout({ product_id: productId })
  await new Buyer(page).open(checkout.url)
  expect(await places()).toHaveLength(1)
  // It was there before the script, and before the checkout.
  expect(seen.script).toBeGreaterThan(0)
  expect(seen.fetch).toBeGreaterThan(0)
})

it('a scrollbar that comes with the form moves nothing', async () => {
  const page = await visitWithScrollbars({ viewport: { width: 1280, height: 700 } })
  const places = await watchPlaces(page, '.form')
  const checkout = await shop.checkout({ product_id: productId })
  await new Buyer(page).open(checkout.url)
  const room = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  expect(room).toBeGreaterThan(0)
  expect(await places()).toHaveLength(1)
})

it('nothing moves when the network goes and comes', async () => {
  const { page, context } = await visit(shop.url)
  const places = await watchPlaces(page, '.seller')
  const checkout = await shop.checkout({ product_id: productId })
  await new Buyer(page).open(checkout.url)
  const bar = page.getByText('You are offline.')
  await context.setOffline(true)
  await bar.waitFor()
  await context.setOffline(false)
  await bar.waitFor({ state: 'hidden' })
  expect(await places()).toHaveLength(1)
})

it.each(SIZES)('on a %s the result does not jump, however late its key comes', async (_name, viewport) => {
  const { page } = await visit(shop.url, { viewport })
  const buyer = new Buyer(page)
  await buyer.open((await shop.checkout({ product_id: pluginId })).url)
  await buyer.buy('late@example.com')
  await buyer.thanks()
  const moves = await watchMoves(page)
  const lateBy = (url: string) => (url.includes('/license-keys/') ? 300 : url.includes('/orders/') ? 1200 : 0)
  await page.route('**/v1/**', async (route) => {
    await pause(lateBy(route.request().url()))
    await route.continue()
  })
  await page.reload()
  await page.locator('code').waitFor()
  await page.locator('.reference .number').waitFor()
  expect(await moves()).toBeLessThan(0.05)
})

it('what takes longer has a word in its place, and holds up nothing else', async () => {
  const { page } = await visit(shop.url)
  const keys = await held(page, '**/v1/customer-portal/license-keys/**')
  const buyer = new Buyer(page)
  await buyer.open((await shop.checkout({ product_id: pluginId })).url)
  await buyer.buy('very-late@example.com')
  await page.getByText('Fetching your license key …').waitFor()
  await page.locator('.reference .number').waitFor()
  keys.release()
  await page.locator('code').waitFor()
})

it('can be used before its picture is there', async () => {
  const { page } = await visit(shop.url)
  const checkout = await shop.checkout({ product_id: productId })
  const pictures: string[] = []
  // Kept here, so it never comes.
  const keep = (route: Route) => void pictures.push(route.request().url())
  const isPicture = (route: Route) => route.request().resourceType() === 'image'
  await page.route('**/*', (route) => (isPicture(route) ? keep(route) : route.continue()))
  const buyer = new Buyer(page)
  await page.goto(checkout.url, { waitUntil: 'commit' })
  await buyer.payButton.waitFor()
  await buyer.buy('patient@example.com')
  await buyer.thanks()
  expect(pictures).toHaveLength(1)
})

describe('a wide logo that comes late moves nobody’s name', () => {
  const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"/>'
  let urls: { readonly checkout: string; readonly expired: string; readonly store: string }
  beforeAll(async () => {
    const logo = await makeProductMedia(shop, shop.organizationId, { service: 'organization_avatar' })
    const { slug } = await shop.owner.must(
      shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { avatar_url: logo.public_url }),
    )
    const checkout = await shop.checkout({ product_id: productId })
    const expired = await shop.checkout({ product_id: productId })
    await shop.sql`update checkouts set expires_at = ${new Date(0)} where id = ${expired.id}`
    urls = { checkout: checkout.url, expired: expired.url, store: `${shop.url}/store/${slug}` }
  })

  const screens = ['checkout', 'expired', 'store'] as const
  it.each(screens.flatMap((where) => SIZES.map((size) => [where, ...size] as const)))(
    '%s on a %s',
    async (where, _name, viewport) => {
      const name = '.seller > :last-child'
      const { page } = await visit(shop.url, { viewport })
      const places = await watchPlaces(page, name)
      await page.route('**/files/**', async (route) => {
        await page.locator(name).waitFor()
        await pause(200)
        await route.fulfill({ contentType: 'image/svg+xml', body: LOGO })
      })
      await page.goto(urls[where])
      const mark = page.locator('img.mark')
      await expect.poll(async () => (await mark.boundingBox())?.width).toBeGreaterThan(100)
      expect(await places()).toHaveLength(1)
    },
  )
})
