import { fullAddress } from '../../../kernel/address.ts'
import { newId } from '../../../kernel/ids.ts'
import { newSecret } from '../../../kernel/secrets.ts'
import { addMilliseconds } from '../../../kernel/time.ts'
import { checkCustomFieldData, withAnswers } from '../../custom-fields/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { Discount } from '../../discounts/index.ts'
import type { Checkout } from '../model.ts'
import type { Offer } from '../offer.ts'
import type { CheckoutCreate } from '../schema.ts'
import { taxIdAfter } from './customer.ts'
import { priceUp, requireAmountFits } from './pricing.ts'

export interface NewCheckout {
  readonly input: CheckoutCreate
  readonly offer: Offer
  readonly customer: Customer | null
  readonly discount: Discount | null
  /** Set by the seller for this checkout: neither offered by a link nor brought by a buyer. */
  readonly discountIsFixed: boolean
  readonly hours: number
  /** What a page needs to talk to the payment processor itself. */
  readonly pageKeys: Readonly<Record<string, string>>
}

/** An open checkout for what was asked, after everything that it refers to was found. */
export function newCheckout(asked: NewCheckout, now: Date): Checkout {
  const { input, offer, customer, discount, discountIsFixed, hours, pageKeys } = asked
  const { organization, product, products, price } = offer
  const amount = input.amount ?? null
  if (amount !== null) requireAmountFits(price, amount)
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: organization.id,
    status: 'open',
    clientSecret: newSecret('checkout'),
    expiresAt: addMilliseconds(now, hours * 3_600_000),
    successUrl: input.success_url ?? null,
    embedOrigin: input.embed_origin ?? null,
    productId: product.id,
    productPriceId: price.id,
    productIds: products.map((offered) => offered.id),
    discountId: discount?.id ?? null,
    discountIsFixed,
    allowDiscountCodes: input.allow_discount_codes ?? true,
    ...priceUp(price, amount, discount, organization.defaultCurrency),
    amountIsChosen: amount !== null && price.amountType === 'custom',
    ...customerFields(input, customer),
    customerMetadata: input.customer_metadata ?? {},
    metadata: input.metadata ?? {},
    customFieldData: withAnswers({}, checkCustomFieldData(product.attachedFields, input.custom_field_data)),
    subscriptionId: input.subscription_id?.toLowerCase() ?? null,
    paymentsMode: organization.paymentsMode,
    paymentProcessorMetadata: pageKeys,
  }
}

/** What is known of the customer fills in what was not said. */
function customerFields(input: CheckoutCreate, customer: Customer | null) {
  const address = input.customer_billing_address
    ? fullAddress(input.customer_billing_address)
    : (customer?.billingAddress ?? null)
  const known = {
    customerTaxId: customer?.taxId?.[0] ?? null,
    customerBillingAddress: customer?.billingAddress ?? null,
  }
  return {
    customerId: customer?.id ?? null,
    customerName: input.customer_name ?? customer?.name ?? null,
    customerEmail: customer?.email ?? input.customer_email ?? null,
    customerIpAddress: input.customer_ip_address ?? null,
    customerBillingAddress: address,
    // In a create, null is the same as left out.
    customerTaxId: taxIdAfter(known, input.customer_tax_id ?? undefined, address?.country ?? null),
  }
}
