import type { Links } from '../../kernel/links.ts'
import { checkoutView } from '../../modules/checkouts/index.ts'
import { customerView } from '../../modules/customers/index.ts'
import { grantEvents } from '../../modules/license-keys/index.ts'
import { orderView } from '../../modules/orders/index.ts'
import { subscriptionView } from '../../modules/subscriptions/index.ts'
import { change, creation } from '../../platform/events/announce.ts'
import type { EventDraft } from '../../platform/events/event.ts'
import type { Purchase } from './purchase.ts'

/** The events of a purchase, in the order in which a reader would tell the story. */
export function eventsOf(purchase: Purchase, links: Links, now: Date): EventDraft[] {
  return [
    ...customerEvents(purchase, links),
    checkoutEvent(purchase, links, now),
    ...subscriptionEvents(purchase, links),
    ...orderEvents(purchase, links),
    ...grantEvents(purchase.granted.changes, links),
  ]
}

function customerEvents({ buyer }: Purchase, links: Links): EventDraft[] {
  const after = customerView(buyer.customer, links)
  if (buyer.before === null) return [creation('customer.created', subject('customer', buyer.customer), after)]
  if (buyer.write === 'same') return []
  return [change('customer.updated', subject('customer', buyer.customer), customerView(buyer.before, links), after)]
}

function checkoutEvent({ before, full }: Purchase, links: Links, now: Date): EventDraft {
  const views = [checkoutView(before, links, now), checkoutView(full, links, now)] as const
  return change('checkout.updated', subject('checkout', full.checkout), ...views)
}

function subscriptionEvents({ subscription, upgraded, buyer, full }: Purchase, links: Links): EventDraft[] {
  if (subscription === null) return []
  const { product, price, discount } = full
  const { customer } = buyer
  const data = subscriptionView({ subscription, customer, product, price, discount }, links)
  if (upgraded) {
    const before = subscriptionView({ ...upgraded, customer }, links)
    const types = ['subscription.updated', ...(before.canceled_at === null ? [] : ['subscription.uncanceled'])]
    return types.map((type) => change(type, subject('subscription', subscription), before, data))
  }
  return ['subscription.created', 'subscription.active'].map((type) =>
    creation(type, subject('subscription', subscription), data),
  )
}

function orderEvents({ order, subscription, buyer, full }: Purchase, links: Links): EventDraft[] {
  const { product, price, discount } = full
  const data = orderView({ order, customer: buyer.customer, product, price, discount, subscription }, links)
  return ['order.created', 'order.paid'].map((type) => creation(type, subject('order', order), data))
}

function subject(type: string, row: { id: string; organizationId: string; version: number }) {
  return { type, id: row.id, organizationId: row.organizationId, version: row.version }
}
