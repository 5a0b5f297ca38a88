import type { Versioned } from '../../kernel/revision.ts'
import type { PaymentsMode } from '../organizations/index.ts'

/** What the buyer paid with, as far as it may be shown. */
export interface PaymentMethod {
  readonly type: 'card'
  readonly brand: string
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
}

export const DECLINE_CODES = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
] as const
export type DeclineCode = (typeof DECLINE_CODES)[number]

export const PROCESSORS = ['sandbox', 'stripe'] as const
export type ProcessorName = (typeof PROCESSORS)[number]

/** A setup takes no money now: it makes sure that a method can be charged later. */
export const PAYMENT_PURPOSES = ['payment', 'setup'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

export const PAYMENT_STATUSES = ['starting', 'pending', 'action_required', 'succeeded', 'failed', 'canceled'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** One attempt to take money, whatever came of it. */
export interface Payment extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly checkoutId: string | null
  readonly orderId: string | null
  readonly mode: PaymentsMode
  readonly processor: ProcessorName
  readonly purpose: PaymentPurpose
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  /** Null as long as nobody has told. */
  readonly method: PaymentMethod | null
  /** Null until the processor has made the attempt. */
  readonly processorReference: string | null
  readonly failureCode: DeclineCode | null
  /** What the buyer still has to do. */
  readonly action: Readonly<Record<string, string>> | null
  /** Money that came for an attempt that was given up. It goes back. */
  readonly isStray: boolean
  readonly refundedAmount: number
}

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const

/** A bank wants the buyer's money back. */
export interface Dispute extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly paymentId: string
  readonly status: (typeof DISPUTE_STATUSES)[number]
  readonly amount: number
  readonly currency: string
  readonly reason: string | null
}

/** As its own routes show it. */
export interface FullPayment {
  readonly payment: Payment
  readonly disputes: readonly Dispute[]
}

/** `find_out` what came of an attempt, or `give_back` money that came for nothing. */
export type PaymentTask = 'find_out' | 'give_back'

/** What is left to do about a payment. */
export interface PaymentWork {
  readonly paymentId: string
  readonly checkoutId: string | null
  readonly task: PaymentTask
  /** When somebody else may take it over. */
  readonly dueAt: Date
  readonly tries: number
  /** The request that waits for an answer under an Idempotency-Key. */
  readonly claimScope: string | null
  readonly claimKey: string | null
  readonly requestId: string | null
  /** The checkout as the seller saw it before the confirm. */
  readonly checkoutBefore: object | null
  /** False while that is still what events have shown last. */
  readonly isAnnounced: boolean
  /** When the buyer was first asked to do something; from then on the attempt's secret is out. */
  readonly buyerAskedAt: Date | null
  /** Why the last looks have failed. New work has none. */
  readonly trouble?: string | null
}

/** What a customer has paid with and may be charged on again. */
export interface SavedMethod {
  readonly id: string
  readonly createdAt: Date
  readonly organizationId: string
  readonly customerId: string
  readonly processor: ProcessorName
  readonly processorReference: string
  readonly card: PaymentMethod
  /** Since when nobody may charge it any more. New ones have none. */
  readonly detachedAt?: Date | null
}
