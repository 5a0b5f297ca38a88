import { Refusal } from '../../kernel/refusal.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Clock } from '../../kernel/time.ts'
import { type FullCheckout, NotOpenCheckout, notApplicable, placeOf } from '../../modules/checkouts/index.ts'
import type { NewCustomerSession } from '../../modules/customers/index.ts'
import { grantRows } from '../../modules/license-keys/index.ts'
import type { Payment } from '../../modules/payments/index.ts'
import { AlreadyActiveSubscriptionError, type Subscription } from '../../modules/subscriptions/index.ts'
import type { EventDraft } from '../../platform/events/event.ts'
import type { Answer } from '../../platform/http/answer.ts'
import { type Claim, type ClaimOutcome, expiryOf, judgeClaim } from '../../platform/http/idempotency.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { toRow } from '../../platform/postgres/rows.ts'
import { eventRows } from '../../platform/postgres/transaction.ts'
import type { Buyer } from './buyer.ts'
import type { Goods, Purchase } from './purchase.ts'

/** The facts that the decision was made on are no longer the facts. */
export class Stale extends Error {}

/** An answer that is stored with the change, so that a repetition gets the same one. */
export interface StoredAnswer {
  readonly claim: Claim | null
  /** Null as long as it is not known whether this will be the answer. */
  readonly status: number | null
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
  const guards = guardsOf(before.checkout.version, full, buyer, purchase.subscription)
  const rows = {
    checkout: toRow(full.checkout),
    customer: toRow(buyer.customer),
    ...goodsRows(purchase),
    payments: rowsOf(purchase.payment),
    discount_redemptions: rowsOf(purchase.redemption),
    customer_sessions: [sessionRow(session)],
    events: eventRows(events, ctx.clock, ctx.requestId),
  }
  return call(ctx, 'settle_purchase_1', guards, rows, answer, full)
}

/** What has to be true under the locks. */
export function guardsOf(version: number, full: FullCheckout, buyer: Buyer, subscription: Subscription | null) {
  return {
    checkout_version: version,
    customer: buyer.write,
    takes_turns: subscription !== null || limitsCustomer(full),
    one_subscription: !full.organization.subscriptionSettings.allow_multiple_subscriptions,
    discount_is_capped: full.discount !== null && full.discount.maxRedemptions !== null,
    discount_limits_customer: limitsCustomer(full),
    discount_version: full.discount?.version ?? null,
    benefit_ids: full.product.benefits.map((benefit) => benefit.id),
  }
}

/** What the buyer gets, for the functions that write it. */
export function goodsRows({ subscription, upgraded, order, granted, savedMethod }: Goods) {
  return {
    ...(upgraded && {
      moved_subscription: subscription && toRow(subscription),
      moved_grants: grantRows(granted.changes),
    }),
    payment_methods: rowsOf(savedMethod),
    subscriptions: upgraded ? [] : rowsOf(subscription),
    orders: rowsOf(order),
    benefit_grants: granted.grants.map(toRow),
    license_keys: granted.licenseKeys.map(toRow),
  }
}

export function sessionRow({ session, tokenHash }: NewCustomerSession): object {
  return { ...toRow(session), token_hash: `\\x${tokenHash.toString('hex')}` }
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

/** One of the functions with which a confirm begins. */
export async function call(
  ctx: SettleContext,
  name: 'settle_purchase_1' | 'record_decline_1' | 'reserve_payment_1',
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

export function refusalOf(error: unknown, full: FullCheckout): unknown {
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

export function rowsOf(model: object | null): object[] {
  return model === null ? [] : [toRow(model)]
}
