import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFile } from '../server/test/support/file-factories.ts'
import { expectAccessible } from './support/axe.ts'
import { closeBrowser, DESKTOP, PHONE, visit } from './support/browser.ts'
import { Buyer, CARDS } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'
import { isInSight } from './support/sight.ts'

const SMALL = { width: 320, height: 568 }
const TABLET = { width: 820, height: 700 }

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

async function buyerOf(fields: object, options: Parameters<typeof visit>[1] = {}) {
  const checkout = await shop.checkout(fields)
  const { page } = await visit(shop.url, { reducedMotion: 'reduce', ...options })
  const buyer = new Buyer(page)
  await buyer.open(checkout.url)
  return { buyer, page, checkout }
}

const placeOf = (element: Locator) =>
  element.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    return { left, top, right, bottom }
  })

const organization = (fields: object) =>
  shop.owner.must(shop.owner.patch(`/v1/organizations/${shop.organizationId}`, fields))

describe('on a small screen', () => {
  it.each([
    ['en-US', 'The security code is wrong.'],
    ['de-DE', 'Die Prüfziffer stimmt nicht.'],
  ])(
    'a field that the bank refuses is seen with what is wrong, above the bar at the foot: %s',
    async (locale, text) => {
      const { id } = await catalog.plain()
      const { buyer, page } = await buyerOf({ product_id: id }, { viewport: SMALL, locale })
      await page.locator('input[name=email]').fill('wrong@example.com')
      await page.locator('input[name=number]').fill(CARDS.wrongCode)
      await page.locator('input[name=expiry]').fill('12/34')
      await page.locator('input[name=cvc]').fill('123')
      await buyer.pay()
      const said = page.locator('.problem', { hasText: text })
      await said.waitFor()
      const field = page.locator('input[name=cvc]')
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
      await expect.poll(() => isInSight(field)).toBe(true)
      await expect.poll(() => isInSight(said)).toBe(true)
    },
  )

  it('whoever has scrolled down is told that they are offline', async () => {
    const { id } = await catalog.plain()
    const { page } = await buyerOf({ product_id: id }, { viewport: SMALL })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.context().setOffline(true)
    const bar = page.getByText('You are offline.')
    await bar.waitFor()
    expect(await isInSight(bar)).toBe(true)
    expect((await placeOf(bar)).top).toBe(0)
    await expectAccessible(page)
  })

  it('a name of several lines stays with its logo, in the middle', async () => {
    await organization({ name: 'Northwind Audio Instruments and Recordings of Rotterdam' })
    const { id } = await catalog.plain()
    const checkout = await shop.checkout({ product_id: id })
    await shop.sql`update checkouts set status = 'failed' where id = ${checkout.id}`
    const { page } = await visit(shop.url, { viewport: SMALL })
    await page.goto(checkout.url)
    const lines = await page.locator('.message .seller > span:last-child').evaluate((name) => {
      const [first, ...more] = name.getClientRects()
      return { start: first?.left ?? 0, end: first?.right ?? 0, more: more.length }
    })
    const mark = await placeOf(page.locator('.message .mark'))
    expect(lines.more).toBeGreaterThan(0)
    expect(lines.start - mark.right).toBeLessThan(24)
    // As far from the left edge as from the right one.
    expect(Math.abs(mark.left - (SMALL.width - lines.end))).toBeLessThan(12)
    await organization({ name: 'Northwind Audio' })
  })

  it('the German button of a subscription has two lines', async () => {
    const { id } = await catalog.plan()
    const { buyer } = await buyerOf({ product_id: id }, { viewport: SMALL, locale: 'de-DE' })
    expect(await buyer.payButton.textContent()).toMatch(/^Zahlungspflichtig abonnieren ·\s9,00\s\$$/)
    expect((await buyer.payButton.boundingBox())?.height).toBeLessThan(72)
  })
})

it('on a tablet, the bar at the foot is as wide as the column', async () => {
  const { id } = await catalog.plugin()
  const { page, buyer } = await buyerOf({ product_id: id }, { viewport: TABLET })
  const bar = page.locator('.due')
  await bar.waitFor()
  const column = await placeOf(buyer.field('E-mail'))
  expect((await placeOf(bar.locator('p'))).left).toBe(column.left)
  expect((await placeOf(bar.getByRole('button'))).right).toBe(column.right)
})

