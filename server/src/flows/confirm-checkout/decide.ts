import { InvalidInput, invalidField, missingField } from '../../kernel/invalid-input.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type CheckoutUpdatePublic,
  type DiscountChoice,
  edit,
  type FullCheckout,
  needsPaymentSetup,
  requireApplicable,
} from '../../modules/checkouts/index.ts'
import type { InstantProcessor, InstantVerdict } from '../../modules/payments/index.ts'
import { AlreadyActiveSubscriptionError } from '../../modules/subscriptions/index.ts'
import type { PurchaseFacts } from './facts.ts'
import type { CheckoutConfirm } from './schema.ts'

/** A purchase that may go ahead: the checkout as the buyer sends it off, and what comes of the payment. */
export interface Decision {
  readonly full: FullCheckout
  readonly email: string
  /** Null when nothing has to be paid, now or later. */
  readonly verdict: Exclude<InstantVerdict, { kind: 'unknown_token' }> | null
}

/** Refuses what cannot be bought; everything that is missing is reported together. */
export function decide(
  facts: PurchaseFacts,
  body: CheckoutConfirm,
  choice: DiscountChoice | undefined,
  processor: InstantProcessor,
  now: Date,
): Decision {
  const full = edit(facts.full, body as CheckoutUpdatePublic, choice, now)
  const email = requireEmail(full)
  requireDiscount(full, now)
  requireNotSubscribed(facts, full)
  return { full, email, verdict: judgePayment(full, body.confirmation_token_id ?? undefined, processor) }
}

function requireEmail(full: FullCheckout): string {
  const { customerEmail } = full.checkout
  if (customerEmail === null) throw new InvalidInput([missingField('customer_email')])
  return customerEmail
}

/** It applied when it was set; that may be a while ago. */
function requireDiscount(full: FullCheckout, now: Date): void {
  if (full.discount === null) return
  const field = full.checkout.discountIsFixed ? 'discount_id' : 'discount_code'
  const input = full.checkout.discountIsFixed ? full.discount.id : full.discount.code
  requireApplicable(full.discount, full, full.price, now, field, input)
}

function requireNotSubscribed(facts: PurchaseFacts, full: FullCheckout): void {
  if (full.price.type !== 'recurring' || !facts.isSubscribed) return
  if (full.organization.subscriptionSettings.allow_multiple_subscriptions) return
  throw new Refusal(AlreadyActiveSubscriptionError)
}

function judgePayment(full: FullCheckout, token: string | undefined, processor: InstantProcessor): Decision['verdict'] {
  if (full.checkout.totalAmount === 0 && !needsPaymentSetup(full.price)) return null
  const verdict = processor.judge(token)
  if (verdict.kind !== 'unknown_token') return verdict
  throw invalidField('confirmation_token_id', 'There is no such confirmation token', token)
}
