import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { closeBrowser, DESKTOP, PHONE, visit } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { type ScreenToSee, screensOf } from './support/screens.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
let screens: readonly ScreenToSee[]
beforeAll(async () => {
  shop = await openShop()
  screens = await screensOf(shop)
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

/** With the spaces that are no line's end as plain ones. */
const textOf = async (page: Page) =>
  (await page.evaluate(() => document.body.textContent ?? '')).replace(/[\u00a0\u202f]/g, ' ')

/** Sizes, languages and themes; each screen in each. */
const WAYS = [
  { name: 'a phone, English, light', viewport: PHONE, locale: 'en-US', colorScheme: 'light', language: 'en' },
  { name: 'a desktop, German, dark', viewport: DESKTOP, locale: 'de-DE', colorScheme: 'dark', language: 'de' },
] as const

describe.each(WAYS)('on $name', ({ viewport, locale, colorScheme, language }) => {
  it.each([
    'form',
    'subscription',
    'loading',
    'mistakes',
    'declined',
    'confirming',
    'challenge',
    'verifying',
    'paid',
    'expired',
    'failed',
    'missing',
    'unreachable',
  ])('%s: accessible, in the right language, and nothing wider than the screen', async (name) => {
    const screen = screens.find((one) => one.name === name)
    const { page, strangers } = await visit(shop.url, { viewport, locale, colorScheme })
    await screen?.show(page, '')
    expect(await textOf(page)).toContain(screen?.words[language])
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    expect(strangers).toEqual([])
  })
})

describe('the look', () => {
  it('asked for in the address wins over the device', async () => {
    const { page } = await visit(shop.url, { colorScheme: 'light' })
    await screens[0]?.show(page, '?theme=dark&locale=de')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 19, 18)')
    expect(await textOf(page)).toContain('Kaufen · 79,00 $')
  })

  it('wears the seller’s color, readable whatever it is', async () => {
    await shop.owner.must(
      shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { profile_settings: { accent_color: '#ffee00' } }),
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(shop.url, { colorScheme })
      await screens[0]?.show(page, '')
      // The button has taken its color on.
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
      await expectAccessible(page)
    }
  })

  it('can be used with the keyboard alone, in the order of the page', async () => {
    const { page } = await visit(shop.url)
    await screens[0]?.show(page, '')
    const names: string[] = []
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      names.push(
        await page.evaluate(() => {
          const element = document.activeElement
          return element?.getAttribute('name') ?? element?.id ?? element?.textContent ?? ''
        }),
      )
      if (names.at(-1) === 'email') await page.keyboard.type('keys@example.com')
      if (names.at(-1) === 'number') await page.keyboard.type('4242424242424242')
      if (names.at(-1) === 'expiry') await page.keyboard.type('1234')
      if (names.at(-1) === 'cvc') {
        await page.keyboard.type('123')
        break
      }
    }
    expect(names.filter((name) => ['email', 'name', 'business', 'number', 'expiry', 'cvc'].includes(name))).toEqual([
      'email',
      'name',
      'business',
      'number',
      'expiry',
      'cvc',
    ])
    await page.keyboard.press('Enter')
    await new Buyer(page).thanks()
  })

  it('tells browsers what each field is for, so that they fill it in', async () => {
    const { page } = await visit(shop.url)
    await screens[0]?.show(page, '')
    await page.getByLabel('I’m buying for a company').check()
    const hints = await page.evaluate(() =>
      [...document.querySelectorAll('input[name], select[name]')].map((one) => [
        one.getAttribute('name'),
        one.getAttribute('autocomplete'),
      ]),
    )
    expect(Object.fromEntries(hints)).toMatchObject({
      email: 'email',
      name: 'organization',
      country: 'billing country',
      line1: 'billing address-line1',
      postal_code: 'billing postal-code',
      city: 'billing address-level2',
      state: 'billing address-level1',
      number: 'cc-number',
      expiry: 'cc-exp',
      cvc: 'cc-csc',
    })
  })
})
