import type { DeclineCode, PaymentMethod } from './model.ts'

/** What will come of a confirmation token, known before anything is written. */
export type InstantVerdict =
  | { readonly kind: 'paid'; readonly method: PaymentMethod }
  | { readonly kind: 'declined'; readonly method: PaymentMethod; readonly code: DeclineCode }
  | { readonly kind: 'unknown_token' }

/** A processor whose outcome is a pure function of the token, so that one transaction can hold the whole purchase. */
export interface InstantProcessor {
  /** Without a token: the card that always succeeds. */
  judge(confirmationToken: string | undefined): InstantVerdict
}
