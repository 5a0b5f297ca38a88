import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, visit } from './support/browser.ts'
import { Buyer, CARDS } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

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
  const { page, context } = await visit(shop.url)
  const buyer = new Buyer(page)
  await buyer.open(checkout.url)
  return { buyer, page, context, checkout }
}

/** What the processor has taken, as it says itself. */
const charges = async (checkoutId: string) => {
  const { items } = await shop.owner.must(shop.owner.get(`/v1/payments/?checkout_id=${checkoutId}`))
  return items.filter(({ status }: { status: string }) => status === 'succeeded').length
}

const aMinuteAgo = () => new Date(Date.now() - 60_000)

const isConfirm = (url: URL) => url.pathname.endsWith('/confirm')

describe('nobody pays twice', () => {
  it('with a double click, and with more', async () => {
    const { buyer, page, checkout } = await buyerOf()
    let confirms = 0
    page.on('request', (request) => {
      if (isConfirm(new URL(request.url()))) confirms += 1
    })
    await buyer.contact('clicker@example.com')
    await buyer.card(CARDS.good)
    await buyer.payButton.dblclick()
    await buyer.payButton.click({ timeout: 500 }).catch(() => {})
    await buyer.thanks()
    expect(confirms).toBe(1)
    expect(await charges(checkout.id)).toBe(1)
  })

  it('in two tabs: the second one shows the purchase', async () => {
    const { buyer, context, checkout } = await buyerOf()
    const second = new Buyer(await context.newPage())
    await second.open(checkout.url)
    await second.contact('second@example.com')
    await second.card(CARDS.good)
    await buyer.buy('first@example.com')
    await buyer.thanks()
    await second.pay()
    await second.thanks()
    expect(await charges(checkout.id)).toBe(1)
  })

  it('in two tabs: whoever looks at the second one again sees that it is paid', async () => {
    const { buyer, context, checkout } = await buyerOf()
    const second = new Buyer(await context.newPage())
    await second.open(checkout.url)
    await buyer.buy('first@example.com')
    await buyer.thanks()
    await second.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await second.thanks()
  })

  it('with the back button, and by opening the link again', async () => {
    const { buyer, page, checkout } = await buyerOf({ success_url: `${shop.url}/healthz` })
    await buyer.buy('back@example.com')
    await buyer.thanks()
    await page.getByRole('link', { name: /Continue/ }).click()
    await page.waitForURL(/healthz/)
    await page.goBack()
    await buyer.thanks()
    await page.goto(checkout.url)
    await buyer.thanks()
    expect(await charges(checkout.id)).toBe(1)
  })

  it('when the answer is lost: the page finds it by itself', async () => {
    const { buyer, page, checkout } = await buyerOf()
    let lost = 0
    await page.route(isConfirm, async (route) => {
      if (lost === 5) return route.continue()
      lost += 1
      // The server gets it, and its answer does not arrive.
      await route.fetch()
      return route.abort()
    })
    await buyer.buy('lost@example.com')
    await page.getByRole('heading', { name: 'Checking your payment' }).waitFor({ timeout: 30_000 })
    expect(await page.locator('main').textContent()).toContain('You cannot be charged twice.')
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor({ timeout: 30_000 })
    await page.locator('code').waitFor()
    expect(lost).toBe(5)
    expect(await charges(checkout.id)).toBe(1)
  }, 60_000)
})

describe('nobody pays another total than the button says', () => {
  it('when another tab has chosen another price meanwhile', async () => {
    const plan = await catalogOf(shop).plan()
    const checkout = await shop.checkout({ product_id: plan.id })
    const { page, context } = await visit(shop.url)
    const [first, second] = [new Buyer(page), new Buyer(await context.newPage())]
    await first.open(checkout.url)
    await first.contact('two-prices@example.com')
    await first.card(CARDS.good)
    await second.open(checkout.url)
    await second.page.getByRole('radio', { name: /Yearly/ }).check()
    await second.page.getByText('Subscribe · $90.00 today').waitFor()
    expect(await first.payButton.textContent()).toBe('Subscribe · $9.00 today')
    await first.pay()
    await first.thanks()
    const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items).toMatchObject([{ amount: 900 }])
  })

  it('when the seller has taken the discount away meanwhile: it is said first', async () => {
    const { id: discount_id } = await shop.make('/v1/discounts/', {
      organization_id: shop.organizationId,
      name: 'Friends',
      type: 'percentage',
      basis_points: 5000,
      duration: 'once',
    })
    const { buyer, page, checkout } = await buyerOf({ discount_id })
    expect(await buyer.payButton.textContent()).toBe('Pay $39.50')
    await shop.owner.must(shop.owner.patch(`/v1/checkouts/custom/${checkout.id}`, { discount_id: null }))
    await buyer.buy('late-discount@example.com')
    await page.getByText('The total has changed meanwhile').waitFor()
    await page.getByText('Pay $79.00').waitFor()
    expect(await charges(checkout.id)).toBe(0)
    await buyer.pay()
    await buyer.thanks()
    expect(await charges(checkout.id)).toBe(1)
  })

  it('nor gets another product than the one chosen last, when the answer to that was lost', async () => {
    const { plain } = catalogOf(shop)
    const [windows, mac] = [await plain('Reverb for Windows'), await plain('Reverb for Mac')]
    const checkout = await shop.checkout({ products: [windows.id, mac.id], allow_discount_codes: true })
    const { page } = await visit(shop.url)
    const buyer = new Buyer(page)
    await buyer.open(checkout.url)
    await buyer.contact('chooser@example.com')
    await buyer.card(CARDS.good)
    let changes = 0
    await page.route('**/v1/checkouts/custom/client/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      changes += 1
      if (changes > 1) return route.continue()
      await new Promise((done) => setTimeout(done, 800))
      return route.fulfill({ status: 503, json: {} })
    })
    await page.getByRole('radio', { name: /Mac/ }).click()
    await page.getByRole('button', { name: 'Add a discount code' }).click()
    await page.getByLabel('Discount code').fill('NOPE')
    await page.getByLabel('Discount code').press('Enter')
    await page.getByText('There is no such code.').waitFor()
    await page.getByRole('radio', { name: /Mac/, checked: true }).waitFor()
    await page.getByLabel('Discount code').fill('')
    await buyer.pay()
    await buyer.thanks()
    expect(changes).toBeGreaterThan(1)
    const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items).toMatchObject([{ product_id: mac.id }])
  })

  it('when the answer to a change was lost', async () => {
    const plan = await catalogOf(shop).plan()
    const checkout = await shop.checkout({ product_id: plan.id })
    const { page } = await visit(shop.url)
    const buyer = new Buyer(page)
    await buyer.open(checkout.url)
    let isLost = false
    await page.route('**/v1/checkouts/custom/client/*', async (route) => {
      if (route.request().method() !== 'PATCH' || isLost) return route.continue()
      isLost = true
      await route.fetch()
      return route.abort()
    })
    // Chosen for a moment only: the page does not know whether it arrived.
    await page.getByRole('radio', { name: /Yearly/ }).click()
    await page.getByText('Subscribe · $90.00 today').waitFor()
    await buyer.buy('lost-change@example.com')
    await buyer.thanks()
    const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items).toMatchObject([{ amount: 9000 }])
  })
})

