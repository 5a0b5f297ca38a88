import type { Actor } from '../../../kernel/actor.ts'
import { fullAddress } from '../../../kernel/address.ts'
import { newId } from '../../../kernel/ids.ts'
import { InvalidInput, invalidField, missingField } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import { newSecret } from '../../../kernel/secrets.ts'
import { addMilliseconds } from '../../../kernel/time.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../../customers/index.ts'
import { findDiscountById } from '../../discounts/index.ts'
import type { Checkout, FullCheckout } from '../model.ts'
import { findOffer, type Offer } from '../offer.ts'
import { requireApplicable } from '../rules/edit.ts'
import { priceUp, requireAmountFits } from '../rules/pricing.ts'
import type { CheckoutCreate } from '../schema.ts'
import { findVisibleCustomer } from '../seller-references.ts'
import { insertCheckout } from '../store.ts'
import { checkoutView } from '../view.ts'

export interface CheckoutNeeds {
  readonly links: Links
  readonly checkoutHours: number
}

export async function createCheckout(
  tx: Tx,
  actor: Actor,
  input: CheckoutCreate,
  needs: CheckoutNeeds,
): Promise<FullCheckout> {
  refuseUpgrade(input)
  const offer = await findOffer(tx, actor, wantedOf(input))
  const now = tx.clock.now(offer.organization.id)
  const customer = await findVisibleCustomer(tx, offer.organization.id, input.customer_id)
  const full = await putTogether(tx, offer, customer, input, now, needs)
  await insertCheckout(tx, full.checkout)
  const { id, organizationId, version } = full.checkout
  announceCreation(
    tx,
    'checkout.created',
    { type: 'checkout', id, organizationId, version },
    checkoutView(full, needs.links, now),
  )
  return full
}

function wantedOf(input: CheckoutCreate) {
  if (input.product_price_id) return { field: 'product_price_id', priceId: input.product_price_id } as const
  if (input.product_id) return { field: 'product_id', productIds: [input.product_id] } as const
  if (input.products) return { field: 'products', productIds: input.products } as const
  throw new InvalidInput([missingField('product_id')])
}

function refuseUpgrade(input: CheckoutCreate): void {
  if (!input.subscription_id) return
  throw invalidField('subscription_id', 'A checkout cannot change a subscription yet', input.subscription_id)
}

async function putTogether(
  tx: Tx,
  offer: Offer,
  customer: Customer | null,
  input: CheckoutCreate,
  now: Date,
  needs: CheckoutNeeds,
): Promise<FullCheckout> {
  const { organization, product, products, price } = offer
  const amount = input.amount ?? null
  if (amount !== null) requireAmountFits(price, amount)
  const discount = input.discount_id ? await findDiscountById(tx, organization.id, input.discount_id) : undefined
  if (input.discount_id && !discount) throw invalidField('discount_id', 'There is no such discount', input.discount_id)
  const checkout: Checkout = {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: organization.id,
    status: 'open',
    clientSecret: newSecret('checkout'),
    expiresAt: addMilliseconds(now, needs.checkoutHours * 3_600_000),
    successUrl: input.success_url ?? null,
    embedOrigin: input.embed_origin ?? null,
    productId: product.id,
    productPriceId: price.id,
    productIds: products.map((offered) => offered.id),
    discountId: discount?.id ?? null,
    discountIsFixed: discount !== undefined,
    allowDiscountCodes: input.allow_discount_codes ?? true,
    ...priceUp(price, amount, discount ?? null, organization.defaultCurrency),
    ...customerFields(input, customer),
    customerMetadata: input.customer_metadata ?? {},
    metadata: input.metadata ?? {},
    customFieldData: {},
    subscriptionId: null,
    paymentsMode: organization.paymentsMode,
    paymentProcessorMetadata: {},
  }
  const full = { checkout, organization, product, products, price, discount: discount ?? null }
  if (discount) requireApplicable(discount, full, price, now, 'discount_id', input.discount_id)
  return full
}

/** What is known of the customer fills in what was not said. */
function customerFields(input: CheckoutCreate, customer: Customer | null) {
  return {
    customerId: customer?.id ?? null,
    customerName: input.customer_name ?? customer?.name ?? null,
    customerEmail: customer?.email ?? input.customer_email ?? null,
    customerIpAddress: input.customer_ip_address ?? null,
    customerBillingAddress: input.customer_billing_address
      ? fullAddress(input.customer_billing_address)
      : (customer?.billingAddress ?? null),
    customerTaxId: input.customer_tax_id ?? customer?.taxId?.[0] ?? null,
  }
}
