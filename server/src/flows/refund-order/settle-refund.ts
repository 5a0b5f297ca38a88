import { revise } from '../../kernel/revision.ts'
import { type FullOrder, lockOrderById, saveRefundedOrder } from '../../modules/orders/index.ts'
import { lockPayment, type RefundState, savePayment } from '../../modules/payments/index.ts'
import {
  add,
  applyState,
  endRefundWork,
  findRefund,
  lockRefundWork,
  type Parts,
  postponeRefundWork,
  type Refund,
  refundedOf,
  refundView,
  saveRefund,
  totalOf,
  withRefunded,
} from '../../modules/refunds/index.ts'
import { nextLook } from '../../platform/due-work/lease.ts'
import { finishClaim } from '../../platform/http/idempotency.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { announceRefundChange, announceRefundedOrder } from './announce.ts'
import type { RefundNeeds } from './needs.ts'
import { revokeBenefits } from './revoke-benefits.ts'

/**
 * Writes down what a processor says about a refund; null when it could not be asked. The request, notifications and the
 * work in the background all end here, in any order and any number of times: what was written once is not written again.
 */
export function settleRefund(
  needs: RefundNeeds,
  { id, orderId }: Pick<Refund, 'id' | 'orderId'>,
  state: RefundState | null,
  requestId: string | null = null,
): Promise<Refund> {
  return needs.transactions.run(
    async (tx) => {
      const full = await lockOrderById(tx, orderId)
      const refund = await findRefund(tx, id)
      if (!full || !refund) throw new Error(`there is no refund ${id}`)
      return settleUnderLock(tx, needs, full, refund, state)
    },
    { requestId },
  )
}

/** Under the order's lock. The order's numbers, the payment's and the benefits change together with the refund. */
export async function settleUnderLock(
  tx: Tx,
  needs: RefundNeeds,
  full: FullOrder,
  before: Refund,
  state: RefundState | null,
): Promise<Refund> {
  const after = state ? applyState(before, state, tx.clock.now(before.organizationId)) : before
  if (after !== before) await saveRefund(tx, after)
  if (after.version !== before.version) announceRefundChange(tx, before, after)
  if (before.status !== 'succeeded' && after.status === 'succeeded') {
    await giveBack(tx, needs, full, after, after)
    if (after.revokeBenefits) await revokeBenefits(tx, full, needs.links)
  }
  if (before.status === 'succeeded' && after.status !== 'succeeded') {
    await giveBack(tx, needs, full, after, { amount: -after.amount, taxAmount: -after.taxAmount })
  }
  await closeWork(tx, needs, after)
  return after
}

async function giveBack(tx: Tx, { links }: RefundNeeds, full: FullOrder, refund: Refund, parts: Parts): Promise<void> {
  const now = tx.clock.now(refund.organizationId)
  const order = withRefunded(full.order, add(refundedOf(full.order), parts), now)
  await saveRefundedOrder(tx, order)
  const payment = await lockPayment(tx, refund.paymentId)
  if (!payment) throw new Error(`the refund ${refund.id} has no payment`)
  await savePayment(tx, revise(payment, { refundedAmount: payment.refundedAmount + totalOf(parts) }, now))
  announceRefundedOrder(tx, full, order, links)
}

/** Processors tell when a refund that they know has changed. */
const LONGEST_WAIT_FOR_A_KNOWN_ONE = 3_600_000

/** Whoever waits under an Idempotency-Key is answered now, also when the outcome is not known yet. */
async function closeWork(tx: Tx, { box }: RefundNeeds, refund: Refund): Promise<void> {
  const work = await lockRefundWork(tx, refund.id)
  if (!work) return
  await finishClaim(tx, work, 200, JSON.stringify(refundView(refund)), box)
  if (refund.status !== 'pending') return endRefundWork(tx, refund.id)
  const longest = refund.processorReference === null ? undefined : LONGEST_WAIT_FOR_A_KNOWN_ONE
  await postponeRefundWork(tx, refund.id, nextLook(work.tries, tx.clock.now(), longest))
}