describe('without a network', () => {
  it('the page says that nothing was paid, keeps the form, and can pay when it is back', async () => {
    const { buyer, page, context, checkout } = await buyerOf()
    await buyer.contact('tunnel@example.com')
    await buyer.card(CARDS.good)
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await buyer.pay()
    const alert = page.getByRole('alert')
    await alert.filter({ hasText: 'nothing was paid' }).waitFor()
    expect(await charges(checkout.id)).toBe(0)
    await context.setOffline(false)
    await alert.waitFor({ state: 'detached' })
    expect(await buyer.field('Card number').inputValue()).toBe(CARDS.good)
    await buyer.pay()
    await buyer.thanks()
    expect(await charges(checkout.id)).toBe(1)
  })

  it('lost in the moment of paying: the page waits for it, and goes on by itself', async () => {
    const { buyer, page, context, checkout } = await buyerOf()
    await page.route(isConfirm, async (route) => {
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    })
    await buyer.buy('cut-off@example.com')
    await page.getByRole('heading', { name: 'Checking your payment' }).waitFor({ timeout: 30_000 })
    expect(await charges(checkout.id)).toBe(0)
    await page.unroute(isConfirm)
    await context.setOffline(false)
    await buyer.thanks()
    expect(await charges(checkout.id)).toBe(1)
  }, 60_000)

  it('a page that could not load the checkout does so when it can', async () => {
    const checkout = await shop.checkout({ product_id: productId })
    const { page } = await visit(shop.url)
    const away = (url: URL) => url.pathname.startsWith('/v1/')
    await page.route(away, (route) => route.abort())
    await page.goto(checkout.url)
    await page.getByRole('heading', { name: 'We cannot reach the shop' }).waitFor()
    await page.unroute(away)
    await new Buyer(page).payButton.waitFor()
  })
})

describe('a checkout that is over', () => {
  it('expired: a fresh one with one click, and what the seller knew is there', async () => {
    const checkout = await shop.checkout({ product_id: productId, customer_email: 'late@example.com' })
    await shop.sql`update checkouts set expires_at = ${aMinuteAgo()} where id = ${checkout.id}`
    const { page } = await visit(shop.url)
    await page.goto(checkout.url)
    await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor()
    await page.getByRole('button', { name: 'Start again with Tape Machine' }).click()
    const buyer = new Buyer(page)
    await buyer.payButton.waitFor()
    expect(page.url()).not.toBe(checkout.url)
    expect(await buyer.field('E-mail').inputValue()).toBe('late@example.com')
    await buyer.card(CARDS.good)
    await buyer.pay()
    await buyer.thanks()
    // Whoever opens the old link again is led to what was paid.
    await page.goto(checkout.url)
    await page.getByRole('button', { name: /Start again/ }).click()
    await buyer.thanks()
  })

  it('expired while it was filled in: what was typed is not lost', async () => {
    const { buyer, page, checkout } = await buyerOf()
    await buyer.contact('slow@example.com')
    await buyer.card(CARDS.good)
    await shop.sql`update checkouts set expires_at = ${aMinuteAgo()} where id = ${checkout.id}`
    await buyer.pay()
    await page.getByRole('button', { name: /Start again/ }).click()
    await buyer.payButton.waitFor()
    expect(await buyer.field('E-mail').inputValue()).toBe('slow@example.com')
  })

  it('expired, and no longer sold: says so', async () => {
    const { id } = await catalogOf(shop).plain()
    const checkout = await shop.checkout({ product_id: id })
    await shop.sql`update checkouts set expires_at = ${aMinuteAgo()} where id = ${checkout.id}`
    await shop.owner.must(shop.owner.patch(`/v1/products/${id}`, { is_archived: true }))
    const { page } = await visit(shop.url)
    await page.goto(checkout.url)
    await page.getByRole('button', { name: /Start again/ }).click()
    await page.getByText('This product is no longer sold this way.').waitFor()
  })

  it('a wrong address says so', async () => {
    const { page } = await visit(shop.url)
    await page.goto(`${shop.url}/checkout/till_cs_nothing`)
    await page.getByRole('heading', { name: 'No such checkout' }).waitFor()
  })
})
