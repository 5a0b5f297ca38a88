import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { closeBrowser, DESKTOP, PHONE, visit } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
let address: string
beforeAll(async () => {
  shop = await openShop()
  const catalog = catalogOf(shop)
  for (const make of [catalog.plugin, catalog.free, catalog.donation, catalog.plan]) await make()
  const { items } = await shop.owner.must(shop.owner.get(`/v1/products/?organization_id=${shop.organizationId}`))
  const [tips] = items.filter(({ name }: { name: string }) => name === 'Tip Jar')
  const description = 'See [the manual](https://example.com/manual).'
  await shop.owner.must(shop.owner.patch(`/v1/products/${tips.id}`, { description }))
  const { slug } = await shop.owner.must(shop.owner.get(`/v1/organizations/${shop.organizationId}`))
  address = `${shop.url}/store/${slug}`
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

it.each([
  { name: 'a phone, English, light', viewport: PHONE, locale: 'en-US', colorScheme: 'light', words: 'per month' },
  { name: 'a desktop, German, dark', viewport: DESKTOP, locale: 'de-DE', colorScheme: 'dark', words: 'pro Monat' },
] as const)('on $name: accessible, and nothing wider than the screen', async ({ words, ...options }) => {
  const { page, strangers, complaints } = await visit(shop.url, options)
  await page.goto(address)
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(4)
  expect(await page.locator('body').textContent()).toContain(words)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  expect(strangers).toEqual([])
  expect(complaints).toEqual([])
})

it('on a phone a product is a compact card with its letter, and no description shows how links are written', async () => {
  const { page } = await visit(shop.url)
  await page.goto(address)
  const letters = page.locator('.picture.letter')
  expect((await letters.allTextContents()).toSorted()).toEqual(['S', 'S', 'T', 'T'])
  expect((await letters.first().boundingBox())?.width).toBe(72)
  const card = await page.locator('.product').first().boundingBox()
  expect(card?.height).toBeLessThan(260)
  await expect.poll(() => page.getByText('See the manual.').count()).toBe(1)
})

it('sells: one press leads to the checkout, and without a script too', async () => {
  const { page } = await visit(shop.url)
  await page.goto(address)
  await page.getByRole('button', { name: 'Buy: Tape Machine' }).click()
  const buyer = new Buyer(page)
  await buyer.payButton.waitFor()
  await buyer.buy('shopper@example.com')
  await buyer.thanks()
  const { page: plain } = await visit(shop.url, { javaScriptEnabled: false })
  await plain.goto(address)
  await plain.getByRole('button', { name: /Sample Pack/ }).click()
  await plain.waitForURL(/\/checkout\/till_cs_/)
})
