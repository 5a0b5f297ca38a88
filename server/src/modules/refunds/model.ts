import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { ProcessorName } from '../payments/index.ts'

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_REASONS = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What an order is made of, or a part of it that goes back. */
export interface Parts {
  /** Without tax. */
  readonly amount: number
  readonly taxAmount: number
}

export interface Refund extends Versioned, Parts {
  readonly id: string
  readonly organizationId: string
  readonly orderId: string
  readonly subscriptionId: string | null
  readonly customerId: string
  readonly paymentId: string
  readonly status: RefundStatus
  readonly reason: RefundReason
  readonly currency: string
  readonly revokeBenefits: boolean
  readonly comment: string | null
  readonly metadata: MetadataValues
  readonly processor: ProcessorName
  /** Null until the processor has answered. */
  readonly processorReference: string | null
  readonly failureDetail: string | null
}

/** What is left to find out about a refund. */
export interface RefundWork {
  readonly refundId: string
  /** When somebody else may take it over. */
  readonly dueAt: Date
  readonly tries: number
  /** The request that waits for an answer under an Idempotency-Key. */
  readonly claimScope: string | null
  readonly claimKey: string | null
}
