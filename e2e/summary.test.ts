import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProductMedia } from '../server/test/support/file-factories.ts'
import { expectAccessible } from './support/axe.ts'
import { closeBrowser, DESKTOP, PHONE, visit } from './support/browser.ts'
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

type Options = Parameters<typeof visit>[1]

async function look(fields: object, options: Options = {}) {
  const { page, strangers } = await visit(shop.url, { reducedMotion: 'reduce', ...options })
  const buyer = new Buyer(page)
  await buyer.open((await shop.checkout(fields)).url)
  return { page, buyer, strangers }
}

const priced = () => ({ prices: [catalog.fixed(4900)] })
const LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' }

describe('a description', () => {
  const long = `${'Warm at low levels, honest at high ones.\n'.repeat(9)}See [the manual](https://example.com/manual).`

  it('that is long is folded, and opened by who wants to read it', async () => {
    const { id } = await catalog.product('Long', { ...priced(), description: long })
    const { page } = await look({ product_id: id })
    const text = page.locator('.description')
    const height = () => text.evaluate((element) => element.parentElement?.clientHeight ?? 0)
    const folded = await height()
    const more = page.getByRole('button', { name: 'Show more' })
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await more.click()
    const less = page.getByRole('button', { name: 'Show less' })
    expect(await less.getAttribute('aria-expanded')).toBe('true')
    expect(await height()).toBeGreaterThan(folded * 1.4)
    // Each line is a line.
    expect(await text.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-line')
    await expectAccessible(page)
    await less.click()
    expect(await height()).toBe(folded)
  })

  it('opens for whoever comes to a link in it with the keyboard', async () => {
    const { id } = await catalog.product('Long', { ...priced(), description: long })
    const { page } = await look({ product_id: id })
    const link = page.getByRole('link', { name: 'the manual' })
    for (const [name, value] of Object.entries({ ...LINK, href: 'https://example.com/manual' })) {
      expect(await link.getAttribute(name)).toBe(value)
    }
    await page.keyboard.press('Tab')
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Show less' }).waitFor()
  })

  it('that is short has nothing to press, and links that are not of the web are words', async () => {
    const description = 'See https://example.com/a. [Press](javascript:alert(1)) [this](data:text/html,x)'
    const { id } = await catalog.product('Short', { ...priced(), description })
    const { page } = await look({ product_id: id })
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    expect(await page.locator('.description').textContent()).toBe(description)
    expect(await page.locator('.description a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([
      'https://example.com/a',
    ])
  })
})

it('terms can be read before the box is ticked', async () => {
  const field = await shop.make('/v1/custom-fields/', {
    organization_id: shop.organizationId,
    type: 'checkbox',
    slug: 'terms',
    name: 'Terms',
    properties: { form_label: 'I accept the [terms of sale](https://example.com/terms).' },
  })
  const attached_custom_fields = [{ custom_field_id: field.id, required: true }]
  const { id } = await catalog.product('With terms', { ...priced(), attached_custom_fields })
  const { page, buyer } = await look({ product_id: id })
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'The terms' }))
  const box = page.getByRole('checkbox', { name: 'I accept the terms of sale.' })
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'terms of sale' }).click()
  expect((await opened).url()).toBe('https://example.com/terms')
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await expectAccessible(page)
  await buyer.buy('reader@example.com')
  await buyer.thanks()
})

describe('on a phone, what it costs', () => {
  it('stays in sight with the way on, until the button that pays is there', async () => {
    const { id } = await catalog.plugin()
    const { page, buyer } = await look({ product_id: id }, { viewport: PHONE })
    const bar = page.locator('.due')
    await bar.waitFor()
    expect(await bar.textContent()).toContain('Total $79.00')
    await expectAccessible(page)
    const goOn = bar.getByRole('button', { name: 'Continue' })
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName)
    await goOn.click()
    expect(await focused()).toBe('email')
    await buyer.contact('walker@example.com')
    await page.evaluate(() => scrollTo(0, 0))
    await goOn.click()
    expect(await focused()).toBe('number')
    await buyer.payButton.scrollIntoViewIfNeeded()
    await bar.waitFor({ state: 'hidden' })
  })

  it('leads to the button where nothing has to be filled in, and pays nothing itself', async () => {
    const { id } = await catalog.product('Gift', {
      prices: [{ amount_type: 'free' }],
      description: 'Forty recordings.\n'.repeat(5),
    })
    const fields = { product_id: id, customer_email: 'given@example.com' }
    const { page, buyer } = await look(fields, { viewport: { width: 360, height: 440 } })
    await page.locator('.due').getByRole('button', { name: 'Continue' }).click()
    await page.locator('.due').waitFor({ state: 'hidden' })
    expect(await buyer.payButton.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Gift')
  })

  it('needs no bar beside the form', async () => {
    const { id } = await catalog.plugin()
    const { page } = await look({ product_id: id }, { viewport: { ...DESKTOP, height: 500 } })
    // The page has found out that the button is below the screen.
    const bar = page.locator('.due:not([hidden])')
    await bar.waitFor({ state: 'attached' })
    expect(await bar.evaluate((element) => getComputedStyle(element).display)).toBe('none')
    // On a phone of that height, the same bar is there.
    await page.setViewportSize({ width: PHONE.width, height: 500 })
    await bar.waitFor()
  })
})

