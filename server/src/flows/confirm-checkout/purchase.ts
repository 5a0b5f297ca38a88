import { newId } from '../../kernel/ids.ts'
import { type FullCheckout, moveTo } from '../../modules/checkouts/index.ts'
import { type NewCustomerSession, newCustomerSession } from '../../modules/customers/index.ts'
import type { Redemption } from '../../modules/discounts/index.ts'
import { type Granted, grantsFor } from '../../modules/license-keys/index.ts'
import type { Order } from '../../modules/orders/index.ts'
import type { Payment, SavedMethod } from '../../modules/payments/index.ts'
import { type Subscription, startSubscription } from '../../modules/subscriptions/index.ts'
import { attemptOf, savedMethodOf } from './attempt.ts'
import { type Buyer, buyerOf } from './buyer.ts'
import type { Decision, Paid } from './decide.ts'
import type { PurchaseFacts } from './facts.ts'
import type { SubscriptionFacts } from './subscription-facts.ts'
import { regrant, upgradeSubscription } from './upgrade.ts'

/** What a buyer gets for their money. */
export interface Goods {
  /** With the checkout succeeded. */
  readonly full: FullCheckout
  readonly buyer: Buyer
  readonly order: Order
  readonly subscription: Subscription | null
  /** The subscription as it was, when this purchase upgrades one. */
  readonly upgraded: SubscriptionFacts | null
  readonly granted: Granted
  /** What the subscription will be charged on. */
  readonly savedMethod: SavedMethod | null
}

/** Everything that a purchase at once writes. */
export interface Purchase extends Goods {
  readonly before: FullCheckout
  readonly payment: Payment | null
  readonly redemption: Redemption | null
  readonly session: NewCustomerSession
}

/** `now` is the organization's time; the session lives in real time, as every token does. */
export function purchaseOf(
  facts: PurchaseFacts,
  decision: Decision,
  paid: Paid | null,
  now: Date,
  realNow: Date,
): Purchase {
  const buyer = buyerOf(decision.full.checkout, decision.email, facts.customer, now)
  const sentOff = sendOff(facts.full, decision.full, buyer)
  const savedMethod = paid && savedMethodOf(sentOff, buyer.customer.id, 'sandbox', paid, now)
  const goods = goodsOf(sentOff, buyer, facts.upgraded, savedMethod, now)
  return {
    ...goods,
    before: facts.full,
    payment: paymentOf(goods, paid, now),
    redemption: redemptionOf(goods.full, buyer, 'used', now),
    session: newCustomerSession(reachOf(facts.full, buyer), realNow),
  }
}

/** The checkout with what the buyer sent along, still at the version from before. */
export function sendOff(before: FullCheckout, full: FullCheckout, buyer: Buyer): FullCheckout {
  const checkout = { ...full.checkout, customerId: buyer.customer.id, version: before.checkout.version }
  return { ...full, checkout }
}

export function goodsOf(
  sentOff: FullCheckout,
  buyer: Buyer,
  upgraded: SubscriptionFacts | null,
  savedMethod: SavedMethod | null,
  now: Date,
): Goods {
  const full = { ...sentOff, checkout: moveTo(sentOff.checkout, 'succeeded', now) }
  const paymentMethodId = savedMethod?.id ?? null
  const subscription = upgraded
    ? upgradeSubscription(upgraded.subscription, full, paymentMethodId, now)
    : subscriptionOf(full, buyer, paymentMethodId, now)
  const order = { ...orderOf(full, buyer, subscription, now), ...(upgraded && UPDATE) }
  const granted = upgraded
    ? { grants: [], licenseKeys: [], changes: regrant(upgraded, full, buyer.customer, now) }
    : grantsOf(full, buyer, order, subscription, now)
  return { full, buyer, order, subscription, upgraded, granted, savedMethod: subscription && savedMethod }
}

const UPDATE = { billingReason: 'subscription_update' } as const

/** Whoever merely types an e-mail address gets to see this purchase, not what its owner has bought before. */
export function reachOf({ checkout }: FullCheckout, { customer }: Buyer) {
  const onlyCheckoutId = checkout.customerId === null ? checkout.id : null
  return { organizationId: checkout.organizationId, customerId: customer.id, onlyCheckoutId }
}

export function subscriptionOf(
  { checkout, price }: FullCheckout,
  buyer: Buyer,
  paymentMethodId: string | null,
  now: Date,
): Subscription | null {
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
      paymentMethodId,
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

function paymentOf({ full, order }: Goods, paid: Paid | null, now: Date): Payment | null {
  return paid === null || full.checkout.totalAmount === 0 ? null : attemptOf(full, paid, order.id, now)
}

export function redemptionOf(
  { checkout, discount }: FullCheckout,
  buyer: Buyer,
  status: 'reserved' | 'used',
  now: Date,
): Redemption | null {
  if (discount === null) return null
  const [discountId, checkoutId, customerId] = [discount.id, checkout.id, buyer.customer.id]
  return { id: newId(), createdAt: now, discountId, checkoutId, customerId, status }
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
