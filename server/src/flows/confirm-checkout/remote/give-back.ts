import { revise } from '../../../kernel/revision.ts'
import {
  endWork,
  giveBackId,
  lockPayment,
  lockWork,
  type Payment,
  type PaymentWork,
  postponeWork,
  savePayment,
} from '../../../modules/payments/index.ts'
import { nextLook, type PaymentNeeds } from './needs.ts'

/** Processors tell when a refund that they know has changed. */
const LONGEST_WAIT = 3_600_000

/**
 * Gives back what is left of stray money. Others may have given some of it back by then, at the processor itself, and a
 * bank may have returned it, so the processor is asked first. The work ends when all of it has arrived.
 */
export async function giveBack(needs: PaymentNeeds, payment: Payment, { tries }: PaymentWork): Promise<void> {
  const { id, amount } = payment
  const succeeded = await giveRest(needs, payment)
  await needs.transactions.run(async (tx) => {
    const work = await lockWork(tx, id, 'give_back')
    const found = work && (await lockPayment(tx, id))
    if (!found) return
    await savePayment(tx, revise(found, { refundedAmount: succeeded }, tx.clock.now(found.organizationId)))
    if (succeeded >= amount) await endWork(tx, id)
    else await postponeWork(tx, id, nextLook(tries, tx.clock.now(), LONGEST_WAIT))
  })
}

/** Answers how much has arrived. */
async function giveRest(needs: PaymentNeeds, payment: Payment): Promise<number> {
  const { processorReference: reference, id, amount } = payment
  if (reference === null) throw new Error(`the payment ${id} has money and no reference`)
  const processor = needs.processors.get(payment.processor)
  const before = await processor.refundsOf(reference)
  const left = amount - before.succeeded - before.pending
  if (left <= 0) return before.succeeded
  const refundId = giveBackId(id, before)
  const refund = await processor.refund({ refundId, reference, amount: left, reason: 'duplicate' })
  if (refund.kind === 'failed') throw new Error(`the payment ${id} could not be given back: ${refund.reason}`)
  return before.succeeded + (refund.kind === 'succeeded' ? left : 0)
}