it('in a frame there is no bar: it could be as high as the page', async () => {
  const { id } = await catalog.plugin()
  const { url } = await shop.checkout({ product_id: id, embed_origin: shop.url })
  const { page } = await visit(shop.url, { viewport: PHONE })
  await page.goto(`${shop.url}/healthz`)
  await page.evaluate((src) => {
    document.body.replaceChildren(Object.assign(document.createElement('iframe'), { src, width: 340, height: 600 }))
  }, url)
  const frame = page.frameLocator('iframe')
  const button = frame.locator('form button[type=submit]')
  await button.waitFor()
  expect(await button.evaluate(isBelow)).toBe(true)
  expect(await frame.locator('.due').isVisible()).toBe(false)
  // As high as the frame is, the same page has a bar where it stands alone.
  const { page: alone, buyer } = await look({ product_id: id }, { viewport: { width: 340, height: 600 } })
  expect(await buyer.payButton.evaluate(isBelow)).toBe(true)
  expect(await alone.locator('.due').isVisible()).toBe(true)
})

/** Whether a button is below the screen, by the time that everybody who watches it has heard of that and has drawn it. */
async function isBelow(button: Element): Promise<boolean> {
  const heard = () =>
    new Promise<boolean>((done) => {
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect()
        requestAnimationFrame(() => requestAnimationFrame(() => done(entry?.isIntersecting === false)))
      })
      observer.observe(button)
    })
  // Twice: what is watched for as soon as the page is drawn may begin after the first.
  return (await heard()) && heard()
}

it('a year says what it saves, in the buyer’s language', async () => {
  const { id } = await catalog.plan()
  const { page } = await look({ product_id: id })
  await page.getByRole('radio', { name: /Yearly Save 16%/ }).waitFor()
  expect(await page.locator('.badge').count()).toBe(1)
  const { page: german } = await look({ product_id: id }, { locale: 'de-DE' })
  expect((await german.locator('.badge').textContent())?.replace(/\s/g, ' ')).toBe('16 % sparen')
})

it.each([
  ['once', {}, 'Renews at $9.00 per month, until you cancel.'],
  ['forever', {}, 'Renews at $7.20 per month, until you cancel.'],
  ['repeating', { duration_in_months: 3 }, '$7.20 per month for 3 months, then $9.00 per month, until you cancel.'],
])('says what comes after a discount that lasts %s', async (duration, more, words) => {
  const { id: discount_id } = await shop.make('/v1/discounts/', {
    ...{ organization_id: shop.organizationId, name: 'Launch', type: 'percentage', basis_points: 2000 },
    ...{ duration, ...more },
  })
  const { id } = await catalog.plan()
  const { page } = await look({ product_id: id, discount_id })
  expect(await page.locator('.renewal').textContent()).toBe(words)
  expect(await page.locator('.due strong').textContent()).toBe('$7.20')
})

it.each([
  [400, 100, 128, 32],
  [100, 100, 32, 32],
])('a logo of %d × %d is shown whole', async (width, height, shownWidth, shownHeight) => {
  const logo = await makeProductMedia(shop, shop.organizationId, { service: 'organization_avatar' })
  await shop.owner.must(shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { avatar_url: logo.public_url }))
  const { id } = await catalog.plain()
  const { page } = await visit(shop.url)
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`
  await page.route('**/files/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await page.goto((await shop.checkout({ product_id: id })).url)
  const mark = page.locator('img.mark')
  await expect.poll(async () => (await mark.boundingBox())?.width).toBe(shownWidth)
  expect((await mark.boundingBox())?.height).toBe(shownHeight)
})
