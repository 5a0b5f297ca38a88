import { basisPoints, type Minor, minor, ZERO } from '../../../kernel/money.ts'
import type { Discount } from '../model.ts'

/** What the discount takes off an amount: never more than there is, and nothing in another currency. */
export function discountAmount(
  discount: Pick<Discount, 'amount' | 'currency' | 'basisPoints'>,
  amount: Minor,
  currency: string,
): Minor {
  if (discount.basisPoints !== null) return basisPoints(amount, discount.basisPoints)
  if (discount.amount === null || discount.currency !== currency) return ZERO
  return minor(Math.min(discount.amount, amount))
}

export interface DiscountUse {
  readonly productId: string
  readonly currency: string
  readonly priceIsFree: boolean
  /** How often the customer has used it before, as far as the customer is known. */
  readonly redeemedByCustomer: number
}

export type NotApplicable =
  | 'deleted'
  | 'not_started'
  | 'ended'
  | 'used_up'
  | 'used_up_by_customer'
  | 'other_product'
  | 'free_price'
  | 'other_currency'

/** The first reason that applies: what concerns the discount itself goes before what concerns this use of it. */
export function whyNotApplicable(discount: Discount, use: DiscountUse, now: Date): NotApplicable | null {
  if (discount.deletedAt !== null) return 'deleted'
  if (discount.startsAt !== null && now < discount.startsAt) return 'not_started'
  if (discount.endsAt !== null && now >= discount.endsAt) return 'ended'
  if (discount.maxRedemptions !== null && discount.redemptionsCount >= discount.maxRedemptions) return 'used_up'
  if (isUsedUpBy(discount, use.redeemedByCustomer)) return 'used_up_by_customer'
  if (discount.productIds.length > 0 && !discount.productIds.includes(use.productId)) return 'other_product'
  if (use.priceIsFree) return 'free_price'
  if (discount.type === 'fixed' && discount.currency !== use.currency) return 'other_currency'
  return null
}

function isUsedUpBy({ maxRedemptionsPerCustomer }: Discount, redeemed: number): boolean {
  return maxRedemptionsPerCustomer !== null && redeemed >= maxRedemptionsPerCustomer
}
