import { fieldIssue, InvalidInput, invalidField, missingField } from '../../kernel/invalid-input.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type CheckoutUpdatePublic,
  type DiscountChoice,
  edit,
  type FullCheckout,
  isAmountMissing,
  needsPaymentSetup,
  placeOf,
  requireApplicable,
  requireUpgradable,
} from '../../modules/checkouts/index.ts'
import { unansweredCustomFields } from '../../modules/custom-fields/index.ts'
import type { InstantVerdict, Processors } from '../../modules/payments/index.ts'
import { AlreadyActiveSubscriptionError } from '../../modules/subscriptions/index.ts'
import type { PurchaseFacts } from './facts.ts'
import type { CheckoutConfirm } from './schema.ts'

export type Paid = Extract<InstantVerdict, { kind: 'paid' }>
export type Declined = Extract<InstantVerdict, { kind: 'declined' }>

/** A purchase that may go ahead: the checkout as the buyer sends it off, and what is known of the payment. */
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
  processors: Processors,
  now: Date,
): Decision {
  const full = edit(facts.full, body as CheckoutUpdatePublic, choice, now)
  const email = requireComplete(full)
  requireExpected(full, body)
  // One that comes with the confirm itself was checked by the edit.
  if (!choice?.chosen) requireDiscount(facts, full, now)
  requireUpgrade(facts)
  requireNotSubscribed(facts, full)
  return { full, email, verdict: judgePayment(full, body.confirmation_token_id ?? undefined, processors) }
}

function requireComplete({ checkout, product, price }: FullCheckout): string {
  const { customerEmail: email } = checkout
  const missing = [
    ...(email === null ? [missingField('customer_email')] : []),
    ...(isAmountMissing(price, checkout) ? [missingField('amount')] : []),
    ...unansweredCustomFields(product.attachedFields, checkout.customFieldData),
  ]
  if (email === null || missing.length > 0) throw new InvalidInput(missing)
  return email
}

/** Somebody else may have changed the price or the discount since the buyer looked: nobody pays what they did not see. */
function requireExpected({ checkout }: FullCheckout, { expected_total_amount: expected }: CheckoutConfirm): void {
  if (expected === undefined || expected === null || expected === checkout.totalAmount) return
  const msg = `The total is ${checkout.totalAmount} now`
  throw new InvalidInput([{ ...fieldIssue('expected_total_amount', msg, expected), type: 'total_changed' }])
}

/** It applied when it was set; that may be a while ago. */
function requireDiscount({ redeemedByCustomer }: PurchaseFacts, full: FullCheckout, now: Date): void {
  const { discount, organization } = full
  if (discount !== null) requireApplicable({ discount, redeemedByCustomer }, organization, full, now, placeOf(full))
}

/** The subscription may have ended since, or another checkout may have upgraded it. */
function requireUpgrade({ upgraded, customer }: PurchaseFacts): void {
  if (upgraded === null) return
  requireUpgradable(upgraded)
  const { id, customerId } = upgraded.subscription
  if (customer?.id === customerId) return
  throw invalidField('subscription_id', 'The customer of this subscription is gone', id)
}

function requireNotSubscribed({ subscribedTo }: PurchaseFacts, { product, price, organization }: FullCheckout): void {
  if (price.type !== 'recurring' || !subscribedTo.includes(product.id)) return
  if (organization.subscriptionSettings.allow_multiple_subscriptions) return
  throw new Refusal(AlreadyActiveSubscriptionError)
}

function judgePayment(full: FullCheckout, token: string | undefined, processors: Processors): Decision['verdict'] {
  if (full.checkout.totalAmount === 0 && !needsPaymentSetup(full.price)) return null
  const verdict = processors.judge(full.checkout.paymentsMode, token)
  if (verdict.kind !== 'unknown_token') return verdict
  throw unknownToken(token)
}

export const unknownToken = (token: string | undefined) =>
  invalidField('confirmation_token_id', 'There is no such confirmation token', token)
