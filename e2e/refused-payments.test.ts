import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { closeBrowser, visit } from './support/browser.ts'
import { Buyer, CARDS } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'
import { isInSight } from './support/sight.ts'

let shop: Shop
let productId: string
beforeAll(async () => {
  shop = await openShop()
  productId = (await catalogOf(shop).plugin()).id
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

async function buyerOf(fields: object = {}) {
  const checkout = await shop.checkout({ product_id: productId, ...fields })
  const { page } = await visit(shop.url)
  const buyer = new Buyer(page)
  await buyer.open(checkout.url)
  return { buyer, page, checkout }
}

const chargesOf = async (checkoutId: string) =>
  (await shop.owner.must(shop.owner.get(`/v1/payments/?checkout_id=${checkoutId}`))).items

/** What a screen reader says after the name of a field. */
const descriptionOf = (field: Locator) =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

describe('a card that is declined', () => {
  it.each([
    ['declined', CARDS.declined, 'Your bank has declined the card.'],
    ['without money', CARDS.insufficientFunds, 'There is not enough money on this card.'],
    ['in an error', CARDS.processingError, 'The payment could not be processed.'],
  ])('%s: the reason is said and heard, the form is kept, and another card pays', async (_, number, reason) => {
    const { buyer, page } = await buyerOf()
    await buyer.fill(/^Name/, 'Ada')
    await buyer.buy('declined@example.com', number)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expect.poll(() => isInSight(alert)).toBe(true)
    await expect.poll(() => isInSight(buyer.payButton)).toBe(true)
    expect(await alert.textContent()).toContain(reason)
    expect(await buyer.field('E-mail').inputValue()).toBe('declined@example.com')
    expect(await buyer.field(/^Name/).inputValue()).toBe('Ada')
    expect(await buyer.field('Card number').inputValue()).toBe(number)
    await buyer.fill('Card number', CARDS.good)
    await buyer.pay()
    await buyer.thanks()
  })

  it.each([
    ['expired', CARDS.expired, 'Expiry', 'This card has expired.'],
    ['with a wrong code', CARDS.wrongCode, 'Security code', 'The security code is wrong.'],
  ])(
    '%s: the reason stands at its field, which gets the focus, and is heard there',
    async (_, number, label, reason) => {
      const { buyer, page } = await buyerOf()
      await buyer.buy('declined@example.com', number)
      await page.getByText(reason).waitFor()
      const field = buyer.field(label)
      expect(await descriptionOf(field)).toContain(reason)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await page.getByRole('alert').textContent()).toContain('Nothing was paid.')
      await expectAccessible(page)
      expect(await buyer.field('Card number').inputValue()).toBe(number)
      await buyer.fill('Card number', CARDS.good)
      expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
      await buyer.pay()
      await buyer.thanks()
    },
  )

  it('a number that is none is said at its field, which gets the focus', async () => {
    const { buyer, page } = await buyerOf()
    await buyer.buy('typo@example.com', '4242 4242 4242 4241')
    await page.getByText('This is not the number of a card.').waitFor()
    expect(await buyer.field('Card number').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('number')
  })

  it('an empty form says what is missing, at every field, and begins with the first', async () => {
    const { buyer, page } = await buyerOf()
    await buyer.pay()
    await page.getByText('Enter an e-mail address').waitFor()
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(4)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    await buyer.fill('E-mail', 'a@example.com')
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(3)
  })
})

describe('a subscription that the buyer has already', () => {
  it('is said at the e-mail address, without a payment; another address can subscribe', async () => {
    const { id } = await catalogOf(shop).plan()
    const first = await buyerOf({ product_id: id })
    await first.buyer.buy('twice@example.com')
    await first.buyer.thanks()
    const { buyer, page, checkout } = await buyerOf({ product_id: id })
    await buyer.buy('twice@example.com')
    await page.getByText('This e-mail address has an active subscription').waitFor()
    const field = buyer.field('E-mail')
    expect(await descriptionOf(field)).toContain('This e-mail address has an active subscription')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.getByRole('alert').textContent()).toContain('Nothing was paid.')
    expect(await chargesOf(checkout.id)).toEqual([])
    await buyer.contact('once@example.com')
    await buyer.pay()
    await buyer.thanks()
  })
})

describe('the card form', () => {
  it('says whose card it is, groups its digits as it does, and asks for its code', async () => {
    const { buyer, page } = await buyerOf()
    const number = buyer.field('Card number')
    const brand = page.locator('.brand')
    await number.pressSequentially('5555')
    expect(await brand.textContent()).toBe('Mastercard')
    await number.fill('378282246310005')
    expect(await number.inputValue()).toBe('3782 822463 10005')
    expect(await brand.textContent()).toBe('Amex')
    await buyer.contact('amex@example.com')
    await buyer.fill('Expiry', '12/34')
    await buyer.fill('Security code', '123')
    await buyer.pay()
    await page.getByText('Enter the 4 digits on the front of the card.').waitFor()
    await buyer.fill('Security code', '1234')
    await buyer.pay()
    await buyer.thanks()
  })

  it('lets a digit in the middle be mended', async () => {
    const { buyer, page } = await buyerOf()
    const number = buyer.field('Card number')
    await number.fill('4242 9424 2424 2424')
    await number.evaluate((input) => (input as HTMLInputElement).setSelectionRange(6, 6))
    await page.keyboard.press('Backspace')
    await page.keyboard.type('42')
    expect(await number.inputValue()).toBe('4242 4242 4242 4242 4')
    expect(await number.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(7)
  })
})

describe('a bank that asks', () => {
  it('approved: back on the page, paid', async () => {
    const { buyer, page } = await buyerOf()
    await buyer.buy('challenge@example.com', CARDS.challenge)
    await page.getByRole('link', { name: 'Go to your bank' }).click()
    await page.getByRole('button', { name: 'Yes, this is me' }).click()
    await buyer.thanks()
    await page.locator('code').waitFor()
  })

  it('refused: back in the form as it was, with the reason; another card pays', async () => {
    const { buyer, page, checkout } = await buyerOf()
    await buyer.buy('challenge@example.com', CARDS.challenge)
    await page.getByRole('link', { name: 'Go to your bank' }).click()
    await page.getByRole('button', { name: 'No, stop the payment' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('nothing was paid')
    expect(await buyer.field('E-mail').inputValue()).toBe('challenge@example.com')
    expect(await buyer.field('Card number').inputValue()).toBe('')
    await buyer.card(CARDS.good)
    await buyer.pay()
    await buyer.thanks()
    const statuses = (await chargesOf(checkout.id)).map(({ status }: { status: string }) => status)
    expect(statuses.sort()).toEqual(['failed', 'succeeded'])
  })
})

describe('an outcome that nobody knows yet', () => {
  const tellAsUsual = () => shop.sql`drop trigger if exists tell_late on sandbox.notifications`
  /** The processor says nothing by itself for an hour, so the server has to ask, which it does after a second. */
  const tellNothing = () =>
    shop.sql.unsafe(`
      create or replace function tell_late() returns trigger language plpgsql as $$
        begin new.due_at := new.due_at + interval '1 hour'; return new; end $$;
      create or replace trigger tell_late before insert on sandbox.notifications
        for each row execute function tell_late();`)
  afterAll(tellAsUsual)

  it.each([
    ['the processor’s answer was lost', 'ctoken_test_unknown', tellNothing],
    ['the processor takes its time', 'ctoken_test_late', tellAsUsual],
  ])(
    '%s: the page waits, offers no second payment, and goes on by itself',
    async (_, id, prepare) => {
      await prepare()
      const { buyer, page, checkout } = await buyerOf()
      await page.route('**/v1/sandbox/confirmation-tokens', (route) => route.fulfill({ status: 201, json: { id } }))
      await buyer.buy('patient@example.com')
      await page.getByRole('heading', { name: 'Checking your payment' }).waitFor()
      expect(await buyer.payButton.count()).toBe(0)
      await page.reload()
      await page.getByRole('heading', { name: /Checking your payment|Thank you!/ }).waitFor()
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor({ timeout: 60_000 })
      expect(await chargesOf(checkout.id)).toMatchObject([{ status: 'succeeded' }])
    },
    90_000,
  )
})
