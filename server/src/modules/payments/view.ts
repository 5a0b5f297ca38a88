import { declineSentence } from './errors.ts'
import type { FullPayment } from './model.ts'
import type { Payment as PaymentWire } from './schema.ts'

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
    failure_detail: payment.failureCode && declineSentence(payment.failureCode),
    is_stray: payment.isStray,
    refunded_amount: payment.refundedAmount,
    disputes: disputes.map(({ id, createdAt, status, amount, currency, reason }) => ({
      id,
      created_at: createdAt.toISOString(),
      status,
      amount,
      currency,
      reason,
    })),
  }
}
