import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../server/test/support/stripe/books.ts'
import { StripeStandIn } from '../server/test/support/stripe-stand-in.ts'
import { closeBrowser, visit } from './support/browser.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'

let standIn: StripeStandIn
let shop: Shop
let productId: string
beforeAll(async () => {
  standIn = await StripeStandIn.start()
  const { secretKey, publishableKey, webhookSecret, apiBase } = standIn.settings
  shop = await openShop({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase ?? '',
  })
  await shop.owner.must(shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { payments: { mode: 'live' } }))
  productId = (await catalogOf(shop).plugin()).id
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
  await standIn.stop()
})

/** The owner of the card answers in the dialog of Stripe.js, and Stripe tells Till. */
async function answerInPlace(clientSecret: string, isYes: boolean): Promise<void> {
  const id = clientSecret.replace(/_secret_.*/, '')
  standIn.books.answer(id, isYes)
  const type = isYes ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
  expect(await standIn.deliver(shop.url, standIn.lastEvent(type, id))).toBe(200)
}

/**
 * What the page uses of Stripe.js, in place of the real one: it takes a card without showing one. As strict as the real
 * one is about what a form that asks for no billing details has to be told: every one of them, null where there is none
 * (https://docs.stripe.com/payments/payment-element/control-billing-details-collection).
 */
async function withStripe(page: Page, outcome: Outcome, isYes: boolean): Promise<string[]> {
  const calls: string[] = []
  await page.exposeFunction('stripeAction', (clientSecret: string) => answerInPlace(clientSecret, isYes))
  await page.exposeFunction('stripeCalled', (call: string) => void calls.push(call))
  await page.exposeFunction('stripeToken', () => standIn.books.makeToken(outcome))
  await page.route(STRIPE_JS, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Stripe = (key, options) => {
        stripeCalled('Stripe ' + key + ' ' + options.locale)
        return {
          elements(options) {
            stripeCalled('elements ' + JSON.stringify([options.mode, options.amount, options.currency]))
            return {
              create: (kind, { fields, wallets }) => fields.billingDetails === 'never' && wallets.link === 'never' && ({ mount: (node) => { node.textContent = 'Card form' }, on: (_, then) => then() }),
              submit: async () => ({}),
              update: (options) => stripeCalled('update ' + JSON.stringify([options.mode, options.amount, options.setupFutureUsage])),
            }
          },
          createConfirmationToken: async ({ params }) => {
            const { address = {}, ...person } = params.payment_method_data.billing_details
            const told = { ...person, ...address }
            for (const name of ['name', 'email', 'phone', 'line1', 'line2', 'city', 'state', 'postal_code', 'country']) {
              if (told[name] === undefined) throw new Error('IntegrationError: did not pass ' + name)
              if (told[name] === '') return { error: { message: 'You passed an empty string for ' + name } }
            }
            stripeCalled('token ' + told.email)
            return { confirmationToken: { id: await stripeToken() } }
          },
          handleNextAction: async ({ clientSecret }) => {
            stripeCalled('action')
            await stripeAction(clientSecret)
          },
        }
      }`,
    }),
  )
  return calls
}

async function openPage(outcome: Outcome, isYes = true) {
  const checkout = await shop.checkout({ product_id: productId })
  const { page, strangers, complaints } = await visit(shop.url)
  const calls = await withStripe(page, outcome, isYes)
  await page.goto(checkout.url)
  await page.getByText('Card form').waitFor()
  return { page, calls, checkout, strangers, complaints }
}

describe('real money', () => {
  it('is paid through the processor’s own form, and no card is typed here', async () => {
    const { page, calls, strangers, complaints } = await openPage('pays')
    expect(await page.getByLabel('Card number').count()).toBe(0)
    expect(await page.locator('.test-bar').count()).toBe(0)
    await page.getByLabel('E-mail', { exact: true }).fill('real@example.com')
    await page.getByRole('button', { name: 'Pay $79.00' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    expect(calls).toEqual([
      `Stripe ${standIn.settings.publishableKey} en`,
      'elements ["payment",7900,"usd"]',
      'token real@example.com',
    ])
    expect(strangers).toEqual([STRIPE_JS])
    expect(complaints).toEqual([])
  })

  it('declined: says why, and the form stays', async () => {
    const { page } = await openPage({ code: 'card_declined' })
    await page.getByLabel('E-mail', { exact: true }).fill('poor@example.com')
    await page.getByRole('button', { name: 'Pay $79.00' }).click()
    await page.getByText('Your bank has declined the card.').waitFor()
    expect(await page.getByText('Card form').count()).toBe(1)
  })

  it('declined for its code: that is said for the form as a whole, for its fields are the processor’s', async () => {
    const { page } = await openPage({ code: 'incorrect_cvc' })
    // The processor wants to know where the card is from.
    expect(await page.getByLabel('Country', { exact: true }).inputValue()).toBe('US')
    await page.getByLabel('E-mail', { exact: true }).fill('typo@example.com')
    await page.getByRole('button', { name: 'Pay $79.00' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('The security code is wrong.')
  })

  it('a discount changes what the processor’s form is told', async () => {
    await shop.make('/v1/discounts/', {
      organization_id: shop.organizationId,
      name: 'Launch',
      type: 'percentage',
      basis_points: 2000,
      duration: 'once',
      code: 'LAUNCH20',
    })
    const { page, calls } = await openPage('pays')
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    await page.getByLabel('Discount code').fill('LAUNCH20')
    await page.getByLabel('Discount code').press('Enter')
    await page.getByText('Pay $63.20').waitFor()
    await expect.poll(() => calls.at(-1)).toBe('update ["payment",6320,null]')
  })

  it('a bank that asks: the buyer is sent there', async () => {
    const { page } = await openPage('asks')
    await page.getByLabel('E-mail', { exact: true }).fill('asked@example.com')
    await page.getByRole('button', { name: 'Pay $79.00' }).click()
    const link = page.getByRole('link', { name: 'Go to your bank' })
    expect(await link.getAttribute('href')).toMatch(/^https?:/)
  })

  it('a bank that asks on the page itself: yes, and it is paid', async () => {
    const { page, calls } = await openPage('asks_in_place')
    await page.getByLabel('E-mail', { exact: true }).fill('in-place@example.com')
    await page.getByRole('button', { name: 'Pay $79.00' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    expect(calls.filter((call) => call === 'action')).toEqual(['action'])
  })

  it('a bank that asks on the page itself: no, and the form is there again with the reason', async () => {
    const { page, checkout } = await openPage('asks_in_place', false)
    await page.getByLabel('E-mail', { exact: true }).fill('not-me@example.com')
    await page.getByRole('button', { name: 'Pay $79.00' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('not-me@example.com')
    await page.getByText('Card form').waitFor()
    const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items).toEqual([])
  })

  it('the form that cannot be loaded says so', async () => {
    const checkout = await shop.checkout({ product_id: productId })
    const { page } = await visit(shop.url)
    await page.route(STRIPE_JS, (route) => route.abort())
    await page.goto(checkout.url)
    await page.getByText('The card form could not be loaded.').waitFor()
  })
})
