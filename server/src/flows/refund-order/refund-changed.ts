import { lockOrderById } from '../../modules/orders/index.ts'
import {
  findPaymentByReference,
  type NotificationContent,
  type Payment,
  type ProcessorName,
  type RefundRecord,
} from '../../modules/payments/index.ts'
import {
  findRefundByReference,
  insertRefund,
  insertRefundWork,
  partOfTotal,
  refundedOf,
  totalOf,
} from '../../modules/refunds/index.ts'
import { leaseFrom } from '../../platform/due-work/lease.ts'
import { announceRefund } from './announce.ts'
import type { RefundNeeds } from './needs.ts'
import { newRefund, workOf } from './reserve.ts'
import { settleRefund, settleUnderLock } from './settle-refund.ts'

type RefundNotice = Extract<NotificationContent, { kind: 'refund' }>

/**
 * A processor tells that something has become of a refund. It may have been overtaken by others, so what it says is only
 * that there is something to see. False when what it is about is not here, or not yet.
 */
export async function refundChanged(
  needs: RefundNeeds,
  processor: ProcessorName,
  { reference, refundId }: RefundNotice,
): Promise<boolean> {
  const record = await needs.processors.get(processor).fetchRefund(reference)
  const { paymentReference } = record
  if (paymentReference === null) return false
  const refund = await findRefundByReference(needs.db, processor, reference, uuidOrNull(refundId))
  if (refund) {
    await settleRefund(needs, refund, record)
    return true
  }
  const payment = await findPaymentByReference(needs.db, processor, paymentReference)
  if (!payment) return false
  // Money that came for nothing goes back without an order, and a failed attempt to give some back changed nothing.
  if (payment.isStray || record.kind === 'failed') return true
  return payment.orderId !== null && recordFromOutside(needs, payment, payment.orderId, reference, record)
}

/**
 * Somebody has refunded at the processor itself. The money has gone, so it is written down, but never more than is left
 * of the order. What is pending here does not count: the processor gives back what there is to those who come first.
 */
function recordFromOutside(
  needs: RefundNeeds,
  payment: Payment,
  orderId: string,
  reference: string,
  record: RefundRecord,
): Promise<boolean> {
  return needs.transactions.run(async (tx) => {
    const full = await lockOrderById(tx, orderId)
    if (!full) return false
    const known = await findRefundByReference(tx, payment.processor, reference, null)
    if (known) return true
    const { order } = full
    const part = partOfTotal(order, refundedOf(order), record.amount)
    if (totalOf(part) < record.amount) {
      needs.log.error({ order_id: orderId, reference }, 'more was refunded at the processor than is left of the order')
    }
    if (totalOf(part) === 0) return true
    const details = { reason: 'other', comment: FROM_OUTSIDE, revokeBenefits: false, metadata: {} } as const
    const refund = newRefund(order, payment, part, details, tx.clock.now(order.organizationId))
    await insertRefund(tx, refund)
    await insertRefundWork(tx, workOf(refund, null, null, leaseFrom(tx.clock.now())))
    announceRefund(tx, refund)
    await settleUnderLock(tx, needs, full, refund, record)
    return true
  })
}

const FROM_OUTSIDE = 'Refunded at the payment processor'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Others who use the same account may have put anything there. */
function uuidOrNull(text: string | null): string | null {
  return text !== null && UUID.test(text) ? text : null
}
