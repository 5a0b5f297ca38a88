import { Refusal, type RefusalKind } from '../../kernel/refusal.ts'
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

export function paymentDeclined(code: DeclineCode): Refusal {
  return new Refusal(PaymentError, { code, detail: SENTENCES[code] })
}
