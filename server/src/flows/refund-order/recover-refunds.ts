import { willPass } from '../../modules/payments/index.ts'
import { findRefund, noteRefundTrouble, type RefundWork, takeDueRefundWork } from '../../modules/refunds/index.ts'
import { lookFrom } from '../../platform/due-work/lease.ts'
import { troubleOf } from '../../platform/due-work/trouble.ts'
import { askProcessor } from './ask-processor.ts'
import type { RefundNeeds } from './needs.ts'
import { settleRefund } from './settle-refund.ts'

const AT_ONCE = 20

/**
 * Finds out what became of refunds that nobody looks after any more: their process died, their answer was lost, or the
 * processor did not know yet. Any number of processes can do it at once. Answers whether there may be more to do.
 */
export async function recoverRefunds(needs: RefundNeeds): Promise<boolean> {
  const now = needs.db.clock.now()
  const due = await takeDueRefundWork(needs.db, now, lookFrom(now), AT_ONCE)
  await Promise.all(due.map((work) => lookAfter(needs, work)))
  return due.length === AT_ONCE
}

/** What fails here has a lease, and is tried again when that ends. */
async function lookAfter(needs: RefundNeeds, { refundId }: RefundWork): Promise<void> {
  try {
    const refund = await findRefund(needs.db, refundId)
    if (refund) await settleRefund(needs, refund, await askProcessor(needs, refund))
  } catch (error) {
    if (willPass(error)) return
    needs.log.error({ err: error, refund_id: refundId }, 'looking after a refund failed')
    await noteRefundTrouble(needs.db, refundId, troubleOf(error), needs.db.clock.now())
  }
}
