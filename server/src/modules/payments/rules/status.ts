import { revise } from '../../../kernel/revision.ts'
import type { Payment, PaymentStatus } from '../model.ts'

/** Where a payment can go from each status. Money can still come for what was given up: then it is stray. */
export const MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  starting: ['pending', 'canceled'],
  pending: ['action_required', 'succeeded', 'failed', 'canceled'],
  action_required: ['pending', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: ['succeeded'],
  canceled: ['succeeded'],
}

/** Nobody expects anything more to happen. */
export function isSettled(status: PaymentStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'canceled'
}

/** The next version of a payment, in another status. A move that the table does not know is a bug. */
export function movePayment(
  payment: Payment,
  status: PaymentStatus,
  changes: Partial<Pick<Payment, 'orderId' | 'method' | 'processorReference' | 'failureCode' | 'action' | 'isStray'>>,
  now: Date,
): Payment {
  if (payment.status !== status && !MOVES[payment.status].includes(status)) {
    throw new Error(`a payment cannot go from ${payment.status} to ${status}`)
  }
  return revise(payment, { status, ...changes }, now)
}
