import { fullAddress } from '../../../kernel/address.ts'
import { fieldIssue, InvalidInput, invalidField } from '../../../kernel/invalid-input.ts'
import { revise } from '../../../kernel/revision.ts'
import { type Discount, type NotApplicable, whyNotApplicable } from '../../discounts/index.ts'
import type { Price } from '../../products/index.ts'
import type { Checkout, FullCheckout } from '../model.ts'
import type { CheckoutUpdate, CheckoutUpdatePublic } from '../schema.ts'
import { isFree, priceUp, requireAmountFits } from './pricing.ts'

/** The fields that buyer and seller can both change. */
type SharedPatch = Omit<CheckoutUpdatePublic, 'discount_code'>

/** A discount that somebody sets (or, with null, removes), after it was looked up. */
export interface DiscountChoice {
  readonly discount: Discount | null
  readonly isFixed: boolean
  readonly field: 'discount_id' | 'discount_code'
  readonly input: unknown
}

/**
 * A checkout with the changes of an update, priced anew. Buyer, seller and confirm all come through here, so they
 * cannot disagree on what a change means.
 */
export function edit(
  full: FullCheckout,
  patch: SharedPatch,
  choice: DiscountChoice | undefined,
  now: Date,
  sellerChanges: Partial<Checkout> = {},
): FullCheckout {
  const price = choosePrice(full, patch.product_price_id)
  if (patch.amount !== undefined && patch.amount !== null) requireAmountFits(price, patch.amount)
  const discount = chooseDiscount(full, price, choice, now)
  const amounts = priceUp(price, chosenAmount(full, price, patch.amount), discount, full.organization.defaultCurrency)
  const changes: Partial<Checkout> = {
    ...amounts,
    ...customerChanges(full.checkout, patch),
    ...sellerChanges,
    productPriceId: price.id,
    discountId: discount?.id ?? null,
    discountIsFixed: discount === null ? false : (choice?.isFixed ?? full.checkout.discountIsFixed),
  }
  return { ...full, checkout: revise(full.checkout, changes, now), price, discount }
}

function choosePrice(full: FullCheckout, id: string | null | undefined): Price {
  if (id === undefined || id === null || id.toLowerCase() === full.price.id) return full.price
  const price = full.product.prices.find((candidate) => candidate.id === id.toLowerCase())
  if (!price) throw invalidField('product_price_id', 'The product has no such price', id)
  return price
}

function chosenAmount(full: FullCheckout, price: Price, given: number | null | undefined): number | null {
  if (given !== undefined) return given
  return price.id === full.price.id ? full.checkout.amount : null
}

/** One that is set now has to apply; one that was set before is dropped when it no longer does. */
function chooseDiscount(
  full: FullCheckout,
  price: Price,
  choice: DiscountChoice | undefined,
  now: Date,
): Discount | null {
  if (choice === undefined) {
    const keeps = full.discount !== null && (price.id === full.price.id || applies(full, price, full.discount, now))
    return keeps ? full.discount : null
  }
  if (choice.discount === null) return null
  requireApplicable(choice.discount, full, price, now, choice.field, choice.input)
  return choice.discount
}

function applies(full: FullCheckout, price: Price, discount: Discount, now: Date): boolean {
  return reasonAgainst(full, price, discount, now) === null
}

function reasonAgainst(full: FullCheckout, price: Price, discount: Discount, now: Date) {
  const currency = price.priceCurrency ?? full.organization.defaultCurrency
  return whyNotApplicable(discount, { productId: full.product.id, currency, priceIsFree: isFree(price) }, now)
}

const REASONS: Readonly<Record<NotApplicable, string>> = {
  not_started: 'This discount has not started yet',
  ended: 'This discount has ended',
  used_up: 'This discount is used up',
  other_product: 'This discount is not for this product',
  other_currency: 'This discount is in another currency',
  deleted: 'There is no such discount',
  free_price: 'A free price cannot be discounted',
}

/** 422 at the field through which the discount came. */
export function requireApplicable(
  discount: Discount,
  full: FullCheckout,
  price: Price,
  now: Date,
  field: DiscountChoice['field'],
  input: unknown,
): void {
  const reason = reasonAgainst(full, price, discount, now)
  if (reason === null) return
  const issue = fieldIssue(field, REASONS[reason], input)
  throw new InvalidInput([{ ...issue, type: `discount_${reason}` }])
}

function customerChanges(checkout: Checkout, patch: SharedPatch): Partial<Checkout> {
  const emailIsGiven = patch.customer_email !== undefined && checkout.customerId === null
  return {
    ...(patch.customer_name !== undefined && { customerName: patch.customer_name }),
    ...(emailIsGiven && { customerEmail: patch.customer_email ?? null }),
    ...(patch.customer_billing_address !== undefined && {
      customerBillingAddress: patch.customer_billing_address && fullAddress(patch.customer_billing_address),
    }),
    ...(patch.customer_tax_id !== undefined && { customerTaxId: patch.customer_tax_id }),
  }
}

/** What a seller's PATCH changes beyond what the buyer can change too. */
export function sellerChangesOf(checkout: Checkout, patch: CheckoutUpdate): Partial<Checkout> {
  return {
    allowDiscountCodes: patch.allow_discount_codes ?? checkout.allowDiscountCodes,
    ...(patch.customer_ip_address !== undefined && { customerIpAddress: patch.customer_ip_address }),
    ...(patch.customer_metadata !== undefined && { customerMetadata: patch.customer_metadata ?? {} }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
    ...(patch.success_url !== undefined && { successUrl: patch.success_url }),
    ...(patch.embed_origin !== undefined && { embedOrigin: patch.embed_origin }),
  }
}
