import { findPayment, type Payment, type ProcessorState } from '../../../modules/payments/index.ts'
import { fulfill } from './fulfill.ts'
import { giveUp } from './give-up.ts'
import { type AnswerWith, keepWaiting } from './keep-waiting.ts'
import type { PaymentNeeds } from './needs.ts'
import { endOf, type Settled } from './settled.ts'
import { takeStray } from './stray.ts'

/**
 * Writes down what a processor says about an attempt. Confirm, notifications and the work in the background all end
 * here, in any order and any number of times: what was written once is not written again.
 */
export async function settlePayment(
  needs: PaymentNeeds,
  id: string,
  state: ProcessorState,
  answerWith?: AnswerWith,
): Promise<Settled> {
  const payment = await findPayment(needs.db, id)
  if (!payment) throw new Error(`there is no payment ${id}`)
  const known = alreadyKnown(payment, state)
  if (known) return known
  switch (state.kind) {
    case 'succeeded':
      return (await fulfill(needs, payment, state)) ?? takeStray(needs, payment, state)
    case 'failed':
      return giveUp(needs, payment, { status: 'failed', code: state.code, method: state.method })
    case 'canceled':
      return giveUp(needs, payment, { status: 'canceled' })
    case 'unconfirmed':
    case 'action_required':
    case 'processing':
      return keepWaiting(needs, payment, state, answerWith)
  }
}

function alreadyKnown(payment: Payment, state: ProcessorState): Settled | null {
  if (payment.status === 'succeeded') return { kind: payment.isStray ? 'stray' : 'fulfilled' }
  if (state.kind === 'succeeded') return null
  return endOf(payment)
}
