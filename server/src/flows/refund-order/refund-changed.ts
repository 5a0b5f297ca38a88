import { lockOrderById } from '../../modules/orders/index.ts'
import {
  findPaymentByReference,
  type NotificationContent,
  type Payment,
  type ProcessorName,
  type RefundRecord,
} from '../../modules/payments/index.ts'
import {
  add,
  findRefundByReference,
  insertRefund,
  insertRefundWork,
  namedParts,
  partOfTotal,
  type Refund,
  refundedOf,
  totalOf,
} from '../../modules/refunds/index.ts'
import { leaseFrom } from '../../platform/due-work/lease.ts'
import { announceRefund } from './announce.ts'
import { askProcessor } from './ask-processor.ts'
import type { RefundNeeds } from './needs.ts'
import { newRefund, workOf } from './reserve.ts'
import { settleRefund } from './settle-refund.ts'
import { strayChanged } from './stray-changed.ts'

type RefundNotice = Extract<NotificationContent, { kind: 'refund' }>

/**
 * A processor tells that something has become of a refund. It may have been overtaken by others, so what it says is only
 * that there is something to see. False when what it is about is not here, or not yet.
 */
export async function refundChanged(
  needs: RefundNeeds,
  processor: ProcessorName,
  notice: RefundNotice,
): Promise<boolean> {
  const { reference, refundId } = notice
  const fetch = () => needs.processors.get(processor).fetchRefund(reference)
  const refund = await findRefundByReference(needs.db, processor, reference, uuidOrNull(refundId))
  if (refund) {
    const record = await fetch()
    if (record.paymentReference === null) return false
    await settleRefund(needs, refund, record)
    return true
  }
  // Others use the same account, so most of what is not here is none of ours, and need not be asked for.
  const paymentReference = notice.paymentReference ?? (await fetch()).paymentReference
  const payment = paymentReference !== null && (await findPaymentByReference(needs.db, processor, paymentReference))
  if (!payment) return false
  return payment.isStray ? strayChanged(needs, payment) : refundedOutside(needs, payment, reference, await fetch())
}

/** Somebody has refunded at the processor itself. An attempt that failed changed nothing. */
async function refundedOutside(
  needs: RefundNeeds,
  payment: Payment,
  reference: string,
  record: RefundRecord,
): Promise<boolean> {
  if (record.paymentReference !== payment.processorReference || payment.orderId === null) return false
  if (record.kind === 'failed') return true
  const refund = await recordFromOutside(needs, payment, payment.orderId, reference, record)
  // The bank may have returned it meanwhile, and whoever was told of that may have found nothing here: so ask once more.
  if (refund) await settleRefund(needs, refund, await askProcessor(needs, refund))
  return true
}

/**
 * The money has gone, so it is written down, but never more than is left of the order. What the processor has not taken
 * on yet does not count: it gives what there is to those who come first.
 */
function recordFromOutside(
  needs: RefundNeeds,
  payment: Payment,
  orderId: string,
  reference: string,
  record: RefundRecord,
): Promise<Refund | null> {
  return needs.transactions.run(async (tx) => {
    const full = await lockOrderById(tx, orderId)
    if (!full) throw new Error(`there is no order ${orderId}`)
    const known = await findRefundByReference(tx, payment.processor, reference, null)
    if (known) return known
    const { order } = full
    const part = partOfTotal(order, add(refundedOf(order), await namedParts(tx, order.id)), record.amount)
    if (totalOf(part) < record.amount) {
      needs.log.error({ order_id: orderId, reference }, 'more was refunded at the processor than is left of the order')
    }
    if (totalOf(part) === 0) return null
    const details = { reason: 'other', comment: FROM_OUTSIDE, revokeBenefits: false, metadata: {} } as const
    const made = newRefund(order, payment, part, details, tx.clock.now(order.organizationId))
    const refund = { ...made, processorReference: reference }
    await insertRefund(tx, refund)
    await insertRefundWork(tx, workOf(refund, null, leaseFrom(tx.clock.now())))
    announceRefund(tx, refund)
    return refund
  })
}

const FROM_OUTSIDE = 'Refunded at the payment processor'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Others who use the same account may have put anything there. */
function uuidOrNull(text: string | null): string | null {
  return text !== null && UUID.test(text) ? text : null
}
