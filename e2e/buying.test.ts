import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFile, makeProductMedia } from '../server/test/support/file-factories.ts'
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

async function buyerOf(productId: string, fields: object = {}) {
  const checkout = await shop.checkout({ product_id: productId, ...fields })
  const { page, context, strangers, complaints } = await visit(shop.url)
  const buyer = new Buyer(page)
  await buyer.open(checkout.url)
  return { buyer, page, context, checkout, strangers, complaints }
}

const ordersOf = async (checkoutId: string) =>
  (await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkoutId}`))).items

describe('a plug-in with a license key', () => {
  it('is shown, bought, and its key can be copied and works at once', async () => {
    const { id } = await catalog.plugin()
    const { buyer, page, checkout, strangers, complaints } = await buyerOf(id)
    expect(await buyer.heading.textContent()).toBe('Tape Machine')
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'A license key for three machines',
      'All updates of version 1',
    ])
    expect(await buyer.payButton.textContent()).toBe('Pay $79.00')
    await buyer.buy('ada@example.com')
    await buyer.thanks()
    const key = (await page.locator('code').textContent()) ?? ''
    const [order] = await ordersOf(checkout.id)
    expect(order).toMatchObject({ amount: 7900, customer: { email: 'ada@example.com' } })
    const { items } = await shop.owner.must(shop.owner.get(`/v1/license-keys?customer_id=${order.customer_id}`))
    expect(items).toMatchObject([{ key, status: 'granted' }])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /Copy: license key/ }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await expect.poll(() => page.getByRole('status').filter({ hasText: 'Copied' }).count()).toBe(1)
    expect(page.url()).toContain(`/confirmation?checkout_id=${checkout.id}`)
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
  })

  it('is still there after a reload, and hidden in another browser', async () => {
    const { id } = await catalog.plugin()
    const { buyer, page } = await buyerOf(id)
    await buyer.buy('grace@example.com')
    await buyer.thanks()
    const key = await page.locator('code').textContent()
    await page.reload()
    await buyer.thanks()
    expect(await page.locator('code').textContent()).toBe(key)
    const { page: elsewhere } = await visit(shop.url)
    await elsewhere.goto(page.url())
    await elsewhere.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await expect
      .poll(() => elsewhere.locator('main').textContent())
      .toContain('License keys are shown here for an hour')
    expect(await elsewhere.locator('code').count()).toBe(0)
  })
})

describe('files', () => {
  it('are shown after the purchase, and come as they were uploaded; the picture and the logo are there', async () => {
    const bytes = Buffer.from('forty recordings of a harbor')
    const file = await makeFile(shop, shop.organizationId, bytes, { name: 'harbor.zip' })
    const picture = await makeProductMedia(shop, shop.organizationId)
    const benefit = await shop.make('/v1/benefits/', {
      organization_id: shop.organizationId,
      type: 'downloadables',
      description: 'All recordings',
      properties: { files: [file.id] },
    })
    const product = await catalog.product('Harbor Recordings', {
      prices: [catalog.fixed(1900)],
      medias: [picture.id],
    })
    await shop.make(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] })
    await shop.owner.must(
      shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { avatar_url: picture.public_url }),
    )
    const { buyer, page, strangers } = await buyerOf(product.id)
    for (const image of ['img.media', 'img.mark']) {
      const width = () => page.locator(image).evaluate((element) => (element as HTMLImageElement).naturalWidth)
      await expect.poll(width).toBe(1)
    }
    await buyer.buy('listener@example.com')
    await buyer.thanks()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download: harbor.zip' }).click()
    const path = await (await download).path()
    expect(await readFile(path)).toEqual(bytes)
    expect(strangers).toEqual([])
  })
})

describe('pictures', () => {
  it('are all there, each with a name, and open in full beside the page', async () => {
    const pictures = await Promise.all([1, 2].map(() => makeProductMedia(shop, shop.organizationId)))
    const { id } = await catalog.product('Harbor Prints', {
      prices: [catalog.fixed(1900)],
      medias: pictures.map((picture) => picture.id),
    })
    const { page, context } = await buyerOf(id)
    const second = page.getByRole('link', { name: 'Picture 2 of 2' })
    await expect.poll(() => second.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
    const opened = context.waitForEvent('page')
    await second.click()
    expect((await opened).url()).toBe(pictures[1]?.public_url)
    expect(await page.getByRole('link', { name: /Picture/ }).count()).toBe(2)
    await expectAccessible(page)
  })
})

describe('other kinds of products', () => {
  it('free: no card, no address, one click', async () => {
    const { id } = await catalog.free()
    const { buyer, page, checkout } = await buyerOf(id)
    expect(await buyer.payButton.textContent()).toBe('Get it for free')
    expect(await buyer.field('Card number').count()).toBe(0)
    expect(await buyer.field('Country').count()).toBe(0)
    await buyer.contact('free@example.com')
    await buyer.pay()
    await buyer.thanks()
    expect(await page.locator('main').textContent()).toContain('Your order at Northwind Audio is complete.')
    expect(await ordersOf(checkout.id)).toMatchObject([{ amount: 0 }])
  })

  it('pay what you want: the total follows, and too little is said at the field', async () => {
    const { id } = await catalog.donation()
    const { buyer, page, checkout } = await buyerOf(id)
    expect(await buyer.payButton.textContent()).toBe('Pay $10.00')
    expect(await page.locator('.inset', { has: page.locator('[name=amount]') }).textContent()).toBe('$')
    await buyer.fill('Your price in US dollars', '3')
    await buyer.field('E-mail').focus()
    await page.getByText('Enter $5.00 or more.').waitFor()
    await buyer.fill('Your price in US dollars', '44')
    await page.getByText('Pay $44.00').waitFor()
    await buyer.fill('Your price in US dollars', '12.50')
    await buyer.field('Your price in US dollars').press('Enter')
    await page.getByText('Pay $12.50').waitFor()
    await buyer.buy('generous@example.com')
    await buyer.thanks()
    expect(await ordersOf(checkout.id)).toMatchObject([{ amount: 1250 }])
  })

  it('pay what you want, in German: the sign stands behind the amount, and its name is heard', async () => {
    const { id } = await catalog.product('Kaffeekasse', {
      prices: [{ amount_type: 'custom', price_currency: 'eur', preset_amount: 1000 }],
    })
    const checkout = await shop.checkout({ product_id: id })
    const { page } = await visit(shop.url, { locale: 'de-DE' })
    await page.goto(checkout.url)
    const field = page.getByLabel('Ihr Preis (Euro)', { exact: true })
    expect(await field.inputValue()).toBe('10,00')
    expect(await field.evaluate((input) => input.nextElementSibling?.textContent)).toBe('€')
  })

  it('a subscription: by month or by year, with what comes after today', async () => {
    const { id } = await catalog.plan()
    const { buyer, page, checkout } = await buyerOf(id)
    expect(await buyer.payButton.textContent()).toBe('Subscribe · $9.00 today')
    await page.getByRole('radio', { name: /Yearly/ }).check()
    await page.getByText('Subscribe · $90.00 today').waitFor()
    expect(await page.locator('main').textContent()).toContain('Renews at $90.00 per year, until you cancel.')
    await buyer.buy('subscriber@example.com')
    await buyer.thanks()
    const [order] = await ordersOf(checkout.id)
    expect(order).toMatchObject({ amount: 9000, billing_reason: 'subscription_create' })
  })

  it('one of several: the buyer chooses', async () => {
    const first = await catalog.plain('Room Reverb')
    const second = await catalog.plugin()
    const { page, complaints } = await visit(shop.url)
    const buyer = new Buyer(page)
    const checkout = await shop.checkout({ products: [first.id, second.id] })
    await buyer.open(checkout.url)
    expect(await buyer.heading.textContent()).toBe('Room Reverb')
    await page.getByRole('radio', { name: /Tape Machine/ }).check()
    await page.getByText('Pay $79.00').waitFor()
    await buyer.buy('chooser@example.com')
    await buyer.thanks()
    expect(await ordersOf(checkout.id)).toMatchObject([{ product_id: second.id, amount: 7900 }])
    expect(complaints).toEqual([])
  })

  it('leads on to where the seller wants, with the id of the checkout', async () => {
    const { id } = await catalog.plain()
    const success_url = `${shop.url}/healthz?checkout_id={CHECKOUT_ID}`
    const { buyer, page, checkout } = await buyerOf(id, { success_url })
    await buyer.buy('onward@example.com')
    await buyer.thanks()
    await page.getByRole('link', { name: 'Continue to Northwind Audio' }).click()
    await page.waitForURL(`${shop.url}/healthz?checkout_id=${checkout.id}`)
  })
})
