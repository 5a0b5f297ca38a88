import { newId } from '../../kernel/ids.ts'
import type { FullCheckout } from '../../modules/checkouts/index.ts'
import type { Payment, PaymentMethod, ProcessorName, SavedMethod } from '../../modules/payments/index.ts'
import type { Declined, Paid } from './decide.ts'

/** An attempt whose outcome was known at once. */
export function attemptOf(full: FullCheckout, outcome: Paid | Declined, orderId: string | null, now: Date): Payment {
  const attempt = newAttempt(full, 'sandbox', now)
  return {
    ...attempt,
    orderId,
    status: outcome.kind === 'paid' ? 'succeeded' : 'failed',
    method: outcome.method,
    processorReference: `sandbox_${attempt.id}`,
    failureCode: outcome.kind === 'paid' ? null : outcome.code,
  }
}

/** An attempt to take the checkout's total, or, when that is nothing, to make sure that later charges will pass. */
export function newAttempt({ checkout }: FullCheckout, processor: ProcessorName, now: Date): Payment {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: checkout.organizationId,
    checkoutId: checkout.id,
    orderId: null,
    mode: checkout.paymentsMode,
    processor,
    purpose: checkout.totalAmount > 0 ? 'payment' : 'setup',
    status: 'starting',
    amount: checkout.totalAmount,
    currency: checkout.currency,
    method: null,
    processorReference: null,
    failureCode: null,
    action: null,
    isStray: false,
    refundedAmount: 0,
  }
}

/** What the processor will know the buyer's card by, for charges without the buyer. */
export function savedMethodOf(
  { checkout }: FullCheckout,
  customerId: string,
  processor: ProcessorName,
  { method, savedMethod }: { readonly method: PaymentMethod | null; readonly savedMethod: string | null },
  now: Date,
): SavedMethod | null {
  if (method === null || savedMethod === null) return null
  return {
    id: newId(),
    createdAt: now,
    organizationId: checkout.organizationId,
    customerId,
    processor,
    processorReference: savedMethod,
    card: method,
  }
}
