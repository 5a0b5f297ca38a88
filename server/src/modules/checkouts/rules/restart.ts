import { Refusal } from '../../../kernel/refusal.ts'
import { addDays } from '../../../kernel/time.ts'
import { answersFromTexts } from '../../custom-fields/index.ts'
import { type FullProduct, priceNow } from '../../products/index.ts'
import { NoLongerSold } from '../errors.ts'
import type { Checkout, FullCheckout } from '../model.ts'
import type { Offer } from '../offer.ts'
import type { CheckoutCreate } from '../schema.ts'
import { whyAmountUnfit } from './pricing.ts'
import { hasExpired } from './status.ts'

/** Nobody can pay it any more. */
export function isOver(full: FullCheckout, now: Date): boolean {
  return full.checkout.status === 'failed' || hasExpired(full, now)
}

const DAYS_REMEMBERED = 7

/** Links are forwarded and lie around: later, whoever comes with one is not taken for the buyer. */
export function isRemembered({ expiresAt }: Pick<Checkout, 'expiresAt'>, now: Date): boolean {
  return now <= addDays(expiresAt, DAYS_REMEMBERED)
}

/** Whether it shows who the buyer is, or what they have said. */
export function isBegun({ status, customerEmail, customerName, customerBillingAddress, ...rest }: Checkout): boolean {
  const said = [customerEmail, customerName, customerBillingAddress, rest.customerTaxId]
  return status !== 'open' || said.some((each) => each !== null) || Object.keys(rest.customFieldData).length > 0
}

/** What the checkout offered, as far as it is still sold: the same product and price if possible, else the first. */
export function offerAgain(full: FullCheckout): Offer {
  const products = full.products.filter(isSold)
  const product = products.find(({ id }) => id === full.product.id) ?? products[0]
  const price = product && priceNow(product, full.price)
  if (!product || !price) throw new Refusal(NoLongerSold)
  return { organization: full.organization, product, products, price }
}

const isSold = ({ isArchived, prices }: FullProduct): boolean => !isArchived && prices.length > 0

/** What was said, as it was: by the seller, and for the same buyer by and of them. What no longer fits is left out. */
export function inputAgain(
  { checkout }: FullCheckout,
  { product, price }: Offer,
  isSameBuyer: boolean,
): CheckoutCreate {
  const { amount, amountIsChosen } = checkout
  return {
    success_url: checkout.successUrl,
    embed_origin: checkout.embedOrigin,
    allow_discount_codes: checkout.allowDiscountCodes,
    amount: amountIsChosen && whyAmountUnfit(price, amount) === null ? amount : null,
    metadata: checkout.metadata,
    subscription_id: checkout.subscriptionId,
    ...(isSameBuyer && buyerAgain(checkout, product)),
  }
}

function buyerAgain(checkout: Checkout, product: FullProduct) {
  const answers = Object.entries(checkout.customFieldData).map(([slug, value]) => [slug, String(value)])
  return {
    customer_metadata: checkout.customerMetadata,
    customer_name: checkout.customerName,
    customer_email: checkout.customerEmail,
    customer_billing_address: checkout.customerBillingAddress,
    customer_tax_id: checkout.customerTaxId,
    custom_field_data: answersFromTexts(product.attachedFields, Object.fromEntries(answers)),
  }
}
