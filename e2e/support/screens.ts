import type { Page } from 'playwright-core'
import { Buyer, CARDS } from './buyer.ts'
import { catalogOf } from './catalog.ts'
import type { Shop } from './shop.ts'

/** Words that a screen is known by, in each language. */
interface Words {
  readonly en: string
  readonly de: string
}

export interface ScreenToSee {
  readonly name: string
  readonly words: Words
  /** Leads a page to the screen. */
  readonly show: (page: Page, query: string) => Promise<void>
}

/** Every screen that a buyer can come to, reached as buyers reach them, in any language. */
export async function screensOf(shop: Shop): Promise<readonly ScreenToSee[]> {
  const catalog = catalogOf(shop)
  const plugin = await catalog.plugin()
  const plan = await catalog.plan()
  const open = async (page: Page, query: string, fields: object) => {
    const checkout = await shop.checkout(fields)
    await page.goto(checkout.url + query)
    await new Buyer(page).payButton.waitFor()
    return checkout
  }
  const fillIn = async (page: Page, number: string) => {
    await page.locator('input[name=email]').fill('ada@example.com')
    await page.locator('input[name=number]').fill(number)
    await page.locator('input[name=expiry]').fill('12/34')
    await page.locator('input[name=cvc]').fill('123')
    await page.locator('button[type=submit]').click()
  }
  const token = (page: Page, id: string) =>
    page.route('**/v1/sandbox/confirmation-tokens', (route) => route.fulfill({ status: 201, json: { id } }))
  const form = { product_id: plugin.id }
  return [
    {
      name: 'form',
      words: { en: 'Pay $79.00', de: 'Kaufen · 79,00 $' },
      show: async (page, query) => void (await open(page, query, form)),
    },
    {
      name: 'subscription',
      words: { en: 'until you cancel', de: 'bis Sie kündigen' },
      show: async (page, query) => void (await open(page, query, { product_id: plan.id })),
    },
    {
      name: 'loading',
      words: { en: 'Loading', de: 'Wird geladen' },
      async show(page, query) {
        await page.route('**/v1/**', () => {})
        const checkout = await shop.checkout(form)
        await page.goto(checkout.url + query)
        await page.locator('.bone').first().waitFor()
      },
    },
    {
      name: 'mistakes',
      words: { en: 'Please look at the marked fields.', de: 'markierten Felder' },
      async show(page, query) {
        await open(page, query, form)
        await page.locator('button[type=submit]').click()
        await page.locator('.alert').waitFor()
      },
    },
    {
      name: 'declined',
      words: { en: 'Your bank has declined the card.', de: 'Ihre Bank hat die Karte abgelehnt.' },
      async show(page, query) {
        await open(page, query, form)
        await fillIn(page, CARDS.declined)
        await page.locator('.alert').waitFor()
      },
    },
    {
      name: 'confirming',
      words: { en: 'Paying …', de: 'Zahlung läuft …' },
      async show(page, query) {
        await open(page, query, form)
        await page.route('**/confirm', () => {})
        await fillIn(page, CARDS.good)
        await page.locator('.pay .spinner').waitFor()
      },
    },
    {
      name: 'challenge',
      words: { en: 'Go to your bank', de: 'Zu Ihrer Bank' },
      async show(page, query) {
        await open(page, query, form)
        await fillIn(page, CARDS.challenge)
        await page.locator('a.button.main').waitFor()
      },
    },
    {
      name: 'verifying',
      words: { en: 'Checking your payment', de: 'Ihre Zahlung wird geprüft' },
      async show(page, query) {
        await open(page, query, form)
        await token(page, 'ctoken_test_late')
        await fillIn(page, CARDS.good)
        await page.locator('main.message .spinner').waitFor()
      },
    },
    {
      name: 'paid',
      words: { en: 'Thank you!', de: 'Vielen Dank!' },
      async show(page, query) {
        await open(page, query, { ...form, success_url: 'https://shop.example.com/thanks' })
        await fillIn(page, CARDS.good)
        await page.locator('code').waitFor()
      },
    },
    {
      name: 'expired',
      words: { en: 'This checkout has expired', de: 'Diese Bestellseite ist abgelaufen' },
      async show(page, query) {
        const checkout = await shop.checkout(form)
        await shop.sql`update checkouts set expires_at = ${new Date(0)} where id = ${checkout.id}`
        await page.goto(checkout.url + query)
        await page.locator('main.message h1').waitFor()
      },
    },
    {
      name: 'failed',
      words: { en: 'The payment failed', de: 'Die Zahlung ist gescheitert' },
      async show(page, query) {
        const checkout = await shop.checkout(form)
        await shop.sql`update checkouts set status = 'failed' where id = ${checkout.id}`
        await page.goto(checkout.url + query)
        await page.locator('main.message h1').waitFor()
      },
    },
    {
      name: 'missing',
      words: { en: 'No such checkout', de: 'Diese Bestellseite gibt es nicht' },
      async show(page, query) {
        await page.goto(`${shop.url}/checkout/till_cs_nothing${query}`)
        await page.locator('main.message h1').waitFor()
      },
    },
    {
      name: 'unreachable',
      words: { en: 'We cannot reach the shop', de: 'Der Shop ist nicht erreichbar' },
      async show(page, query) {
        const checkout = await shop.checkout(form)
        await page.route('**/v1/**', (route) => route.abort())
        await page.goto(checkout.url + query)
        await page.locator('main.message h1').waitFor()
      },
    },
  ]
}
