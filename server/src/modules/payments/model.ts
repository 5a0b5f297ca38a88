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

/** One attempt to take money, whatever came of it. */
export interface Payment extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly checkoutId: string | null
  readonly orderId: string | null
  readonly mode: PaymentsMode
  readonly status: 'succeeded' | 'failed'
  readonly amount: number
  readonly currency: string
  readonly method: PaymentMethod
  readonly processorReference: string
  readonly failureCode: DeclineCode | null
}
