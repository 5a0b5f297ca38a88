import { addMilliseconds } from '../../kernel/time.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Shop } from './open-shop.ts'
import { type PlannedSale, planSales } from './sales-plan.ts'
import type { Seller } from './seller.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How far back the shop's history goes. */
export const DAYS = 60

/** One sale after the other, from two months ago until today. */
export async function makeSales(
  seller: Seller,
  shop: Shop,
  clock: DemoClock,
): Promise<{ sales: number; declines: number }> {
  const plan = planSales()
  const opening = addMilliseconds(new Date(), -DAYS * DAY)
  let declines = 0
  for (const [index, sale] of plan.entries()) {
    // The pace picks up a little: shops that are found sell more.
    const share = Math.sqrt((index + 0.5) / plan.length)
    const moment = addMilliseconds(opening, Math.round(share * DAYS * DAY) - 10 * MINUTE)
    declines += await sell(seller, shop, sale, clock, moment)
  }
  return { sales: plan.length, declines }
}

async function sell(seller: Seller, shop: Shop, sale: PlannedSale, clock: DemoClock, moment: Date): Promise<number> {
  clock.standAt(moment)
  const { client_secret } = await seller.post<{ client_secret: string }>('/v1/checkouts/custom/', {
    product_id: shop.products[sale.product],
    ...(sale.campaign && { metadata: { campaign: sale.campaign } }),
  })
  const buyer = {
    customer_email: sale.buyer.email,
    customer_name: sale.buyer.name,
    customer_billing_address: { country: sale.buyer.country },
    ...(sale.code && { discount_code: sale.code }),
  }
  const confirm = (card: string) =>
    seller.confirm(client_secret, { ...buyer, confirmation_token_id: `ctoken_test_${card}` })
  if (sale.declinedFirst) {
    clock.standAt(addMilliseconds(moment, 2 * MINUTE))
    await confirm(sale.declinedFirst)
  }
  clock.standAt(addMilliseconds(moment, 4 * MINUTE))
  if (!(await confirm('success'))) throw new Error('the card that always succeeds was declined')
  return sale.declinedFirst ? 1 : 0
}
