import { isDatabaseAway } from '../../platform/postgres/pool.ts'
import type { DeclineCode, PaymentMethod, PaymentPurpose, ProcessorName } from './model.ts'

/** What will come of a confirmation token, known before anything is written. */
export type InstantVerdict =
  | { readonly kind: 'paid'; readonly method: PaymentMethod; readonly savedMethod: string }
  | { readonly kind: 'declined'; readonly method: PaymentMethod; readonly code: DeclineCode }
  /** Only the processor itself can tell. */
  | { readonly kind: 'remote' }
  | { readonly kind: 'unknown_token' }

/** How an attempt stands at the processor. */
export type ProcessorState =
  /** Made, and never confirmed: no money can have moved. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'action_required'; readonly action: PaymentAction }
  /** The processor itself does not know yet. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'succeeded'; readonly method: PaymentMethod | null; readonly savedMethod: string | null }
  | { readonly kind: 'failed'; readonly method: PaymentMethod | null; readonly code: DeclineCode }
  | { readonly kind: 'canceled' }

/** What the buyer has to do. Text values only: pages get it in `payment_processor_metadata`. */
export type PaymentAction = Readonly<Record<string, string>>

/** An attempt to be made at the processor. */
export interface OpenAsk {
  /** Ours. The processor's idempotency key is derived from it, so asking twice makes one attempt. */
  readonly paymentId: string
  readonly purpose: PaymentPurpose
  readonly amount: number
  readonly currency: string
  readonly organizationId: string
  readonly checkoutId: string | null
  readonly customer: { readonly id: string; readonly email: string; readonly name: string | null }
  /** The method will be charged again without the buyer. */
  readonly isForLater: boolean
}

export interface ConfirmAsk {
  readonly reference: string
  readonly purpose: PaymentPurpose
  readonly confirmationToken: string | undefined
  /** Where the buyer comes back to after doing what had to be done. */
  readonly returnUrl: string
}

/** A charge of a saved method, without the buyer. */
export interface ChargeAsk extends Omit<OpenAsk, 'purpose' | 'isForLater'> {
  readonly savedMethod: string
}

export interface RefundAsk {
  /** Ours; asking twice refunds once. */
  readonly refundId: string
  readonly reference: string
  readonly amount: number
  readonly reason: string
}

export type RefundState =
  | { readonly kind: 'succeeded'; readonly reference: string }
  | { readonly kind: 'pending'; readonly reference: string }
  | { readonly kind: 'failed'; readonly reference: string | null; readonly reason: string }

/** A refund as the processor has it, also one that nobody here asked for. */
export type RefundRecord = RefundState & {
  /** The attempt whose money goes back; null for a refund that the processor does not know. */
  readonly paymentReference: string | null
  readonly amount: number
}

/** What has become of the money of an attempt, whoever gave it back. */
export interface GivenBack {
  /** How much has gone back. */
  readonly succeeded: number
  /** How much is on its way. */
  readonly pending: number
  /** How many refunds have failed, at once or at the bank. */
  readonly failed: number
}

/** What a processor tells by itself. It may come twice, late, early or in another order than it happened. */
export interface Notification {
  readonly eventId: string
  readonly content: NotificationContent
}

export type NotificationContent =
  /** Something about this attempt has changed: whoever wants to know what has to fetch it. */
  | { readonly kind: 'payment'; readonly reference: string }
  | {
      readonly kind: 'refund'
      readonly reference: string
      readonly refundId: string | null
      /** The attempt whose money goes back. One that was kept before this was told has none. */
      readonly paymentReference: string | null
    }
  | {
      readonly kind: 'dispute'
      readonly reference: string
      readonly paymentReference: string
      readonly status: 'open' | 'won' | 'lost'
      readonly amount: number
      readonly currency: string
      readonly reason: string | null
    }
  | { readonly kind: 'other' }

/**
 * Takes money, somewhere outside our database. Every call may take long, fail, or succeed and lose its answer: then it
 * throws `ProcessorAway`. There is no look-up by anything but the reference, because processors' searches lag behind.
 */
export interface PaymentProcessor {
  readonly name: ProcessorName
  /** Makes an attempt that cannot move money before it is confirmed. Answers the processor's reference. */
  open(ask: OpenAsk): Promise<string>
  /** Throws `TokenRefused` for a confirmation token that the processor does not know. */
  confirm(ask: ConfirmAsk): Promise<ProcessorState>
  fetch(reference: string): Promise<ProcessorState>
  /** Answers how it stands afterwards: `canceled` when no money can come of it any more, or what it was too late for. */
  cancel(reference: string): Promise<ProcessorState>
  /** Opens and confirms at once with a saved method; the reference is told before the money moves. */
  charge(ask: ChargeAsk, opened: (reference: string) => Promise<void>): Promise<ProcessorState>
  refund(ask: RefundAsk): Promise<RefundState>
  /** How a refund stands now. */
  fetchRefund(reference: string): Promise<RefundRecord>
  /** What has gone back of this attempt. */
  refundsOf(reference: string): Promise<GivenBack>
  /** Forgets a saved method, so that it cannot be charged any more. */
  detach(savedMethod: string): Promise<void>
  /** Throws `NotFromProcessor` when the signature does not fit. */
  readNotification(headers: Readonly<Record<string, string | undefined>>, body: Uint8Array): Promise<Notification>
}

/** What a processor calls our customers. */
export interface CustomerReferences {
  find(customerId: string): Promise<string | null>
  /** Of several that are kept at once the first one stays, unless it is `gone`. Answers which it is. */
  keep(customerId: string, reference: string, gone: string | null): Promise<string>
}

/** A processor whose outcome can be a pure function of the token, so that one transaction holds the whole purchase. */
export interface InstantProcessor {
  /** Without a token: the card that always succeeds. */
  judge(confirmationToken: string | undefined): InstantVerdict
}

/** What came of a call cannot be known: it failed on the way there or on the way back. */
export class ProcessorAway extends Error {}

/** The processor or our own database is away. Whoever works in the background tries again, and has nothing to report. */
export function willPass(error: unknown): boolean {
  return error instanceof ProcessorAway || isDatabaseAway(error)
}

export class TokenRefused extends Error {}

export class NotFromProcessor extends Error {}
