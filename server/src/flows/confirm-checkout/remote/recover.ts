import { revise } from '../../../kernel/revision.ts'
import {
  endWork,
  findPayment,
  lockPayment,
  type Payment,
  type PaymentWork,
  type ProcessorState,
  postponeWork,
  savePayment,
  takeDueWork,
  willPass,
} from '../../../modules/payments/index.ts'
import { giveUp } from './give-up.ts'
import { leaseFrom, nextLook, type PaymentNeeds } from './needs.ts'
import { settlePayment } from './settle-payment.ts'

const AT_ONCE = 20

/**
 * Finds out what became of attempts that nobody looks after any more: their process died, their answer was lost, or the
 * processor did not know yet. Any number of processes can do it at once. Answers whether there may be more to do.
 */
export async function recoverPayments(needs: PaymentNeeds): Promise<boolean> {
  const now = needs.db.clock.now()
  const due = await takeDueWork(needs.db, now, leaseFrom(now), AT_ONCE)
  await Promise.all(due.map((work) => lookAfter(needs, work)))
  return due.length === AT_ONCE
}

async function lookAfter(needs: PaymentNeeds, work: PaymentWork): Promise<void> {
  try {
    const payment = await findPayment(needs.db, work.paymentId)
    if (payment) await (work.task === 'give_back' ? giveBack(needs, payment) : findOut(needs, payment))
  } catch (error) {
    if (!willPass(error)) {
      needs.log.error({ err: error, payment_id: work.paymentId }, 'looking after a payment failed')
    }
    await postponeWork(needs.db, work.paymentId, nextLook(work.tries, needs.db.clock.now()))
  }
}

/** Without a reference the processor was never asked to take anything. */
async function findOut(needs: PaymentNeeds, payment: Payment): Promise<void> {
  const { processorReference: reference } = payment
  if (reference === null) {
    await giveUp(needs, payment, { status: 'canceled', onlyWhile: 'starting' })
    return
  }
  await settlePayment(needs, payment.id, await stateOf(needs, payment, reference))
}

/**
 * What was never confirmed is canceled, and so is what the buyer has not done in time. The checkout is opened again only
 * after the processor has accepted that: otherwise the first attempt could still succeed beside a second one.
 */
async function stateOf(needs: PaymentNeeds, payment: Payment, reference: string): Promise<ProcessorState> {
  const processor = needs.processors.get(payment.processor)
  const state = await processor.fetch(reference)
  const isAbandoned = state.kind === 'action_required' && (await isPastItsTime(needs, payment))
  return state.kind === 'unconfirmed' || isAbandoned ? processor.cancel(reference) : state
}

async function isPastItsTime({ db }: PaymentNeeds, { checkoutId, organizationId }: Payment): Promise<boolean> {
  const [row] = await db.sql`
    select from checkouts where id = ${checkoutId} and expires_at <= ${db.clock.now(organizationId)}`
  return row !== undefined
}

async function giveBack(needs: PaymentNeeds, payment: Payment): Promise<void> {
  const { processorReference: reference, id, amount } = payment
  if (reference === null) throw new Error(`the payment ${id} has money and no reference`)
  const processor = needs.processors.get(payment.processor)
  const refund = await processor.refund({ refundId: id, reference, amount, reason: 'duplicate' })
  if (refund.kind === 'failed') throw new Error(`the payment ${id} could not be given back: ${refund.reason}`)
  await needs.transactions.run(async (tx) => {
    const found = await lockPayment(tx, id)
    if (!found) return
    await savePayment(tx, revise(found, { refundedAmount: amount }, tx.clock.now(found.organizationId)))
    await endWork(tx, id)
  })
}
