import type { Checkout, ErrorBody, Patch } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'
import type { Field } from '../form/field-names.ts'
import type { Attempt } from './pay.ts'

/** What is to be done outside the page's state. Each one that asks somebody is answered by an event. */
export type Command =
  | { readonly do: 'read'; readonly after: number; readonly because: ErrorBody | null }
  | { readonly do: 'save'; readonly patch: Patch }
  | { readonly do: 'pay'; readonly checkout: Checkout; readonly draft: Draft }
  | { readonly do: 'ask_again'; readonly attempt: Attempt; readonly after: number }
  /** Hears of the outcome as soon as it is there. */
  | { readonly do: 'watch' }
  | { readonly do: 'answer_challenge'; readonly clientSecret: string }
  | { readonly do: 'fetch_goods'; readonly checkout: Checkout }
  /** It was paid: just now, or before the page was opened. */
  | { readonly do: 'finish'; readonly checkout: Checkout; readonly isNews: boolean }
  | { readonly do: 'restart' }
  | { readonly do: 'open'; readonly clientSecret: string }
  | { readonly do: 'keep'; readonly draft: Draft }
  | { readonly do: 'focus'; readonly field: Field | null }
