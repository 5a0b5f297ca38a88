import { Refusal, type RefusalKind, ServiceUnavailable } from '../../kernel/refusal.ts'
import type { DeclineCode } from './model.ts'

export const PaymentError: RefusalKind = {
  error: 'PaymentError',
  status: 400,
  code: 'card_declined',
  detail: 'The payment was declined.',
}

const SENTENCES: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'The card was declined. Try another card.',
  insufficient_funds: 'The card has insufficient funds. Try another card.',
  expired_card: 'The card has expired. Try another card.',
  incorrect_cvc: 'The security code of the card is not right.',
  processing_error: 'The card could not be processed just now. Try again in a moment.',
  authentication_failed: 'The bank could not confirm that it is you. Try again or use another card.',
}

export const declineSentence = (code: DeclineCode): string => SENTENCES[code]

export function paymentDeclined(code: DeclineCode): Refusal {
  return new Refusal(PaymentError, { code, detail: declineSentence(code) })
}

/** Only when it is certain that nothing was charged. */
export function processorAway(): Refusal {
  const detail = 'The payment could not be started. Nothing was charged. Try again in a moment.'
  return new Refusal(ServiceUnavailable, { detail, code: 'processor_away', headers: { 'retry-after': '5' } })
}

/** It was charged, and what it was for cannot be had any more. */
export function paymentGoesBack(): Refusal {
  const detail = 'What you wanted to buy cannot be had any more. Your payment goes back to you.'
  return new Refusal(PaymentError, { code: 'processing_error', detail })
}
