import { fieldIssue, InvalidInput, invalidField } from '../../../kernel/invalid-input.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { AlreadyCanceledSubscription } from '../errors.ts'
import type { CancellationReason, Subscription } from '../model.ts'
import type { SubscriptionUpdate } from '../schema.ts'

/** Why a customer leaves: undefined is not said, null takes back what was said. */
export interface Explanation {
  readonly reason: CancellationReason | null | undefined
  readonly comment: string | null | undefined
}

/** What somebody wants of a subscription: to let it end, not to, to end it now, or only to say why. */
export interface EndAsk extends Explanation {
  readonly kind: 'cancel' | 'uncancel' | 'revoke' | 'explain'
}

/**
 * `cancel_at_period_end` wins over `revoke`: a client that always sends `revoke` along must not end now what was to
 * end later.
 */
export function endAskOf(body: SubscriptionUpdate): EndAsk {
  refusePlanChange(body)
  const explanation = { reason: body.customer_cancellation_reason, comment: body.customer_cancellation_comment }
  if (body.cancel_at_period_end === true) return { kind: 'cancel', ...explanation }
  if (body.cancel_at_period_end === false) return { kind: 'uncancel', ...explanation }
  return { kind: body.revoke === true ? 'revoke' : 'explain', ...explanation }
}

function refusePlanChange(body: SubscriptionUpdate): void {
  const issues = (['product_price_id', 'product_id'] as const)
    .filter((field) => body[field] !== undefined)
    .map((field) => fieldIssue(field, 'The plan of a subscription cannot be changed yet', body[field]))
  if (issues.length > 0) throw new InvalidInput(issues)
}

/** The subscription as asked, or the very same one when nothing changes. */
export function applyEnd(subscription: Subscription, ask: EndAsk, now: Date): Subscription {
  if (ask.kind === 'explain') return explain(subscription, ask, now)
  if (isOver(subscription, now)) throw new Refusal(AlreadyCanceledSubscription)
  if (ask.kind === 'revoke') return revoke(subscription, ask, now)
  return ask.kind === 'cancel' ? cancel(subscription, ask, now) : uncancel(subscription, now)
}

function cancel(subscription: Subscription, ask: EndAsk, now: Date): Subscription {
  if (subscription.cancelAtPeriodEnd) throw new Refusal(AlreadyCanceledSubscription)
  const endsAt = laterOf(subscription.currentPeriodEnd, now)
  return revise(subscription, { cancelAtPeriodEnd: true, canceledAt: now, endsAt, ...explained(ask) }, now)
}

/**
 * The end of the current period. One that has passed without a renewal was the last that was paid for, so nothing is
 * left to wait for: the subscription ends now, and not before it was canceled.
 */
function laterOf(periodEnd: Date | null, now: Date): Date {
  return periodEnd !== null && periodEnd > now ? periodEnd : now
}

function uncancel(subscription: Subscription, now: Date): Subscription {
  const said = { customerCancellationReason: null, customerCancellationComment: null }
  return revise(subscription, { cancelAtPeriodEnd: false, canceledAt: null, endsAt: null, ...said }, now)
}

function revoke(subscription: Subscription, ask: EndAsk, now: Date): Subscription {
  const { canceledAt } = subscription
  const ended = { status: 'canceled', cancelAtPeriodEnd: false, endsAt: now, endedAt: now } as const
  return revise(subscription, { ...ended, canceledAt: canceledAt ?? now, ...explained(ask) }, now)
}

/** It ended with its period, even if nobody wrote that down until now. */
export function endWithPeriod(subscription: Subscription, now: Date): Subscription {
  return revise(subscription, { status: 'canceled', endedAt: subscription.endsAt ?? now }, now)
}

function explain(subscription: Subscription, ask: EndAsk, now: Date): Subscription {
  const { reason, comment } = ask
  if ((reason ?? comment ?? null) !== null && subscription.canceledAt === null) {
    const field =
      reason === null || reason === undefined ? 'customer_cancellation_comment' : 'customer_cancellation_reason'
    throw invalidField(
      field,
      'This subscription is not canceled: send cancel_at_period_end or revoke too',
      reason ?? comment,
    )
  }
  return revise(subscription, explained(ask), now)
}

function explained({ reason, comment }: Explanation): Partial<Subscription> {
  return {
    ...(reason !== undefined && { customerCancellationReason: reason }),
    ...(comment !== undefined && { customerCancellationComment: comment }),
  }
}

/** Its end has come, also when that is not written down yet. */
export function isOver({ status, endedAt, endsAt }: Subscription, now: Date): boolean {
  if (endedAt !== null || status === 'canceled' || status === 'incomplete_expired') return true
  return endsAt !== null && endsAt <= now
}
