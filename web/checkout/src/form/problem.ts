import type { ErrorBody } from '../api/shapes.ts'
import type { Field } from './field-names.ts'

/** What is wrong, without words: those depend on the language. */
export type Problem =
  | { readonly kind: Wrong }
  | { readonly kind: 'amount_low' | 'amount_high'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'number_low' | 'number_high' | 'too_short' | 'too_long'; readonly limit: number }
  | { readonly kind: 'day_early' | 'day_late'; readonly day: string }
  /** Declined: the processor's code says why. */
  | { readonly kind: 'declined'; readonly code: string }
  | { readonly kind: 'discount'; readonly reason: string }
  /** The one that is applied cannot be used: the buyer can leave it, or only the seller can change it. */
  | { readonly kind: 'discount_to_leave'; readonly reason: string }
  | { readonly kind: 'discount_to_mend'; readonly reason: string; readonly contact: string | null }
  /** The server's own sentence, where nothing better is known. */
  | { readonly kind: 'said'; readonly text: string }

type Wrong =
  | 'missing'
  | 'email'
  | 'name_long'
  | 'amount'
  | 'not_a_number'
  | 'untick'
  | 'unchosen'
  | 'no_day'
  | 'country'
  | 'tax_id'
  | 'card_missing'
  | 'card_short'
  | 'card_wrong'
  | 'expiry'
  | 'card_over'
  | 'cvc'
  | 'cvc_back'
  | 'cvc_front'
  | 'code_unusable'
  | 'discount_fixed'
  | 'subscribed_already'
  | 'total_changed'
  | 'not_saved'
  | 'unreachable'
  | 'unknown'

/** What has to be put right, at its field or for the page as a whole. */
export interface Problems {
  readonly fields: Readonly<Partial<Record<Field, Problem>>>
  readonly general: Problem | null
}

export const NO_PROBLEMS: Problems = { fields: {}, general: null }

/** Whether a field stands for a purchase that was sent and refused: not only for something to fill in. */
export const isRefusedAtField = ({ fields }: Problems): boolean =>
  Object.values(fields).some((problem) => problem?.kind === 'declined' || problem?.kind === 'subscribed_already')

export const generalProblem = (general: Problem): Problems => ({ fields: {}, general })

export const hasProblems = ({ fields, general }: Problems): boolean =>
  general !== null || Object.keys(fields).length > 0

export function bothProblems(one: Problems, other: Problems): Problems {
  return { fields: { ...other.fields, ...one.fields }, general: one.general ?? other.general }
}

export const isDecline = ({ error }: ErrorBody): boolean => error === 'PaymentError'
