import type { Links } from '../../kernel/links.ts'
import { attachedFieldView } from '../custom-fields/index.ts'
import { checkoutDiscountView } from '../discounts/index.ts'
import { organizationPublicView } from '../organizations/index.ts'
import { checkoutProductView, priceView } from '../products/index.ts'
import type { Checkout, CheckoutStatus, FullCheckout } from './model.ts'
import { isFree, needsPaymentSetup } from './rules/pricing.ts'
import { statusAt } from './rules/status.ts'
import type { CheckoutBase, CheckoutPublic, Checkout as CheckoutWire } from './schema.ts'

/** For the seller, by id. */
export function checkoutView(full: FullCheckout, links: Links, now: Date): CheckoutWire {
  const { metadata, subscriptionId, customerMetadata } = full.checkout
  return {
    ...baseView(full, links, statusAt(full.checkout, now)),
    metadata,
    subscription_id: subscriptionId,
    customer_metadata: customerMetadata,
  }
}

/** For the buyer, by client secret. */
export function checkoutPublicView(full: FullCheckout, links: Links, status: CheckoutStatus): CheckoutPublic {
  return { ...baseView(full, links, status), organization: organizationPublicView(full.organization) }
}

function baseView(full: FullCheckout, links: Links, status: CheckoutStatus): CheckoutBase {
  const { checkout, price } = full
  const product = checkoutProductView(full.product, links)
  return {
    id: checkout.id,
    created_at: checkout.createdAt.toISOString(),
    modified_at: checkout.modifiedAt?.toISOString() ?? null,
    custom_field_data: checkout.customFieldData,
    payment_processor: 'stripe',
    status,
    client_secret: checkout.clientSecret,
    url: links.checkout(checkout.clientSecret),
    expires_at: checkout.expiresAt.toISOString(),
    success_url: successUrl(checkout, links),
    embed_origin: checkout.embedOrigin,
    ...amountsView(full),
    product_id: checkout.productId,
    product_price_id: checkout.productPriceId,
    discount_id: checkout.discountId,
    allow_discount_codes: checkout.allowDiscountCodes,
    is_discount_fixed: checkout.discountIsFixed,
    customer_id: checkout.customerId,
    customer_name: checkout.customerName,
    customer_email: checkout.customerEmail,
    customer_ip_address: checkout.customerIpAddress,
    customer_billing_address: checkout.customerBillingAddress,
    customer_tax_id: checkout.customerTaxId,
    payment_processor_metadata: { mode: checkout.paymentsMode, ...checkout.paymentProcessorMetadata },
    product,
    products:
      full.products.length === 1 ? [product] : full.products.map((offered) => checkoutProductView(offered, links)),
    product_price: priceView(price),
    discount: full.discount && checkoutDiscountView(full.discount),
    attached_custom_fields: full.product.attachedFields.map(attachedFieldView),
  }
}

function amountsView({ checkout, price }: FullCheckout) {
  const isPaymentRequired = checkout.totalAmount > 0
  const isSetupRequired = needsPaymentSetup(price)
  return {
    amount: checkout.amount,
    tax_amount: checkout.taxAmount,
    subtotal_amount: checkout.subtotalAmount,
    total_amount: checkout.totalAmount,
    currency: checkout.currency,
    is_discount_applicable: !isFree(price),
    is_free_product_price: isFree(price),
    is_payment_required: isPaymentRequired,
    is_payment_setup_required: isSetupRequired,
    is_payment_form_required: isPaymentRequired || isSetupRequired,
  }
}

/**
 * The seller learns which checkout it was by putting `{CHECKOUT_ID}` into the address. Whoever builds addresses with a
 * library gets the braces encoded, which means the same.
 */
function successUrl(checkout: Checkout, links: Links): string {
  const template = checkout.successUrl ?? links.confirmation(checkout.clientSecret)
  return template.replaceAll(/(?:\{|%7[Bb])CHECKOUT_ID(?:\}|%7[Dd])/g, checkout.id)
}
