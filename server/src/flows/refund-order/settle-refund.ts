import { revise } from '../../kernel/revision.ts'
import { type FullOrder, lockOrderById, type Order, saveRefundedOrder } from '../../modules/orders/index.ts'
import { lockPayment, type RefundState, savePayment } from '../../modules/payments/index.ts'
import {
  add,
  applyState,
  asksForRevocation,
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
import { askProcessor } from './ask-processor.ts'
import type { RefundNeeds } from './needs.ts'
import { revokeBenefits } from './revoke-benefits.ts'

/**
 * Writes down what a processor says about a refund, as it was `seen` before the processor was asked; null when it could
 * not be. The request, notifications and the work in the background all end here, in any order and any number of times:
 * what was written once is not written again.
 */
export async function settleRefund(
  needs: RefundNeeds,
  seen: Refund,
  state: RefundState | null,
  requestId: string | null = null,
): Promise<Refund> {
  const settled = await needs.transactions.run((tx) => settleOnce(tx, needs, seen, state), { requestId })
  if (settled.status !== 'overtaken') return settled.refund
  const { refund } = settled
  return settleRefund(needs, refund, await askProcessor(needs, refund), requestId)
}

type Outcome = { readonly status: 'settled' | 'overtaken'; readonly refund: Refund }

/**
 * Somebody may have written down something else since the processor was asked. What they saw can be newer than this: a
 * bank has returned the money in between. Nobody knows, so nothing is written, and the processor has to be asked again.
 */
async function settleOnce(tx: Tx, needs: RefundNeeds, seen: Refund, state: RefundState | null): Promise<Outcome> {
  const full = await lockOrderById(tx, seen.orderId)
  const before = await findRefund(tx, seen.id)
  if (!full || !before) throw new Error(`there is no refund ${seen.id}`)
  const after = state ? applyState(before, state, tx.clock.now(before.organizationId)) : before
  const isOvertaken = after.version !== before.version && before.version !== seen.version
  if (isOvertaken && before.processorReference !== null) return { status: 'overtaken', refund: before }
  await write(tx, needs, full, before, after)
  await closeWork(tx, needs, after, state !== null)
  return { status: 'settled', refund: after }
}

/** Under the order's lock. The order's numbers, the payment's and the benefits change together with the refund. */
async function write(tx: Tx, needs: RefundNeeds, full: FullOrder, before: Refund, after: Refund): Promise<void> {
  if (after !== before) await saveRefund(tx, after)
  if (after.version !== before.version) announceRefundChange(tx, before, after)
  if (before.status !== 'succeeded' && after.status === 'succeeded') {
    const order = await giveBack(tx, needs, full, after, after)
    const isRevoked = order.status === 'refunded' && (await asksForRevocation(tx, order.id))
    if (isRevoked) await revokeBenefits(tx, full, needs.links)
  }
  if (before.status === 'succeeded' && after.status !== 'succeeded') {
    await giveBack(tx, needs, full, after, { amount: -after.amount, taxAmount: -after.taxAmount })
  }
}

/** Answers the order as it is then. */
async function giveBack(tx: Tx, { links }: RefundNeeds, full: FullOrder, refund: Refund, parts: Parts): Promise<Order> {
  const now = tx.clock.now(refund.organizationId)
  const order = withRefunded(full.order, add(refundedOf(full.order), parts), now)
  await saveRefundedOrder(tx, order)
  const payment = await lockPayment(tx, refund.paymentId)
  if (!payment) throw new Error(`the refund ${refund.id} has no payment`)
  await savePayment(tx, revise(payment, { refundedAmount: payment.refundedAmount + totalOf(parts) }, now))
  announceRefundedOrder(tx, full, order, links)
  return order
}

/** Processors tell when a refund that they know has changed. */
const LONGEST_WAIT_FOR_A_KNOWN_ONE = 3_600_000

/** Whoever waits under an Idempotency-Key is answered now, also when the outcome is not known yet. */
async function closeWork(tx: Tx, { box }: RefundNeeds, refund: Refund, isAnswered: boolean): Promise<void> {
  const work = await lockRefundWork(tx, refund.id)
  if (!work) return
  await finishClaim(tx, work, 200, JSON.stringify(refundView(refund)), box)
  if (refund.status !== 'pending') return endRefundWork(tx, refund.id)
  const longest = refund.processorReference === null ? undefined : LONGEST_WAIT_FOR_A_KNOWN_ONE
  await postponeRefundWork(tx, refund.id, nextLook(work.tries, tx.clock.now(), longest), isAnswered)
}
