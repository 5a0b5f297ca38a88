import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFile } from '../server/test/support/file-factories.ts'
import { expectAccessible } from './support/axe.ts'
import { closeBrowser, visit } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
let catalog: ReturnType<typeof catalogOf>
beforeAll(async () => {
  shop = await openShop()
  catalog = catalogOf(shop)
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

async function sold(name: string, type: string, description: string, properties: object) {
  const organization_id = shop.organizationId
  const benefit = await shop.make('/v1/benefits/', { organization_id, type, description, properties })
  const product = await catalog.product(name, { prices: [catalog.fixed(1900)] })
  await shop.make(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] })
  return product
}

async function bought(
  productId: string,
  email: string,
  options: Parameters<typeof visit>[1] = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const checkout = await shop.checkout({ product_id: productId })
  const { page, complaints } = await visit(shop.url, options)
  await prepare(page)
  const buyer = new Buyer(page)
  await buyer.open(checkout.url)
  await page.locator('input[name=email]').fill(email)
  for (const [name, text] of Object.entries({ number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' })) {
    await page.locator(`input[name=${name}]`).fill(text)
  }
  await buyer.pay()
  await page.locator('main.sheet').waitFor()
  return { page, checkout, complaints }
}

it('says when it was and what to call it, here and nowhere else', async () => {
  const { id } = await catalog.plain()
  const { page, checkout, complaints } = await bought(id, 'ada@example.com', { timezoneId: 'UTC' })
  const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
  const [order] = items
  const number = page.locator('.reference .number')
  await number.waitFor()
  expect(await number.textContent()).toBe(order.id)
  const moment = new Date(order.created_at)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(moment)
  expect(await page.locator('.reference').textContent()).toContain(`Date${day}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy: order number' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.id)
  await expectAccessible(page)
  await page.reload()
  await number.waitFor()
  const { page: elsewhere } = await visit(shop.url)
  await elsewhere.goto(page.url())
  await elsewhere.getByRole('heading', { name: 'Your order' }).waitFor()
  expect(await elsewhere.locator('.reference').count()).toBe(0)
  expect(await elsewhere.content()).not.toContain(order.id)
  expect(complaints).toEqual([])
})

describe('a number that could not be fetched', () => {
  /** Until the network lets it through again. */
  async function lost(email: string) {
    const { id } = await catalog.plugin()
    const network = { isAway: true }
    const away = (route: Route) => (network.isAway ? route.abort() : route.continue())
    const { page } = await bought(id, email, {}, (page) => page.route('**/v1/customer-portal/orders/**', away))
    await page.getByText('Could not be fetched just now.').waitFor()
    expect(await page.locator('code').count()).toBe(1)
    return { page, network, number: page.locator('.reference .number') }
  }

  it('is asked for again, and takes the place of the question', async () => {
    const { page, network, number } = await lost('lost@example.com')
    const again = page.getByRole('button', { name: 'Try again: order number' })
    await expectAccessible(page)
    const failed = page.waitForEvent('requestfailed')
    await again.click()
    await failed
    network.isAway = false
    await again.focus()
    await page.keyboard.press('Enter')
    await number.waitFor()
    expect(await again.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Your order')
    expect(await page.locator('code').count()).toBe(1)
    await expectAccessible(page)
  })

  it('comes by itself when the network is back', async () => {
    const { page, network, number } = await lost('tunnel@example.com')
    await page.context().setOffline(true)
    network.isAway = false
    await page.context().setOffline(false)
    await number.waitFor()
  })
})

it('tells the buyer what the seller has noted for buyers, and nobody else', async () => {
  const note = 'Join us at https://rooms.example.com/?invite=K7Q.\nThe word is harbor.'
  const { id } = await sold('Members’ Room', 'custom', 'A place in the room', { note })
  const { page } = await bought(id, 'member@example.com')
  const section = page.locator('section').filter({ hasText: 'From Northwind Audio' })
  await section.waitFor()
  expect(await section.locator('.told p').allTextContents()).toEqual(['A place in the room', note])
  const link = section.getByRole('link')
  expect(await link.getAttribute('href')).toBe('https://rooms.example.com/?invite=K7Q')
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  // Named once.
  expect(await page.getByText('A place in the room').count()).toBe(1)
  await expectAccessible(page)
  const { page: elsewhere } = await visit(shop.url)
  await elsewhere.goto(page.url())
  await elsewhere.getByText('A place in the room').waitFor()
  expect(await elsewhere.locator('.reference').count()).toBe(0)
  expect(await elsewhere.content()).not.toContain('harbor')
})

it('says how large a file is as the buyer writes numbers', async () => {
  const file = await makeFile(shop, shop.organizationId, Buffer.alloc(1_420_000), { name: 'harbor.zip' })
  const { id } = await sold('Harbor', 'downloadables', 'All recordings', { files: [file.id] })
  const { page } = await bought(id, 'listener@example.com', { locale: 'de-DE' })
  await page.getByRole('link', { name: 'Herunterladen: harbor.zip' }).waitFor()
  expect((await page.locator('.file .hint').textContent())?.replace(/\s/g, ' ')).toContain('1,4 MB')
})

it('is not turned around by a name', async () => {
  const rename = (name: string) =>
    shop.owner.must(shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { name }))
  const { id } = await catalog.plain('Room\u202Everb')
  for (const [name, shown] of [
    ['Acme\u202Egpj', 'Acmegpj'],
    ['שלום 7\u2069\u202E', '\u2068שלום 7\u2069'],
  ] as const) {
    await rename(name)
    const { page } = await bought(id, 'turner@example.com')
    expect(await page.locator('.lead').textContent()).toContain(`You paid $49.00 to ${shown}.`)
    expect(await page.title()).toBe(`Thank you! · ${shown}`)
    await new Buyer(page).open((await shop.checkout({ product_id: id })).url)
    expect(await page.title()).toBe(`Roomverb · ${shown}`)
  }
  await rename('Northwind Audio')
})
