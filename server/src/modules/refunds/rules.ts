import { divideRounded } from '../../kernel/money.ts'
import { revise } from '../../kernel/revision.ts'
import type { Order } from '../orders/index.ts'
import type { RefundState } from '../payments/index.ts'
import type { Parts, Refund, RefundStatus } from './model.ts'

export const add = (one: Parts, other: Parts): Parts => ({
  amount: one.amount + other.amount,
  taxAmount: one.taxAmount + other.taxAmount,
})

export const totalOf = ({ amount, taxAmount }: Parts): number => amount + taxAmount

export const refundedOf = ({ refundedAmount, refundedTaxAmount }: Order): Parts => ({
  amount: refundedAmount,
  taxAmount: refundedTaxAmount,
})

/**
 * An amount without tax, and the tax that goes back with it. Tax follows in proportion to everything that has gone back
 * so far, so rounding never adds up: the last part takes exactly the rest. Null when less than that is left.
 */
export function partOf(whole: Parts, taken: Parts, amount: number): Parts | null {
  const after = taken.amount + amount
  if (amount <= 0 || after > whole.amount) return null
  const dueTax = Number(divideRounded(BigInt(whole.taxAmount) * BigInt(after), BigInt(whole.amount)))
  return { amount, taxAmount: Math.max(0, dueTax - taken.taxAmount) }
}

/** The same for a total, as processors know it, which is never split into more than is left of either. */
export function partOfTotal(whole: Parts, taken: Parts, total: number): Parts {
  const left = { amount: whole.amount - taken.amount, taxAmount: whole.taxAmount - taken.taxAmount }
  const wanted = Math.min(total, totalOf(left))
  if (wanted === totalOf(left)) return left
  const share = Number(divideRounded(BigInt(wanted) * BigInt(whole.amount), BigInt(totalOf(whole))))
  const amount = Math.min(Math.max(share, wanted - left.taxAmount), left.amount)
  return { amount, taxAmount: wanted - amount }
}

/** The order once this is what has gone back of it. */
export function withRefunded(order: Order, { amount, taxAmount }: Parts, now: Date): Order {
  const status = amount >= order.amount ? 'refunded' : amount + taxAmount > 0 ? 'partially_refunded' : 'paid'
  return revise(order, { status, refundedAmount: amount, refundedTaxAmount: taxAmount }, now)
}

/**
 * Where a refund can go from each status. Banks send money back that they could not hand out, days after it seemed to
 * have arrived, so a success is not the end of everything.
 */
export const REFUND_MOVES: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['succeeded'],
  canceled: [],
}

/**
 * The refund as the processor has it, or the very same one when that is no news. What the processor calls it is shown
 * nowhere, so that alone is no new version.
 */
export function applyState(refund: Refund, state: RefundState, now: Date): Refund {
  const processorReference = state.reference ?? refund.processorReference
  if (state.kind === 'pending') {
    const isNamed = refund.status === 'pending' && processorReference !== refund.processorReference
    return isNamed ? { ...refund, processorReference } : refund
  }
  if (refund.status !== state.kind && !REFUND_MOVES[refund.status].includes(state.kind)) return refund
  const failureDetail = state.kind === 'failed' ? state.reason : null
  return revise(refund, { status: state.kind, processorReference, failureDetail }, now)
}
