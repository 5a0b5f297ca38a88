import type { Refund } from './model.ts'
import type { Refund as RefundWire } from './schema.ts'

export function refundView(refund: Refund): RefundWire {
  return {
    id: refund.id,
    created_at: refund.createdAt.toISOString(),
    modified_at: refund.modifiedAt?.toISOString() ?? null,
    metadata: refund.metadata,
    status: refund.status,
    reason: refund.reason,
    amount: refund.amount,
    tax_amount: refund.taxAmount,
    currency: refund.currency,
    organization_id: refund.organizationId,
    order_id: refund.orderId,
    subscription_id: refund.subscriptionId,
    customer_id: refund.customerId,
    payment_id: refund.paymentId,
    revoke_benefits: refund.revokeBenefits,
    comment: refund.comment,
    failure_detail: refund.failureDetail,
  }
}
