import { revise } from '../../../kernel/revision.ts'
import { type CustomFieldData, checkCustomFieldData, withAnswers } from '../../custom-fields/index.ts'
import type { FullProduct, Price } from '../../products/index.ts'
import type { Checkout, FullCheckout } from '../model.ts'
import type { CheckoutUpdate, CheckoutUpdatePublic } from '../schema.ts'
import { customerChanges } from './customer.ts'
import { chooseDiscount, type DiscountChoice } from './discount.ts'
import { priceUp, requireAmountFits } from './pricing.ts'
import { select } from './selection.ts'

/** The fields that buyer and seller can both change. */
type SharedPatch = Omit<CheckoutUpdatePublic, 'discount_code'>

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
  const selection = select(full, patch)
  const { product, price } = selection
  const discount = chooseDiscount(full, selection, choice, now)
  const { chosen, ...amountChanges } = chooseAmount(full, price, patch.amount)
  const changes: Partial<Checkout> = {
    ...priceUp(price, chosen, discount, full.organization.defaultCurrency),
    ...amountChanges,
    ...customerChanges(full.checkout, patch),
    ...sellerChanges,
    productId: product.id,
    productPriceId: price.id,
    discountId: discount?.id ?? null,
    discountIsFixed: discount === null ? false : (choice?.isFixed ?? full.checkout.discountIsFixed),
    customFieldData: answersAfter(full, product, patch.custom_field_data),
  }
  return { ...full, checkout: revise(full.checkout, changes, now), product, price, discount }
}

/** Null as the chosen amount stands for what the price starts with. */
function chooseAmount(full: FullCheckout, price: Price, given: number | null | undefined) {
  if (given !== undefined) {
    if (given !== null) requireAmountFits(price, given)
    return { chosen: given, amountIsChosen: given !== null && price.amountType === 'custom' }
  }
  const isKept = price.id === full.price.id
  return {
    chosen: isKept ? full.checkout.amount : null,
    amountIsChosen: isKept && full.checkout.amountIsChosen,
  }
}

/** New answers go over the old ones. Another product takes only the answers to what it asks too. */
function answersAfter(
  { checkout, product: before }: FullCheckout,
  product: FullProduct,
  sent: Readonly<Record<string, unknown>> | null | undefined,
): CustomFieldData {
  const held = product.id === before.id ? checkout.customFieldData : answersFor(product, checkout.customFieldData)
  if (sent === undefined) return held
  return sent === null ? {} : withAnswers(held, checkCustomFieldData(product.attachedFields, sent))
}

function answersFor({ attachedFields }: FullProduct, held: CustomFieldData): CustomFieldData {
  const slugs = new Set(attachedFields.map(({ field }) => field.slug))
  return Object.fromEntries(Object.entries(held).filter(([slug]) => slugs.has(slug)))
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
