import { revise } from '../../kernel/revision.ts'
import {
  giveBackWork,
  insertWork,
  lockPayment,
  lockWork,
  type Payment,
  savePayment,
} from '../../modules/payments/index.ts'
import type { RefundNeeds } from './needs.ts'

/**
 * Something has become of a refund of stray money, which has no order. A bank may have returned it: then it is to be given
 * back again. False while somebody is giving it back. What they have seen may be older, so this has to be looked at again
 * when they are done.
 */
export async function strayChanged(
  needs: RefundNeeds,
  { id, processor, processorReference }: Payment,
): Promise<boolean> {
  if (processorReference === null) throw new Error(`the payment ${id} has money and no reference`)
  const { succeeded } = await needs.processors.get(processor).refundsOf(processorReference)
  return needs.transactions.run(async (tx) => {
    if (await lockWork(tx, id, 'give_back')) return false
    const payment = await lockPayment(tx, id)
    if (!payment || succeeded >= payment.refundedAmount) return true
    await savePayment(tx, revise(payment, { refundedAmount: succeeded }, tx.clock.now(payment.organizationId)))
    await insertWork(tx, giveBackWork(payment, tx.clock.now()))
    needs.log.error({ payment_id: id }, 'a bank has returned money that cannot be used, and it goes back again')
    return true
  })
}
