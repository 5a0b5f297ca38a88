import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, visit } from './support/browser.ts'
import { Buyer } from './support/buyer.ts'
import { catalogOf } from './support/catalog.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

/** Once for each customer, without a code: it cannot be typed again. */
async function offer() {
  const { id: product_id } = await catalogOf(shop).plain()
  const { id: discount_id } = await shop.make('/v1/discounts/', {
    organization_id: shop.organizationId,
    name: 'Welcome',
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
    max_redemptions_per_customer: 1,
  })
  return { product_id, discount_id }
}

async function opened(url: string) {
  const { page } = await visit(shop.url)
  const buyer = new Buyer(page)
  await buyer.open(url)
  return { page, buyer }
}

const paidBy = async (email: string): Promise<number[]> => {
  const [customer] = (await shop.owner.must(shop.owner.get(`/v1/customers/?email=${email}`))).items
  const { items } = await shop.owner.must(shop.owner.get(`/v1/orders/?customer_id=${customer.id}&sorting=created_at`))
  return items.map(({ amount }: { amount: number }) => amount)
}

describe('a checkout link with a discount', () => {
  it.each([true, false])(
    'is no dead end for whoever has used the discount; codes allowed: %s',
    async (allow_discount_codes) => {
      const link = await shop.make('/v1/checkout-links/', { ...(await offer()), allow_discount_codes })
      const email = `regular-${allow_discount_codes}@example.com`
      const first = await opened(link.url)
      await first.page.getByText('Pay $39.20').waitFor()
      await first.buyer.buy(email)
      await first.buyer.thanks()

      const { page, buyer } = await opened(link.url)
      await page.getByText('Pay $39.20').waitFor()
      await buyer.buy(email)
      await page.getByText('You have already used this discount. Remove it to go on at the full price.').waitFor()
      expect(await buyer.field('E-mail').inputValue()).toBe(email)
      await page.getByRole('alert').getByRole('button', { name: 'Remove the discount Welcome' }).click()
      await page.getByText('Pay $49.00').waitFor()
      expect(await page.getByText('You have already used this discount').count()).toBe(0)
      await buyer.pay()
      await buyer.thanks()
      expect(await paidBy(email)).toEqual([3920, 4900])
    },
  )
})

describe('a checkout that the seller made with a discount', () => {
  it('says whom to write to when the discount was used before, and nothing is paid', async () => {
    await shop.owner.must(
      shop.owner.patch(`/v1/organizations/${shop.organizationId}`, { email: 'help@northwind.example' }),
    )
    const fields = await offer()
    const email = 'fixed@example.com'
    const first = await opened((await shop.checkout(fields)).url)
    await first.buyer.buy(email)
    await first.buyer.thanks()

    const { page, buyer } = await opened((await shop.checkout(fields)).url)
    await buyer.buy(email)
    await page
      .getByText('You have already used this discount. Only the seller can change it: write to help@northwind.example.')
      .waitFor()
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    expect(await paidBy(email)).toEqual([3920])
  })
})
