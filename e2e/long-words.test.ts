import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFile } from '../server/test/support/file-factories.ts'
import { closeBrowser, DESKTOP, PHONE, visit } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

/** Nothing in it where a line could end by itself. */
const word = (start: string, length = 64) => start.padEnd(length, 'wide')
const ADDRESS = `https://downloads.example.com/${word('segment', 90)}?token=${word('token', 90)}`

let shop: Shop
let fields: object
let store: string
beforeAll(async () => {
  shop = await openShop()
  const { slug } = await shop.owner.must(
    shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { name: word('Northwind'), bio: ADDRESS }),
  )
  store = `${shop.url}/store/${slug}`
  fields = await longPurchase(shop)
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

/** Everything that a seller can name, with a long name. */
async function longPurchase({ organizationId: organization_id, make, owner, url }: Shop): Promise<object> {
  const catalog = catalogOf(shop)
  const field = (type: string, properties: object = {}) =>
    make('/v1/custom-fields/', {
      ...{ organization_id, type, slug: `long-${type}`, name: word(type) },
      properties: { form_label: word(type, 90), form_help_text: word('help', 90), ...properties },
    })
  const options = [{ value: 'one', label: word('Option') }]
  const own = [await field('text'), await field('checkbox'), await field('select', { options })]
  const attached_custom_fields = own.map(({ id }) => ({ custom_field_id: id, required: false }))
  const about = { prices: [catalog.fixed(4900)], description: ADDRESS, attached_custom_fields }
  const products = [await catalog.product(word('Donau'), about), await catalog.product(word('Elbe', 53), about)]
  const file = await makeFile({ owner, url }, organization_id, Buffer.alloc(10), { name: `${word('file', 90)}.zip` })
  const benefit = (type: string, properties: object) =>
    make('/v1/benefits/', { organization_id, type, description: word(type, 90), properties })
  const benefits = [
    await benefit('custom', { note: `${ADDRESS}\n${word('Note', 200)}` }),
    await benefit('license_keys', { prefix: 'NORTHWINDAUDIO' }),
    await benefit('downloadables', { files: [file.id] }),
  ]
  for (const { id } of products) {
    await make(`/v1/products/${id}/benefits`, { benefits: benefits.map((one) => one.id) })
  }
  const discount = await make('/v1/discounts/', {
    ...{ organization_id, name: word('Launch', 90), type: 'percentage', basis_points: 2000, duration: 'once' },
  })
  return { products: products.map(({ id }) => id), discount_id: discount.id, success_url: 'https://shop.example.com/' }
}

/** Neither the page nor anything in it is wider than its place: not even by a word that is cut off. */
async function expectNoWider(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found: string[] = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      const around = text.parentElement?.closest('.card, .form, .summary, body')?.getBoundingClientRect()
      const isUnseen = text.parentElement?.closest('.unseen, option, noscript, script') != null
      if (width === 0 || isUnseen || around === undefined) continue
      if (left < around.left - 1 || right > around.right + 1) found.push(text.textContent ?? '')
    }
    return { found, over: document.documentElement.scrollWidth - window.innerWidth }
  })
  expect(wide).toEqual({ found: [], over: expect.toSatisfy((over: number) => over <= 0) })
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('words without an end, on %s', (_, viewport) => {
  it('leave the form, and what is said after mistakes, as wide as the screen', async () => {
    const { page } = await visit(shop.url, { viewport })
    const buyer = new Buyer(page)
    await buyer.open((await shop.checkout(fields)).url)
    expect(await page.getByText(word('Launch', 90)).count()).toBeGreaterThan(0)
    await expectNoWider(page)
    await buyer.pay()
    await page.locator('.alert').waitFor()
    await expectNoWider(page)
  })

  it('leave the result as wide as the screen', async () => {
    const { page } = await visit(shop.url, { viewport })
    const buyer = new Buyer(page)
    await buyer.open((await shop.checkout(fields)).url)
    await buyer.buy(`${word('ada', 60)}@${word('mail', 60)}.example.com`)
    await buyer.thanks()
    for (const part of ['.joined code', '.told', '.file', '.reference .number']) await page.locator(part).waitFor()
    await expectNoWider(page)
  })

  it('leave the store as wide as the screen', async () => {
    const { page } = await visit(shop.url, { viewport })
    await page.goto(store)
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(2)
    await expectNoWider(page)
  })

  it('leave a message as wide as the screen', async () => {
    const { id, url } = await shop.checkout(fields)
    await shop.sql`update checkouts set expires_at = ${new Date(0)} where id = ${id}`
    const { page } = await visit(shop.url, { viewport })
    await page.goto(url)
    await page.getByRole('button', { name: word('Donau') }).waitFor()
    await expectNoWider(page)
  })
})
