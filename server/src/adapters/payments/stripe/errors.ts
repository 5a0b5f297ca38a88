import type Stripe from 'stripe'
import { Refusal } from '../../../kernel/refusal.ts'
import { type DeclineCode, PaymentError } from '../../../modules/payments/index.ts'

export type StripeRefusal = Stripe.errors.StripeError

const REFUSALS: readonly unknown[] = ['StripeInvalidRequestError', 'StripeCardError', 'StripeIdempotencyError']

/** Stripe has understood what was asked, and says no. After every other error nobody knows what has happened. */
export function isRefusal(error: unknown): error is StripeRefusal {
  return typeof error === 'object' && error !== null && 'type' in error && REFUSALS.includes(error.type)
}

export const isDecline = ({ type }: StripeRefusal): boolean => type === 'StripeCardError'

/** There is no such thing: the one that was asked for, or the one that a parameter names. */
export function isMissing(error: unknown, parameter?: string): boolean {
  if (!isRefusal(error) || error.code !== 'resource_missing') return false
  return parameter === undefined || error.param === parameter
}

/** Unknown, of another account, expired, or used for another attempt. */
export function isAboutToken({ code, param }: StripeRefusal): boolean {
  return param === 'confirmation_token' || code === 'token_already_used'
}

export function isAboutAmount({ code, param }: StripeRefusal): boolean {
  const codes = ['amount_too_small', 'amount_too_large', 'invalid_charge_amount']
  return codes.includes(code ?? '') || param === 'amount' || param === 'currency'
}

export function amountRefused(): Refusal {
  const detail = 'This amount cannot be paid in this currency. Nothing was charged.'
  return new Refusal(PaymentError, { code: 'processing_error', detail })
}

/** What finds the call in Stripe's own log. Its sentence stays out: it may repeat what was sent. */
export function traceOf(error: unknown): object {
  const { type, code, param, statusCode, requestId } = error as Partial<StripeRefusal>
  return { stripe: { type, code, param, status: statusCode, request_id: requestId } }
}

/** Stripe's words for why a card was declined, as far as a buyer can do something about it. */
const DECLINES: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  authentication_required: 'authentication_failed',
  authentication_not_handled: 'authentication_failed',
  authentication_failure: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
}

interface Reason {
  readonly code?: string | null
  readonly decline_code?: string | null
}

/** The bank's reason says more than Stripe's code, which is `card_declined` for most of them. */
export function declineCodeOf(reason: Reason | null | undefined): DeclineCode {
  return DECLINES[reason?.decline_code ?? ''] ?? DECLINES[reason?.code ?? ''] ?? 'card_declined'
}
