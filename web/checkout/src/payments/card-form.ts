import type { Reply } from '../api/api.ts'
import type { Checkout } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'

/** Whoever takes cards: the sandbox by the page's own fields, a real processor by a form of its own. */
export interface CardForm {
  /** What stands for the card in the call that pays. */
  tokenFor(draft: Draft, checkout: Checkout): Promise<Reply<{ readonly id: string }>>
  /** The bank's question, where it is asked inside this page. */
  answerChallenge(clientSecret: string, checkout: Checkout): Promise<void>
}
