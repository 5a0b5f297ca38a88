import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import { type Discount, type DiscountInUse, type NotApplicable, whyNotApplicable } from '../../discounts/index.ts'
import type { FullCheckout } from '../model.ts'
import { isFree } from './pricing.ts'
import type { Selection } from './selection.ts'

/** A discount that somebody sets (or, with null, removes), after it was looked up. */
export interface DiscountChoice {
  readonly chosen: DiscountInUse | null
  readonly isFixed: boolean
  readonly field: 'discount_id' | 'discount_code'
  readonly input: unknown
}

/**
 * One that is set now has to apply. One that was set before is dropped when another price is selected that it does not
 * apply to; what the customer has used up is left to confirm, which knows the customer for certain.
 */
export function chooseDiscount(
  full: FullCheckout,
  selection: Selection,
  choice: DiscountChoice | undefined,
  now: Date,
): Discount | null {
  if (choice === undefined) {
    const { discount } = full
    if (discount === null || selection.price.id === full.price.id) return discount
    const reason = reasonAgainst({ discount, redeemedByCustomer: 0 }, full.organization, selection, now)
    return reason === null ? discount : null
  }
  if (choice.chosen === null) return null
  requireApplicable(choice.chosen, full.organization, selection, now, choice)
  return choice.chosen.discount
}

/** Where a discount that a checkout has already is complained about. */
export function placeOf({ checkout, discount }: FullCheckout): Pick<DiscountChoice, 'field' | 'input'> {
  return checkout.discountIsFixed
    ? { field: 'discount_id', input: discount?.id ?? null }
    : { field: 'discount_code', input: discount?.code ?? null }
}

/** 422 at the field through which the discount came. */
export function requireApplicable(
  wanted: DiscountInUse,
  organization: FullCheckout['organization'],
  selection: Selection,
  now: Date,
  place: Pick<DiscountChoice, 'field' | 'input'>,
): void {
  const reason = reasonAgainst(wanted, organization, selection, now)
  if (reason !== null) throw notApplicable(reason, place)
}

export function notApplicable(
  reason: NotApplicable,
  { field, input }: Pick<DiscountChoice, 'field' | 'input'>,
): InvalidInput {
  return new InvalidInput([{ ...fieldIssue(field, REASONS[reason], input), type: `discount_${reason}` }])
}

/** Null: it applies. */
export function reasonAgainst(
  { discount, redeemedByCustomer }: DiscountInUse,
  organization: FullCheckout['organization'],
  { product, price }: Selection,
  now: Date,
): NotApplicable | null {
  const currency = price.priceCurrency ?? organization.defaultCurrency
  const use = { productId: product.id, currency, priceIsFree: isFree(price), redeemedByCustomer }
  return whyNotApplicable(discount, use, now)
}

const REASONS: Readonly<Record<NotApplicable, string>> = {
  not_started: 'This discount has not started yet',
  ended: 'This discount has ended',
  used_up: 'This discount is used up',
  used_up_by_customer: 'You have used this discount as often as you can',
  other_product: 'This discount is not for this product',
  other_currency: 'This discount is in another currency',
  deleted: 'There is no such discount',
  free_price: 'A free price cannot be discounted',
}