describe('a company', () => {
  it('is asked for its name, which a person is not', async () => {
    const { id } = await catalog.plain()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    await buyer.field('I’m buying for a company').check()
    const name = buyer.field('Company name')
    expect(await name.getAttribute('autocomplete')).toBe('organization')
    await buyer.field('Country').selectOption('Germany')
    await buyer.fill('Street and number', 'Hauptstraße 1')
    await buyer.fill('Postal code', '10115')
    await buyer.fill('City', 'Berlin')
    await buyer.buy('company@example.com')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await buyer.field('I’m buying for a company').uncheck()
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
    await buyer.field('I’m buying for a company').check()
    await name.fill('Analytical Engines')
    await buyer.pay()
    await buyer.thanks()
    const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items[0].customer.name).toBe('Analytical Engines')
  })
})

it('what is known of a person’s address is shown, and can be put right', async () => {
  const { id } = await catalog.plain()
  const customer_billing_address = { country: 'DE', line1: 'Hauptstr. 1', city: 'Bohn', postal_code: '53111' }
  const { buyer, checkout } = await buyerOf({ product_id: id, customer_billing_address })
  expect(await buyer.field(/^Street and number/).inputValue()).toBe('Hauptstr. 1')
  await buyer.fill(/^City/, '')
  await buyer.fill(/^City/, 'Bonn')
  await buyer.fill(/^Street and number/, '')
  await buyer.buy('mended@example.com')
  await buyer.thanks()
  const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
  expect(items[0].billing_address).toMatchObject({ country: 'DE', line1: null, city: 'Bonn', postal_code: '53111' })
})

