import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, visit } from './support/browser.ts'
import { Buyer, CARDS } from './support/buyer.ts'
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

async function buyerOf(fields: object) {
  const checkout = await shop.checkout(fields)
  const { page } = await visit(shop.url)
  const buyer = new Buyer(page)
  await buyer.open(checkout.url)
  return { buyer, page, checkout }
}

const discount = (fields: object) =>
  shop.make('/v1/discounts/', {
    organization_id: shop.organizationId,
    name: 'Launch',
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
    ...fields,
  })

const orderOf = async (checkoutId: string) =>
  (await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkoutId}`))).items[0]

describe('a discount code', () => {
  it('is applied, shown, removed and applied again', async () => {
    await discount({ code: 'LAUNCH20' })
    const { id } = await catalog.plain()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    await buyer.fill('Discount code', 'launch20')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Pay $39.20').waitFor()
    expect(await page.locator('main').textContent()).toContain('−$9.80')
    await page.getByRole('button', { name: 'Remove the discount LAUNCH20' }).click()
    await page.getByText('Pay $49.00').waitFor()
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    await buyer.fill('Discount code', 'LAUNCH20')
    await buyer.field('Discount code').press('Enter')
    await page.getByText('Pay $39.20').waitFor()
    await buyer.buy('bargain@example.com')
    await buyer.thanks()
    expect(await orderOf(checkout.id)).toMatchObject({ amount: 3920 })
  })

  it('that does not exist, or has ended, says so at its field', async () => {
    await discount({ code: 'OVER', ends_at: '2030-01-01T00:00:00Z', starts_at: '2029-01-01T00:00:00Z' })
    const { id } = await catalog.plain()
    const { buyer, page } = await buyerOf({ product_id: id })
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    for (const [code, text] of [
      ['NOTHING', 'There is no such code.'],
      ['OVER', 'This discount cannot be used yet.'],
    ] as const) {
      await buyer.fill('Discount code', code)
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText(text).waitFor()
      expect(await buyer.field('Discount code').getAttribute('aria-invalid')).toBe('true')
    }
  })

  it('typed and not applied: it counts, and the new total is read before anything is paid', async () => {
    await discount({ code: 'HALF', basis_points: 5000 })
    const { id } = await catalog.plain()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    await buyer.fill('Discount code', 'HALF')
    await buyer.buy('forgetful@example.com')
    await page.getByText('Your code is applied: the total is now $24.50.').waitFor()
    expect(await orderOf(checkout.id)).toBeUndefined()
    await buyer.pay()
    await buyer.thanks()
    expect(await orderOf(checkout.id)).toMatchObject({ amount: 2450 })
  })

  it('of the seller is shown, and cannot be removed; without codes there is no field for one', async () => {
    const { id: discount_id } = await discount({ code: null, name: 'Friends' })
    const { id: product_id } = await catalog.plain()
    const { page } = await buyerOf({ product_id, discount_id })
    expect(await page.locator('main').textContent()).toContain('Friends applied')
    expect(await page.getByRole('button', { name: /Remove/ }).count()).toBe(0)
    const { page: without } = await buyerOf({ product_id, allow_discount_codes: false })
    expect(await without.getByRole('button', { name: 'Add a discount code' }).count()).toBe(0)
  })

  it('for everything: nothing is due, and no card is asked for', async () => {
    await discount({ code: 'GIFT', basis_points: 10_000 })
    const { id } = await catalog.plain()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    await buyer.fill('Discount code', 'GIFT')
    await buyer.field('Discount code').press('Enter')
    await page.getByText('Get it for free').waitFor()
    expect(await buyer.field('Card number').count()).toBe(0)
    await buyer.contact('gifted@example.com')
    await buyer.pay()
    await buyer.thanks()
    expect(await orderOf(checkout.id)).toMatchObject({ amount: 0 })
  })
})

describe('whoever brings a code', () => {
  const ADD = 'Add a discount code'

  /** What the keyboard is at, by its name. */
  const focused = (place: Page | FrameLocator) =>
    place.locator('body').evaluate((body) => {
      const element = document.activeElement
      if (element === body) return null
      return element?.getAttribute('name') ?? element?.getAttribute('aria-label') ?? element?.textContent
    })

  const opensField = async (place: Page | FrameLocator) => {
    await place.getByRole('button', { name: ADD }).click()
    await expect.poll(() => focused(place)).toBe('code')
  }

  it('types at once, each time, and after taking it off is back where it began', async () => {
    await discount({ code: 'AGAIN20' })
    const { id } = await catalog.plain()
    const { page } = await buyerOf({ product_id: id })
    for (const _ of ['once', 'again']) {
      await opensField(page)
      await page.keyboard.type('again20')
      await page.keyboard.press('Enter')
      await page.getByText('Pay $39.20').waitFor()
      await expect.poll(() => focused(page)).toBe('Remove the discount AGAIN20')
      await page.keyboard.press('Enter')
      await page.getByText('Pay $49.00').waitFor()
      await expect.poll(() => focused(page)).toBe(ADD)
    }
  })

  it('types at once in a frame of another site', async () => {
    const { id } = await catalog.plain()
    // Another name is another site.
    const site = shop.url.replace('127.0.0.1', 'localhost')
    const { url } = await shop.checkout({ product_id: id, embed_origin: site })
    const { page } = await visit(shop.url)
    await page.goto(`${site}/healthz`)
    await page.evaluate((src) => {
      document.body.replaceChildren(Object.assign(document.createElement('iframe'), { src, width: 340, height: 700 }))
    }, url)
    const frame = page.frameLocator('iframe')
    await opensField(frame)
    await page.keyboard.type('anything')
    expect(await frame.locator('input[name=code]').inputValue()).toBe('anything')
  })

  it('and has not applied it finds it after a reload, and is not taken there', async () => {
    const { id } = await catalog.plain()
    const { buyer, page } = await buyerOf({ product_id: id })
    await opensField(page)
    await page.keyboard.type('LATER')
    await page.reload()
    await buyer.payButton.waitFor()
    const field = page.locator('input[name=code]')
    expect(await field.inputValue()).toBe('LATER')
    // By then the page has done everything that it does by itself.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await focused(page)).toBeNull()
  })
})

it('a receipt is promised only where the seller sends one', async () => {
  const { id } = await catalog.plain()
  const said = async () => {
    const { page } = await buyerOf({ product_id: id })
    return page.getByText('Your receipt goes here.').count()
  }
  const send = (order_receipts: boolean) =>
    shop.owner.must(shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { mail_settings: { order_receipts } }))
  await send(false)
  expect(await said()).toBe(0)
  await send(true)
  expect(await said()).toBe(1)
})

describe('the seller’s own fields', () => {
  async function productWithFields() {
    const field = (type: string, slug: string, name: string, properties: object = {}) =>
      shop.make('/v1/custom-fields/', { organization_id: shop.organizationId, type, slug, name, properties })
    const fields = [
      await field('text', 'company', 'Company', { max_length: 20, form_help_text: 'As on the invoice.' }),
      await field('number', 'seats', 'Seats', { ge: 1, le: 10 }),
      await field('date', 'start', 'Start'),
      await field('checkbox', 'terms', 'Terms', { form_label: 'I accept the terms' }),
      await field('select', 'size', 'Size', {
        options: [
          { value: 's', label: 'Small' },
          { value: 'l', label: 'Large' },
        ],
      }),
    ]
    return catalog.product('Course', {
      prices: [catalog.fixed(4900)],
      attached_custom_fields: fields.map(({ id }) => ({ custom_field_id: id, required: true })),
    })
  }

  it('of all five kinds are asked for, checked, and end up in the order', async () => {
    const { id } = await productWithFields()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    await buyer.contact('student@example.com')
    await buyer.card(CARDS.good)
    await buyer.pay()
    for (const text of ['Please fill in this field.', 'Tick this box to go on.', 'Choose one.', 'Choose a day.']) {
      await page.getByText(text).first().waitFor()
    }
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toContain('company')
    await buyer.fill('Company', 'Tape & Sons')
    await buyer.fill('Seats', '12')
    await buyer.fill('Start', '2027-02-01')
    await buyer.field('I accept the terms').check()
    await buyer.field('Size').selectOption('Large')
    await buyer.pay()
    await page.getByText('Enter 10 or less.').waitFor()
    await buyer.fill('Seats', '3')
    await buyer.pay()
    await buyer.thanks()
    expect((await orderOf(checkout.id)).custom_field_data).toMatchObject({
      company: 'Tape & Sons',
      seats: 3,
      terms: true,
      size: 'l',
      start: expect.stringContaining('2027-02-01'),
    })
  })

  it('what was typed is there again after a reload, but for the card', async () => {
    const { id } = await catalog.plain()
    const { buyer, page } = await buyerOf({ product_id: id })
    await buyer.contact('reload@example.com')
    await buyer.fill(/^Name/, 'Ada')
    await buyer.card(CARDS.good)
    await page.reload()
    await buyer.payButton.waitFor()
    expect(await buyer.field('E-mail').inputValue()).toBe('reload@example.com')
    expect(await buyer.field(/^Name/).inputValue()).toBe('Ada')
    expect(await buyer.field('Card number').inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('4242')
  })
})

describe('a company', () => {
  it('gives the address that its country needs, and its tax number', async () => {
    const { id } = await catalog.plain()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    expect(await buyer.field('Country').count()).toBe(0)
    await buyer.field('I’m buying for a company').check()
    await buyer.field('Country').selectOption('Germany')
    expect(await buyer.field(/^State/).count()).toBe(0)
    await buyer.fill('Company name', 'Analytical Engines')
    await buyer.fill('Street and number', 'Hauptstraße 1')
    await buyer.fill('Postal code', '10115')
    await buyer.fill('City', 'Berlin')
    await buyer.fill(/^Tax number/, 'DE000')
    await buyer.buy('invoice@example.com')
    await page.getByText('This is not a tax number of that country.').waitFor()
    await buyer.fill(/^Tax number/, 'DE136695976')
    await buyer.pay()
    await buyer.thanks()
    const order = await orderOf(checkout.id)
    expect(order.billing_address ?? order.customer.billing_address).toMatchObject({
      country: 'DE',
      line1: 'Hauptstraße 1',
      postal_code: '10115',
      city: 'Berlin',
    })
  })

  it('in the United States is asked for its state, from a list', async () => {
    const { id } = await catalog.plain()
    const { buyer } = await buyerOf({ product_id: id })
    await buyer.field('I’m buying for a company').check()
    await buyer.field('Country').selectOption('United States')
    await buyer.field('State').selectOption('California')
    expect(await buyer.field('ZIP code').count()).toBe(1)
  })
  it.each([
    ['Japan', ['Postal code', 'Prefecture', 'City', 'Street and number', 'Apartment, suite, floor']],
    ['United Kingdom', ['Street and number', 'Apartment, suite, floor', 'Town or city', 'Postcode']],
    ['Ireland', ['Street and number', 'Apartment, suite, floor', 'Town or city', 'County', 'Eircode']],
    ['India', ['Street and number', 'Apartment, suite, floor', 'City', 'State', 'PIN code']],
    ['United Arab Emirates', ['Street and number', 'Apartment, suite, floor', 'City', 'Emirate']],
  ])('in %s is asked in the order and the words of its country', async (country, labels) => {
    const { id } = await catalog.plain()
    const { buyer, page } = await buyerOf({ product_id: id })
    await buyer.field('I’m buying for a company').check()
    await buyer.field('Country').selectOption(country)
    const section = page.locator('section', { has: page.locator('[name=country]') })
    const shown = (await section.locator('label').allTextContents()).map((text) =>
      text.replace('(optional)', '').trim(),
    )
    expect(shown).toEqual(['Country', ...labels, 'Tax number'])
    await buyer.fill('Company name', 'Analytical Engines')
    await buyer.buy('order@example.com')
    const first = labels[0] ?? ''
    await expect.poll(() => buyer.field(first).evaluate((input) => input === document.activeElement)).toBe(true)
  })

  it('that changes its country and comes back has its tax number again, and none of another country is sent', async () => {
    const { id } = await catalog.plain()
    const { buyer, checkout } = await buyerOf({ product_id: id })
    await buyer.field('I’m buying for a company').check()
    await buyer.fill('Company name', 'Analytical Engines')
    const fillIn = async () => {
      await buyer.fill('Street and number', 'Hauptstraße 1')
      await buyer.fill('Postal code', '10115')
      await buyer.fill('City', 'Berlin')
    }
    await buyer.field('Country').selectOption('Germany')
    await fillIn()
    await buyer.fill(/^Tax number/, 'DE136695976')
    await buyer.field('Country').selectOption('Norway')
    expect(await buyer.field(/^Tax number/).inputValue()).toBe('')
    await buyer.field('Country').selectOption('Germany')
    expect(await buyer.field(/^Tax number/).inputValue()).toBe('DE136695976')
    await buyer.field('Country').selectOption('Norway')
    await fillIn()
    await buyer.buy('moved@example.com')
    await buyer.thanks()
    const { customer } = await orderOf(checkout.id)
    expect(customer).toMatchObject({ tax_id: null, billing_address: { country: 'NO' } })
  })
})
