import {
  findPayment,
  forgetTrouble,
  noteTrouble,
  type Payment,
  type PaymentWork,
  type ProcessorState,
  postponeWork,
  takeDueWork,
  willPass,
} from '../../../modules/payments/index.ts'
import { troubleOf } from '../../../platform/due-work/trouble.ts'
import { giveBack } from './give-back.ts'
import { giveUp } from './give-up.ts'
import { lookFrom, nextLook, type PaymentNeeds } from './needs.ts'
import { settlePayment } from './settle-payment.ts'

const AT_ONCE = 20
const BUYER_MAY_TAKE_MILLISECONDS = 30 * 60_000

/**
 * Finds out what became of attempts that nobody looks after any more: their process died, their answer was lost, or the
 * processor did not know yet. Any number of processes can do it at once. Answers whether there may be more to do.
 */
export async function recoverPayments(needs: PaymentNeeds): Promise<boolean> {
  const now = needs.db.clock.now()
  const due = await takeDueWork(needs.db, now, lookFrom(now), AT_ONCE)
  await Promise.all(due.map((work) => lookAfter(needs, work)))
  return due.length === AT_ONCE
}

async function lookAfter(needs: PaymentNeeds, work: PaymentWork): Promise<void> {
  try {
    const payment = await findPayment(needs.db, work.paymentId)
    if (payment) await (work.task === 'give_back' ? giveBack(needs, payment, work) : findOut(needs, payment, work))
    if (work.trouble) await forgetTrouble(needs.db, work.paymentId)
  } catch (error) {
    if (!willPass(error)) {
      needs.log.error({ err: error, payment_id: work.paymentId }, 'looking after a payment failed')
      await noteTrouble(needs.db, work.paymentId, troubleOf(error), needs.db.clock.now())
    }
    await postponeWork(needs.db, work.paymentId, nextLook(work.tries, needs.db.clock.now()))
  }
}

/** Without a reference the processor was never asked to take anything. */
async function findOut(needs: PaymentNeeds, payment: Payment, work: PaymentWork): Promise<void> {
  const { processorReference: reference } = payment
  if (reference === null) {
    await giveUp(needs, payment, { status: 'canceled', onlyWhile: 'starting' })
    return
  }
  await settlePayment(needs, payment.id, await stateOf(needs, payment, reference, work))
}

/**
 * What was never confirmed is canceled, and so is what the buyer has not done in time. The checkout is opened again only
 * after the processor has accepted that: otherwise the first attempt could still succeed beside a second one.
 */
async function stateOf(
  { processors, db }: PaymentNeeds,
  payment: Payment,
  reference: string,
  { buyerAskedAt }: PaymentWork,
): Promise<ProcessorState> {
  const processor = processors.get(payment.processor)
  const state = await processor.fetch(reference)
  const waited = buyerAskedAt ? db.clock.now().getTime() - buyerAskedAt.getTime() : 0
  const isAbandoned = state.kind === 'action_required' && waited >= BUYER_MAY_TAKE_MILLISECONDS
  return state.kind === 'unconfirmed' || isAbandoned ? processor.cancel(reference) : state
}
