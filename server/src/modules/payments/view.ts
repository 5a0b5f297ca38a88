import { declineSentence } from './errors.ts'
import type { Dispute, FullPayment, Payment } from './model.ts'
import type { Dispute as DisputeWire, Payment as PaymentWire } from './schema.ts'

const GIVEN_UP = 'It was given up before anything was charged: the processor was away, or nobody went on with it.'

function failureDetail({ status, failureCode }: Payment): string | null {
  if (failureCode !== null) return declineSentence(failureCode)
  return status === 'canceled' ? GIVEN_UP : null
}

export function paymentView({ payment, disputes }: FullPayment): PaymentWire {
  return {
    id: payment.id,
    created_at: payment.createdAt.toISOString(),
    modified_at: payment.modifiedAt?.toISOString() ?? null,
    organization_id: payment.organizationId,
    checkout_id: payment.checkoutId,
    order_id: payment.orderId,
    processor: payment.processor,
    mode: payment.mode,
    purpose: payment.purpose,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    method: payment.method,
    processor_reference: payment.processorReference,
    failure_code: payment.failureCode,
    failure_detail: failureDetail(payment),
    is_stray: payment.isStray,
    refunded_amount: payment.refundedAmount,
    disputes: disputes.map(disputeView),
  }
}

export function disputeView(dispute: Dispute): DisputeWire {
  return {
    id: dispute.id,
    created_at: dispute.createdAt.toISOString(),
    modified_at: dispute.modifiedAt?.toISOString() ?? null,
    organization_id: dispute.organizationId,
    payment_id: dispute.paymentId,
    status: dispute.status,
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
  }
}
