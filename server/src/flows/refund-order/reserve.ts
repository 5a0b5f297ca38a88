import type { Actor } from '../../kernel/actor.ts'
import { newId } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import { lockOrder, type Order } from '../../modules/orders/index.ts'
import { findPaymentOfOrder, type Payment, type Processors } from '../../modules/payments/index.ts'
import {
  aboveWhatIsLeft,
  add,
  insertRefund,
  insertRefundWork,
  nothingWasPaid,
  type Parts,
  partOf,
  pendingParts,
  processorNotSetUp,
  type Refund,
  type RefundCreate,
  type RefundWork,
  refundedOf,
  unknownOrder,
} from '../../modules/refunds/index.ts'
import { leaseFrom } from '../../platform/due-work/lease.ts'
import type { Answer } from '../../platform/http/answer.ts'
import { type Claim, claimKey } from '../../platform/http/idempotency.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { announceRefund } from './announce.ts'

export interface RefundAsk {
  readonly actor: Actor
  readonly body: RefundCreate
  readonly claim: Claim | null
  readonly requestId: string
}

/**
 * Commits that this much goes back, before the processor hears of it. Under the order's lock, and with everything that
 * is under way counted as gone, so that any number at once cannot take more than was paid.
 */
export async function reserve(
  tx: Tx,
  { processors, box }: { readonly processors: Processors; readonly box: SecretBox },
  { actor, body, claim }: RefundAsk,
): Promise<Refund | Answer<never>> {
  const earlier = claim && (await claimKey(tx, claim, box))
  if (earlier) return earlier
  const full = await lockOrder(tx, actor, body.order_id)
  if (!full) throw unknownOrder(body.order_id)
  const { order } = full
  tx.requireWriter(order.organizationId)
  const payment = await findPaymentOfOrder(tx, order.id)
  if (!payment) throw nothingWasPaid(body.order_id)
  if (!processors.has(payment.processor)) throw processorNotSetUp()
  const taken = add(refundedOf(order), await pendingParts(tx, order.id))
  const part = partOf(order, taken, body.amount)
  if (!part) throw aboveWhatIsLeft(body.amount, order.amount - taken.amount)
  const refund = newRefund(order, payment, part, detailsOf(body), tx.clock.now(order.organizationId))
  await insertRefund(tx, refund)
  await insertRefundWork(tx, workOf(refund, claim, leaseFrom(tx.clock.now())))
  announceRefund(tx, refund)
  return refund
}

type Details = Pick<Refund, 'reason' | 'comment' | 'revokeBenefits' | 'metadata'>

function detailsOf({ reason, comment, revoke_benefits, metadata }: RefundCreate): Details {
  return { reason, comment: comment ?? null, revokeBenefits: revoke_benefits ?? false, metadata: metadata ?? {} }
}

export function newRefund(order: Order, payment: Payment, part: Parts, details: Details, now: Date): Refund {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: order.organizationId,
    orderId: order.id,
    subscriptionId: order.subscriptionId,
    customerId: order.customerId,
    paymentId: payment.id,
    status: 'pending',
    amount: part.amount,
    taxAmount: part.taxAmount,
    currency: order.currency,
    processor: payment.processor,
    processorReference: null,
    failureDetail: null,
    ...details,
  }
}

export function workOf(refund: Refund, claim: Claim | null, dueAt: Date): RefundWork {
  return {
    refundId: refund.id,
    dueAt,
    tries: 0,
    claimScope: claim?.scope ?? null,
    claimKey: claim?.key ?? null,
  }
}