it('a discount that stands in the way is removed where that is said', async () => {
  const { id } = await catalog.plain()
  const code = 'OVERSOON'
  const discount = await shop.make('/v1/discounts/', {
    ...{ organization_id: shop.organizationId, name: 'Launch', code, type: 'percentage', basis_points: 2000 },
    duration: 'once',
  })
  const { buyer, page, checkout } = await buyerOf({ product_id: id })
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await buyer.fill('Discount code', code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(`${code} applied`).waitFor()
  await shop.owner.must(shop.owner.delete(`/v1/discounts/${discount.id}`))
  await buyer.buy('full@example.com')
  const alert = page.getByRole('alert')
  const remove = alert.getByRole('button', { name: `Remove the discount ${code}` })
  await remove.waitFor()
  await expect.poll(() => isInSight(remove)).toBe(true)
  await expectAccessible(page)
  await remove.press('Enter')
  await expect.poll(() => buyer.payButton.textContent()).toBe('Pay $49.00')
  expect(await alert.count()).toBe(0)
  expect(await buyer.payButton.evaluate((button) => button === document.activeElement)).toBe(true)
  await buyer.payButton.press('Enter')
  await buyer.thanks()
  const { total_amount } = await shop.owner.must(shop.owner.get(`/v1/checkouts/custom/${checkout.id}`))
  expect(total_amount).toBe(4900)
})

it('a select asks in the seller’s words', async () => {
  const field = await shop.make('/v1/custom-fields/', {
    ...{ organization_id: shop.organizationId, type: 'select', slug: 'format', name: 'Format' },
    properties: { form_placeholder: 'Which one?', options: [{ value: 'vst', label: 'VST' }] },
  })
  const attached_custom_fields = [{ custom_field_id: field.id, required: false }]
  const { id } = await catalog.product('Plug-in', { prices: [catalog.fixed(900)], attached_custom_fields })
  const { buyer } = await buyerOf({ product_id: id })
  expect(
    await buyer
      .field(/^Format/)
      .locator('option')
      .allTextContents(),
  ).toEqual(['Which one?', 'VST'])
})

it.each([
  ['en-US', 'Free'],
  ['de-DE', 'Kostenlos'],
])('what is free has no currency, before and after: %s', async (locale, free) => {
  const { id } = await catalog.free()
  const { buyer, page } = await buyerOf({ product_id: id }, { locale })
  const total = page.locator('.totals .total dd')
  expect(await total.textContent()).toBe(free)
  expect(await page.locator('.due strong').textContent()).toBe(free)
  await page.locator('input[name=email]').fill('free@example.com')
  await buyer.pay()
  await page.locator('main.sheet').waitFor()
  expect(await total.textContent()).toBe(free)
  expect(await page.locator('main').textContent()).not.toContain('0.00')
})

describe('the result', () => {
  async function sold() {
    const organization_id = shop.organizationId
    const benefit = (type: string, description: string, properties: object) =>
      shop.make('/v1/benefits/', { organization_id, type, description, properties })
    const name = 'northwind-tape-machine-for-studios macOS.dmg'
    const file = await makeFile(shop, organization_id, Buffer.alloc(10), { name })
    const product = await catalog.product('Bundle', { prices: [catalog.fixed(1900)] })
    const later = await benefit('license_keys', 'The second one', {})
    const first = await benefit('license_keys', 'The first one', {})
    const files = await benefit('downloadables', 'The plug-in', { files: [file.id] })
    await shop.make(`/v1/products/${product.id}/benefits`, { benefits: [first.id, later.id, files.id] })
    return product
  }

  it('has the keys in the order of the product, and files with their button below, on a small screen', async () => {
    const { id } = await sold()
    const { page, buyer } = await buyerOf({ product_id: id }, { viewport: SMALL })
    await buyer.buy('keys@example.com')
    await page.locator('.file').waitFor()
    await page.locator('code').first().waitFor()
    const names = page.locator('.card li:has(code) > p:first-child')
    expect(await names.allTextContents()).toEqual(['The first one', 'The second one'])
    const name = page.locator('.file p').first()
    const button = page.locator('.file .button')
    expect((await placeOf(button)).top).toBeGreaterThanOrEqual((await placeOf(name)).bottom)
    expect(await page.title()).toBe('Thank you! · Northwind Audio')
  })

  it('says whom to ask where it cannot be shown any more', async () => {
    await organization({ email: 'help@northwind.example' })
    const { id } = await sold()
    const { page, buyer } = await buyerOf({ product_id: id })
    await buyer.buy('asks@example.com')
    await buyer.thanks()
    const { page: elsewhere } = await visit(shop.url, { viewport: PHONE })
    await elsewhere.goto(page.url())
    const links = elsewhere.getByRole('link', { name: 'help@northwind.example' })
    await links.first().waitFor()
    expect(await links.count()).toBe(2)
    expect(await links.first().getAttribute('href')).toBe('mailto:help@northwind.example')
    await expectAccessible(elsewhere)
  })

  it('has the order’s number where all the others are, on a German desktop', async () => {
    const { id } = await catalog.plain()
    const { page, buyer } = await buyerOf({ product_id: id }, { viewport: DESKTOP, locale: 'de-DE' })
    await page.locator('input[name=email]').fill('nummer@example.com')
    await page.locator('input[name=number]').fill(CARDS.good)
    await page.locator('input[name=expiry]').fill('12/34')
    await page.locator('input[name=cvc]').fill('123')
    await buyer.pay()
    const number = page.locator('.reference .number')
    await number.waitFor()
    expect(await number.evaluate((one) => one.getClientRects().length)).toBe(1)
    const [day, row] = await Promise.all(
      ['first', 'last'].map((at) => placeOf(page.locator(`.reference > div:${at}-child dd`))),
    )
    expect(row?.right).toBe(day?.right)
  })
})

it.each([
  ['#ffffff', 'light'],
  ['#000000', 'dark'],
] as const)('a button in %s is seen on the %s page', async (accent_color, colorScheme) => {
  await organization({ profile_settings: { accent_color } })
  const { id } = await catalog.plain()
  const { page, buyer } = await buyerOf({ product_id: id }, { colorScheme })
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
  const colors = await buyer.payButton.evaluate((button) =>
    [button, document.body].map((one) => getComputedStyle(one).backgroundColor.match(/\d+/g)?.map(Number)[0] ?? 0),
  )
  expect(Math.abs((colors[0] ?? 0) - (colors[1] ?? 0))).toBeGreaterThan(100)
  await expectAccessible(page)
  await organization({ profile_settings: { accent_color: null } })
})
