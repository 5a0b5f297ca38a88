import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProductMedia } from '../server/test/support/file-factories.ts'
import { closeBrowser, DESKTOP, PHONE, visit } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
let productId: string
beforeAll(async () => {
  shop = await openShop()
  const catalog = catalogOf(shop)
  const picture = await makeProductMedia(shop, shop.organizationId)
  const product = await catalog.product('Harbor Recordings', {
    prices: [catalog.fixed(1900)],
    medias: [picture.id],
  })
  productId = product.id
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

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('on a %s nothing jumps, however late the script, the checkout and the picture come', async (_name, viewport) => {
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
