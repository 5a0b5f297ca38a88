import { findPayment, type Payment, ProcessorAway, type ProcessorState } from '../../../modules/payments/index.ts'
import { fulfill } from './fulfill.ts'
import { giveUp } from './give-up.ts'
import { type AnswerWith, keepWaiting } from './keep-waiting.ts'
import type { PaymentNeeds } from './needs.ts'
import { endOf, type Settled } from './settled.ts'
import { takeStray } from './stray.ts'

type Failed = Extract<ProcessorState, { kind: 'failed' }>

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
      return endFailed(needs, payment, state)
    case 'canceled':
      return giveUp(needs, payment, { status: 'canceled' })
    case 'unconfirmed':
    case 'action_required':
    case 'processing':
      return keepWaiting(needs, payment, state, answerWith)
  }
}

/**
 * A buyer who was asked to do something may hold the attempt's secret, and could pay it with another card. It has to be
 * dead at the processor before the checkout is opened again: otherwise there could be two charges.
 */
async function endFailed(needs: PaymentNeeds, payment: Payment, { code, method }: Failed): Promise<Settled> {
  const end = { status: 'failed', code, method } as const
  const settled = await giveUp(needs, payment, { ...end, isDead: false })
  const { processorReference: reference } = payment
  if (settled.kind !== 'waiting' || reference === null) return settled
  const after = await needs.processors.get(payment.processor).cancel(reference)
  if (after.kind === 'failed') throw new ProcessorAway('the processor does not cancel what has failed')
  return after.kind === 'canceled'
    ? giveUp(needs, payment, { ...end, isDead: true })
    : settlePayment(needs, payment.id, after)
}

function alreadyKnown(payment: Payment, state: ProcessorState): Settled | null {
  if (payment.status === 'succeeded') return { kind: payment.isStray ? 'stray' : 'fulfilled' }
  if (state.kind === 'succeeded') return null
  return endOf(payment)
}
