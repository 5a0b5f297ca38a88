import type { Items, Reply, Restarted } from '../api/api.ts'
import type { Checkout, Download, ErrorBody, Grant, LicenseKey, Order, Patch } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'
import type { Field } from '../form/field-names.ts'
import type { PayOutcome } from './pay.ts'

/** What can happen to the page. */
export type Event =
  /** `because` is the refusal that made it look again; `first` is what the form starts with. */
  | {
      readonly is: 'read'
      readonly reply: Reply<Checkout>
      readonly because: ErrorBody | null
      readonly first: (checkout: Checkout) => Draft
    }
  | { readonly is: 'typed'; readonly field: Field; readonly text: string }
  | { readonly is: 'business'; readonly isBusiness: boolean }
  /** A field was left: what the totals depend on is saved then. */
  | { readonly is: 'left'; readonly field: Field }
  /** Somebody has stopped typing, and may go on: what is good already shows in the totals. */
  | { readonly is: 'paused'; readonly field: 'amount' }
  | { readonly is: 'chosen'; readonly patch: Patch }
  | { readonly is: 'code_asked' }
  | { readonly is: 'code_removed' }
  | {
      readonly is: 'saved'
      readonly patch: Patch
      readonly reply: Reply<Checkout>
      readonly now: Date
      readonly locale: string
    }
  | { readonly is: 'submitted'; readonly now: Date }
  | { readonly is: 'answered'; readonly outcome: PayOutcome }
  | { readonly is: 'challenge_answered' }
  | { readonly is: 'keys'; readonly reply: Reply<Items<LicenseKey>> | null }
  | { readonly is: 'downloads'; readonly reply: Reply<Items<Download>> | null }
  | { readonly is: 'notes'; readonly reply: Reply<Items<Grant>> | null }
  | { readonly is: 'orders'; readonly reply: Reply<Items<Order>> | null }
  | { readonly is: 'asked_again' }
  | { readonly is: 'restart_asked' }
  | { readonly is: 'restarted'; readonly reply: Reply<Restarted> }
  | { readonly is: 'seen' }
  | { readonly is: 'online'; readonly isOnline: boolean }
