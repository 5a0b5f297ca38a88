import { findPayment, type RefundState, willPass } from '../../modules/payments/index.ts'
import { noteRefundTrouble, type Refund, totalOf } from '../../modules/refunds/index.ts'
import { troubleOf } from '../../platform/due-work/trouble.ts'
import type { RefundNeeds } from './needs.ts'

/**
 * What has become of a refund; null when nobody can tell. One that the processor has named is looked up. One that it has
 * not is asked for again: its id is the key, so asking twice refunds once.
 */
export async function askProcessor(needs: RefundNeeds, refund: Refund): Promise<RefundState | null> {
  try {
    const processor = needs.processors.get(refund.processor)
    if (refund.processorReference !== null) {
      const record = await processor.fetchRefund(refund.processorReference)
      if (record.paymentReference === null) throw new Error('the processor does not know what it has named')
      return record
    }
    const payment = await findPayment(needs.db, refund.paymentId)
    const reference = payment?.processorReference
    if (!reference) throw new Error(`the payment ${refund.paymentId} has no reference`)
    const { id: refundId, reason } = refund
    return await processor.refund({ refundId, reference, amount: totalOf(refund), reason })
  } catch (error) {
    // It may have arrived all the same, so the refund stays pending, whatever this was.
    if (!willPass(error)) {
      needs.log.error({ err: error, refund_id: refund.id }, 'asking for a refund failed')
      await noteRefundTrouble(needs.db, refund.id, troubleOf(error), needs.db.clock.now())
    }
    return null
  }
}
