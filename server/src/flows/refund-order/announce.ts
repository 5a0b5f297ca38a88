import type { Links } from '../../kernel/links.ts'
import { type FullOrder, type Order, orderView } from '../../modules/orders/index.ts'
import { type Refund, refundView } from '../../modules/refunds/index.ts'
import { announceChange, announceCreation } from '../../platform/events/announce.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'

export function announceRefund(tx: Tx, refund: Refund): void {
  announceCreation(tx, 'refund.created', subject('refund', refund), refundView(refund))
}

export function announceRefundChange(tx: Tx, before: Refund, after: Refund): void {
  announceChange(tx, 'refund.updated', subject('refund', after), refundView(before), refundView(after))
}

/** More has gone back of an order, or less, when a bank has returned what it could not hand out. */
export function announceRefundedOrder(tx: Tx, before: FullOrder, order: Order, links: Links): void {
  const views = [orderView(before, links), orderView({ ...before, order }, links)] as const
  announceChange(tx, 'order.refunded', subject('order', order), ...views)
}

function subject(type: string, { id, organizationId, version }: Pick<Order, 'id' | 'organizationId' | 'version'>) {
  return { type, id, organizationId, version }
}
