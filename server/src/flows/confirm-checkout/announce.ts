import type { Links } from '../../kernel/links.ts'
import { type CheckoutWire, checkoutView, type FullCheckout } from '../../modules/checkouts/index.ts'
import { customerView } from '../../modules/customers/index.ts'
import { grantEvents } from '../../modules/license-keys/index.ts'
import { orderView } from '../../modules/orders/index.ts'
import { subscriptionView } from '../../modules/subscriptions/index.ts'
import { change, creation } from '../../platform/events/announce.ts'
import type { EventDraft } from '../../platform/events/event.ts'
import type { Buyer } from './buyer.ts'
import type { Goods } from './purchase.ts'

/**
 * The events of a purchase, in the order in which a reader would tell the story. `shown` is the checkout as the last
 * event showed it.
 */
export function eventsOf(goods: Goods, shown: CheckoutWire, links: Links, now: Date): EventDraft[] {
  return [
    ...customerEvents(goods.buyer, links),
    checkoutEvent(goods.full, shown, links, now),
    ...subscriptionEvents(goods, links),
    ...orderEvents(goods, links),
    ...grantEvents(goods.granted.changes, links),
  ]
}

export function customerEvents({ customer, before, write }: Buyer, links: Links): EventDraft[] {
  const after = customerView(customer, links)
  if (before === null) return [creation('customer.created', subject('customer', customer), after)]
  if (write === 'same') return []
  return [change('customer.updated', subject('customer', customer), customerView(before, links), after)]
}

export function checkoutEvent(full: FullCheckout, shown: CheckoutWire, links: Links, now: Date): EventDraft {
  return change('checkout.updated', subject('checkout', full.checkout), shown, checkoutView(full, links, now))
}

function subscriptionEvents({ subscription, upgraded, buyer, full }: Goods, links: Links): EventDraft[] {
  if (subscription === null) return []
  const { product, price, discount } = full
  const { customer } = buyer
  const data = subscriptionView({ subscription, customer, product, price, discount }, links)
  if (upgraded) {
    const before = subscriptionView({ ...upgraded, customer }, links)
    const more = before.canceled_at === null ? [] : (['subscription.uncanceled'] as const)
    const types = ['subscription.updated', ...more] as const
    return types.map((type) => change(type, subject('subscription', subscription), before, data))
  }
  return (['subscription.created', 'subscription.active'] as const).map((type) =>
    creation(type, subject('subscription', subscription), data),
  )
}

function orderEvents({ order, subscription, buyer, full }: Goods, links: Links): EventDraft[] {
  const { product, price, discount } = full
  const data = orderView({ order, customer: buyer.customer, product, price, discount, subscription }, links)
  return (['order.created', 'order.paid'] as const).map((type) => creation(type, subject('order', order), data))
}

function subject(type: string, row: { id: string; organizationId: string; version: number }) {
  return { type, id: row.id, organizationId: row.organizationId, version: row.version }
}
