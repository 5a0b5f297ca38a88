import { Refusal } from '../../kernel/refusal.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Clock } from '../../kernel/time.ts'
import { type FullCheckout, NotOpenCheckout, notApplicable, placeOf } from '../../modules/checkouts/index.ts'
import { grantRows } from '../../modules/license-keys/index.ts'
import type { Payment } from '../../modules/payments/index.ts'
import { AlreadyActiveSubscriptionError } from '../../modules/subscriptions/index.ts'
import type { EventDraft } from '../../platform/events/event.ts'
import type { Answer } from '../../platform/http/answer.ts'
import { type Claim, type ClaimOutcome, expiryOf, judgeClaim } from '../../platform/http/idempotency.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { toRow } from '../../platform/postgres/rows.ts'
import { eventRows } from '../../platform/postgres/transaction.ts'
import type { Purchase } from './purchase.ts'

/** The facts that the decision was made on are no longer the facts. */
export class Stale extends Error {}

/** An answer that is stored with the change, so that a repetition gets the same one. */
export interface StoredAnswer {
  readonly claim: Claim | null
  readonly status: number
  readonly text: string
}

export interface SettleContext {
  readonly sql: Sql
  readonly clock: Clock
  readonly box: SecretBox
  readonly requestId: string
}

/** Writes the purchase with one call. Answers what an earlier request with the same key answered, if there was one. */
export async function settle(
  ctx: SettleContext,
  purchase: Purchase,
  events: readonly EventDraft[],
  answer: StoredAnswer,
): Promise<Answer<never> | null> {
  const { full, before, buyer, session } = purchase
  const guards = {
    checkout_version: before.checkout.version,
    customer: buyer.write,
    takes_turns: purchase.subscription !== null || limitsCustomer(full),
    one_subscription: !full.organization.subscriptionSettings.allow_multiple_subscriptions,
    discount_is_capped: full.discount !== null && full.discount.maxRedemptions !== null,
    discount_limits_customer: limitsCustomer(full),
    discount_version: full.discount?.version ?? null,
    benefit_ids: full.product.benefits.map((benefit) => benefit.id),
  }
  const rows = {
    checkout: toRow(full.checkout),
    customer: toRow(buyer.customer),
    ...(purchase.upgraded && {
      moved_subscription: purchase.subscription && toRow(purchase.subscription),
      moved_grants: grantRows(purchase.granted.changes),
    }),
    subscriptions: purchase.upgraded ? [] : rowsOf(purchase.subscription),
    orders: rowsOf(purchase.order),
    payments: rowsOf(purchase.payment),
    discount_redemptions: rowsOf(purchase.redemption),
    benefit_grants: purchase.granted.grants.map(toRow),
    license_keys: purchase.granted.licenseKeys.map(toRow),
    customer_sessions: [{ ...toRow(session.session), token_hash: `\\x${session.tokenHash.toString('hex')}` }],
    events: eventRows(events, ctx.clock, ctx.requestId),
  }
  return call(ctx, 'settle_purchase_1', guards, rows, answer, full)
}

function limitsCustomer({ discount }: FullCheckout): boolean {
  return discount !== null && discount.maxRedemptionsPerCustomer !== null
}

/** Keeps a declined attempt, and what the buyer had typed, while the checkout stays open. */
export async function recordDecline(
  ctx: SettleContext,
  before: FullCheckout,
  after: FullCheckout,
  payment: Payment,
  events: readonly EventDraft[],
  answer: StoredAnswer,
): Promise<Answer<never> | null> {
  const guards = { checkout_version: before.checkout.version }
  const rows = {
    checkout: toRow(after.checkout),
    payments: rowsOf(payment),
    events: eventRows(events, ctx.clock, ctx.requestId),
  }
  return call(ctx, 'record_decline_1', guards, rows, answer, after)
}

async function call(
  ctx: SettleContext,
  name: 'settle_purchase_1' | 'record_decline_1',
  guards: object,
  rows: object,
  { claim, status, text }: StoredAnswer,
  full: FullCheckout,
): Promise<Answer<never> | null> {
  const { sql, box } = ctx
  const now = new Date()
  try {
    const [result] = await sql<ClaimOutcome[]>`
      select * from ${sql(name)}(
        ${JSON.stringify(guards)}::text::jsonb, ${JSON.stringify(rows)}::text::jsonb,
        ${claim?.scope ?? null}, ${claim?.key ?? null}, ${claim?.requestHash ?? null}, ${expiryOf(now)},
        ${status}, ${claim && box.seal(text)}, ${now})`
    return claim && result ? judgeClaim(result, claim, box) : null
  } catch (error) {
    throw refusalOf(error, full)
  }
}

function refusalOf(error: unknown, full: FullCheckout): unknown {
  if (typeof error !== 'object' || error === null || (error as { code?: string }).code !== 'TL001') return error
  switch ((error as { message?: string }).message) {
    case 'checkout_not_open':
      return new Refusal(NotOpenCheckout)
    case 'already_subscribed':
      return new Refusal(AlreadyActiveSubscriptionError)
    case 'discount_used_up':
      return notApplicable('used_up', placeOf(full))
    case 'discount_used_up_by_customer':
      return notApplicable('used_up_by_customer', placeOf(full))
    case 'stale':
      return new Stale()
    default:
      return error
  }
}

function rowsOf(model: object | null): object[] {
  return model === null ? [] : [toRow(model)]
}
