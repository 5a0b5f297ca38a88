import { newId } from '../../kernel/ids.ts'
import { type FullCheckout, moveTo } from '../../modules/checkouts/index.ts'
import { type NewCustomerSession, newCustomerSession } from '../../modules/customers/index.ts'
import type { Redemption } from '../../modules/discounts/index.ts'
import { type Granted, grantsFor } from '../../modules/license-keys/index.ts'
import type { Order } from '../../modules/orders/index.ts'
import type { Payment } from '../../modules/payments/index.ts'
import { type Subscription, startSubscription } from '../../modules/subscriptions/index.ts'
import { type Buyer, buyerOf } from './buyer.ts'
import type { Decision } from './decide.ts'
import type { PurchaseFacts } from './facts.ts'
import type { SubscriptionFacts } from './subscription-facts.ts'
import { regrant, upgradeSubscription } from './upgrade.ts'

/** Everything that a purchase makes, put together before anything is written. */
export interface Purchase {
  readonly before: FullCheckout
  readonly full: FullCheckout
  readonly buyer: Buyer
  readonly order: Order
  readonly subscription: Subscription | null
  /** The subscription as it was, when this purchase upgrades it. */
  readonly upgraded: SubscriptionFacts | null
  readonly payment: Payment | null
  readonly redemption: Redemption | null
  readonly granted: Granted
  readonly session: NewCustomerSession
}

/** `now` is the organization's time; the session lives in real time, as every token does. */
export function purchaseOf(facts: PurchaseFacts, decision: Decision, now: Date, realNow: Date): Purchase {
  const buyer = buyerOf(decision.full.checkout, decision.email, facts.customer, now)
  const full = succeeded(facts.full, decision.full, buyer, now)
  const { upgraded } = facts
  const subscription = upgraded
    ? upgradeSubscription(upgraded.subscription, full, now)
    : subscriptionOf(full, buyer, now)
  const order = { ...orderOf(full, buyer, subscription, now), ...(upgraded && UPDATE) }
  return {
    before: facts.full,
    full,
    buyer,
    order,
    subscription,
    upgraded,
    payment: paymentOf(full, order, decision, now),
    redemption: redemptionOf(full, buyer, now),
    granted: upgraded
      ? { grants: [], licenseKeys: [], changes: regrant(upgraded, full, buyer.customer, now) }
      : grantsOf(full, buyer, order, subscription, now),
    session: newCustomerSession(reachOf(facts.full, buyer), realNow),
  }
}

const UPDATE = { billingReason: 'subscription_update' } as const

/** Whoever merely types an e-mail address gets to see this purchase, not what its owner has bought before. */
function reachOf({ checkout }: FullCheckout, { customer }: Buyer) {
  const onlyCheckoutId = checkout.customerId === null ? checkout.id : null
  return { organizationId: checkout.organizationId, customerId: customer.id, onlyCheckoutId }
}

/** One change from open to succeeded, together with what the buyer sent along. */
function succeeded(before: FullCheckout, full: FullCheckout, buyer: Buyer, now: Date): FullCheckout {
  const sentOff = { ...full.checkout, customerId: buyer.customer.id, version: before.checkout.version }
  return { ...full, checkout: moveTo(sentOff, 'succeeded', now) }
}

function subscriptionOf({ checkout, price }: FullCheckout, buyer: Buyer, now: Date): Subscription | null {
  if (price.type !== 'recurring') return null
  return startSubscription(
    {
      organizationId: checkout.organizationId,
      customerId: buyer.customer.id,
      price,
      discountId: checkout.discountId,
      checkoutId: checkout.id,
      amount: checkout.amount,
      currency: checkout.currency,
      metadata: checkout.metadata,
      customFieldData: checkout.customFieldData,
      paymentsMode: checkout.paymentsMode,
    },
    now,
  )
}

function orderOf({ checkout, price }: FullCheckout, buyer: Buyer, subscription: Subscription | null, now: Date): Order {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: checkout.organizationId,
    customerId: buyer.customer.id,
    productId: checkout.productId,
    productPriceId: price.id,
    priceType: price.type,
    discountId: checkout.discountId,
    subscriptionId: subscription?.id ?? null,
    checkoutId: checkout.id,
    status: 'paid',
    billingReason: subscription ? 'subscription_create' : 'purchase',
    amount: checkout.subtotalAmount,
    taxAmount: checkout.taxAmount ?? 0,
    refundedAmount: 0,
    refundedTaxAmount: 0,
    currency: checkout.currency,
    billingAddress: checkout.customerBillingAddress,
    metadata: checkout.metadata,
    customFieldData: checkout.customFieldData,
    paymentsMode: checkout.paymentsMode,
  }
}

function paymentOf(full: FullCheckout, order: Order, decision: Decision, now: Date): Payment | null {
  if (decision.verdict === null || full.checkout.totalAmount === 0) return null
  return attemptOf(full, decision.verdict, order.id, now)
}

/** One attempt to take the checkout's total. */
export function attemptOf(
  { checkout }: FullCheckout,
  verdict: NonNullable<Decision['verdict']>,
  orderId: string | null,
  now: Date,
): Payment {
  const id = newId()
  return {
    id,
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: checkout.organizationId,
    checkoutId: checkout.id,
    orderId,
    mode: checkout.paymentsMode,
    status: verdict.kind === 'paid' ? 'succeeded' : 'failed',
    amount: checkout.totalAmount,
    currency: checkout.currency,
    method: verdict.method,
    processorReference: `sandbox_${id}`,
    failureCode: verdict.kind === 'paid' ? null : verdict.code,
  }
}

function redemptionOf({ checkout, discount }: FullCheckout, buyer: Buyer, now: Date): Redemption | null {
  if (discount === null) return null
  return {
    id: newId(),
    createdAt: now,
    discountId: discount.id,
    checkoutId: checkout.id,
    customerId: buyer.customer.id,
    status: 'used',
  }
}

/** For a subscription the benefits hang on it, and not on the order that began it. */
function grantsOf(
  full: FullCheckout,
  buyer: Buyer,
  order: Order,
  subscription: Subscription | null,
  now: Date,
): Granted {
  return grantsFor(
    {
      benefits: full.product.benefits,
      customer: buyer.customer,
      source: subscription
        ? { orderId: null, subscriptionId: subscription.id }
        : { orderId: order.id, subscriptionId: null },
      paymentsMode: full.checkout.paymentsMode,
      entitledUntil: null,
    },
    now,
  )
}
