import { type RefundWire, refundView } from '../../modules/refunds/index.ts'
import { Answer } from '../../platform/http/answer.ts'
import { askProcessor } from './ask-processor.ts'
import type { RefundNeeds } from './needs.ts'
import { type RefundAsk, reserve } from './reserve.ts'
import { settleRefund } from './settle-refund.ts'

/** No database connection is held while the processor thinks. What dies in between is finished by `recoverRefunds`. */
export async function refundOrder(needs: RefundNeeds, ask: RefundAsk): Promise<Answer<RefundWire>> {
  const { requestId } = ask
  const reserved = await needs.transactions.run((tx) => reserve(tx, needs, ask), { requestId })
  if (reserved instanceof Answer) return reserved
  const refund = await settleRefund(needs, reserved, await askProcessor(needs, reserved), requestId)
  const body = refundView(refund)
  return new Answer(body, { text: JSON.stringify(body), version: refund.version })
}
