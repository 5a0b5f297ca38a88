import type { Checkout, Download, ExpiredBody, LicenseKey, Order, Patch } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'
import type { Problems } from '../form/problem.ts'
import type { Attempt } from './pay.ts'

/** Everything the page shows, by name. There is no other way for it to look. */
export type Screen =
  | Loading
  | Missing
  | Unreachable
  | Editing
  | Confirming
  | Challenge
  | Verifying
  | Paid
  | Failed
  | Expired

interface Loading {
  readonly at: 'loading'
}

interface Missing {
  readonly at: 'missing'
}

/** Nothing could be read yet. The page goes on asking. */
interface Unreachable {
  readonly at: 'unreachable'
}

export interface Editing {
  readonly at: 'editing'
  readonly checkout: Checkout
  readonly draft: Draft
  /** A change that is on its way to the server. */
  readonly saving: Patch | null
  /** What was changed meanwhile, and goes there next. */
  readonly waiting: Patch | null
  /** The buyer has pressed the button meanwhile, and this is what they saw. */
  readonly pressed: Press | null
  readonly problems: Problems
  /** What has changed beside what the buyer wanted, or after they pressed the button: to be read before pressing it. */
  readonly notice: 'new_total' | 'new_offer' | 'code_applied' | 'discount_gone' | null
}

/** What the buyer saw when they pressed the button. Nothing else is ever paid. */
export interface Press {
  readonly due: string
  readonly productId: string
  /** Null: another product was chosen just now, and which of its prices it gets is for the server to say. */
  readonly priceId: string | null
}

/** The button was pressed, and the outcome is not there yet. */
export interface Confirming {
  readonly at: 'confirming'
  readonly checkout: Checkout
  readonly draft: Draft
  /** The answer is there, and what came of it is being read. Before, nothing that is read says more. */
  readonly isAnswered: boolean
}

/** The buyer's bank has a question. */
export interface Challenge {
  readonly at: 'challenge'
  readonly checkout: Checkout
  readonly draft: Draft | null
}

/** Whether it was paid is not known yet. Nobody can pay again meanwhile. */
export interface Verifying {
  readonly at: 'verifying'
  readonly checkout: Checkout
  readonly draft: Draft | null
  /** Its answer was lost on the way, and is asked for again. Null while the processor still works on it. */
  readonly lost: Attempt | null
}

export interface Paid {
  readonly at: 'paid'
  readonly checkout: Checkout
  readonly keys: Goods<LicenseKey>
  readonly downloads: Goods<Download>
  readonly notes: Goods<Note>
  readonly order: Goods<Order>
}

/** What the seller says about a benefit, to those who have it. */
export interface Note {
  readonly benefit_id: string
  readonly title: string
  readonly text: string
}

/** Asked for a fresh checkout of the same purchase. */
interface Restartable {
  readonly restart: 'no' | 'asked' | 'refused' | 'unreachable'
}

export interface Failed extends Restartable {
  readonly at: 'failed'
  readonly checkout: Checkout
}

export interface Expired extends Restartable {
  readonly at: 'expired'
  readonly body: ExpiredBody
}

/** Keys, files and the like that were bought, as far as they are known. */
export type Goods<Item> =
  | { readonly kind: 'none' | 'loading' }
  | { readonly kind: 'shown'; readonly items: readonly Item[] }
  /** Bought in another browser, or too long ago. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unreachable' }

export interface Model {
  readonly screen: Screen
  readonly isOnline: boolean
}

export const FIRST: Model = { screen: { at: 'loading' }, isOnline: true }
