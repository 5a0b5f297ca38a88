import { InvalidInput } from '../../kernel/invalid-input.ts'
import type { Links } from '../../kernel/links.ts'
import { Refusal, ResourceNotFound, ServiceUnavailable } from '../../kernel/refusal.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import {
  buyersChoice,
  type CheckoutPublicConfirmed,
  checkoutPublicView,
  checkoutView,
  requireNotExpired,
  requireOpen,
} from '../../modules/checkouts/index.ts'
import { type InstantProcessor, paymentDeclined } from '../../modules/payments/index.ts'
import { change } from '../../platform/events/announce.ts'
import { Answer } from '../../platform/http/answer.ts'
import { type Claim, claimKey } from '../../platform/http/idempotency.ts'
import { problemOf } from '../../platform/http/problem.ts'
import { type Db, isWorthRepeating } from '../../platform/postgres/pool.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { eventsOf } from './announce.ts'
import { type Decision, decide } from './decide.ts'
import { lockFacts, type PurchaseFacts, readFacts } from './facts.ts'
import { attemptOf, purchaseOf } from './purchase.ts'
import type { CheckoutConfirm } from './schema.ts'
import { recordDecline, type SettleContext, Stale, settle } from './settle.ts'

export interface ConfirmNeeds {
  readonly links: Links
  readonly box: SecretBox
  readonly processor: InstantProcessor
  /** Told after a commit, so that the events get their numbers at once. */
  readonly committed: () => void
}

export interface ConfirmAsk {
  readonly clientSecret: string
  readonly body: CheckoutConfirm
  readonly claim: Claim | null
  readonly requestId: string
  readonly render: (body: CheckoutPublicConfirmed) => string
}

const TRIES = 3

/**
 * Reads once, decides, and writes everything with one call. When the facts have changed in between, it decides again,
 * this time with the rows locked, so that busy neighbors cannot make it fail.
 */
export async function confirmCheckout(
  db: Db,
  transactions: Transactions,
  needs: ConfirmNeeds,
  ask: ConfirmAsk,
): Promise<Answer<CheckoutPublicConfirmed>> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const outcome = await attemptOnce(attempt).catch((error: unknown) => {
      if (isWorthAnotherTry(error)) return null
      throw error
    })
    if (outcome) {
      needs.committed()
      return throwDeclined(outcome)
    }
  }
  throw new Refusal(ServiceUnavailable, {
    detail: 'This checkout is being changed by others. Try again.',
    headers: { 'retry-after': '1' },
  })

  /** A refusal is given only to a request that is new: one that was answered before gets that answer again. */
  async function attemptOnce(attempt: number): Promise<Outcome> {
    try {
      return await (attempt === 1 ? once(db, needs, ask) : locked(transactions, needs, ask))
    } catch (error) {
      if (!ask.claim || !(error instanceof Refusal || error instanceof InvalidInput)) throw error
      return replayOrThrow(transactions, needs, ask.claim, error)
    }
  }
}

/** The facts have changed, or two transactions stood in each other's way: with locked rows it will go through. */
function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof Stale || isWorthRepeating(error)
}

/** What an attempt came to: an answer, or a decline that was written down and still has to be said. */
type Outcome = Answer<CheckoutPublicConfirmed> | { readonly declined: Refusal }

function throwDeclined(outcome: Outcome): Answer<CheckoutPublicConfirmed> {
  if (outcome instanceof Answer) return outcome
  throw outcome.declined
}

function locked(transactions: Transactions, needs: ConfirmNeeds, ask: ConfirmAsk): Promise<Outcome> {
  return transactions.run(async (tx) => {
    await lockFacts(tx, ask.clientSecret, ask.body.customer_email)
    return once(tx, needs, ask)
  })
}

async function once(db: Db, needs: ConfirmNeeds, ask: ConfirmAsk): Promise<Outcome> {
  const facts = await readFacts(db, ask.clientSecret, ask.body.customer_email)
  if (!facts) throw new Refusal(ResourceNotFound)
  const now = db.clock.now(facts.full.organization.id)
  requireNotExpired(facts.full, now)
  requireOpen(facts.full.checkout, now)
  const choice = await buyersChoice(db, facts.full, ask.body)
  const decision = decide(facts, ask.body, choice, needs.processor, now)
  const ctx = { sql: db.sql, clock: db.clock, box: needs.box, requestId: ask.requestId }
  return decision.verdict?.kind === 'declined'
    ? decline(ctx, facts, decision, decision.verdict, needs, ask, now)
    : buy(ctx, facts, decision, needs, ask, now)
}

async function buy(
  ctx: SettleContext,
  facts: PurchaseFacts,
  decision: Decision,
  needs: ConfirmNeeds,
  ask: ConfirmAsk,
  now: Date,
): Promise<Outcome> {
  const purchase = purchaseOf(facts, decision, now, ctx.clock.now())
  const body = {
    ...checkoutPublicView(purchase.full, needs.links, 'confirmed'),
    customer_session_token: purchase.session.secret,
  }
  const text = ask.render(body)
  const events = eventsOf(purchase, needs.links, now)
  const earlier = await settle(ctx, purchase, events, { claim: ask.claim, status: 200, text })
  return earlier ?? new Answer(body, { text, version: purchase.full.checkout.version })
}

async function decline(
  ctx: SettleContext,
  facts: PurchaseFacts,
  decision: Decision,
  verdict: Extract<Decision['verdict'], { kind: 'declined' }>,
  needs: ConfirmNeeds,
  ask: ConfirmAsk,
  now: Date,
): Promise<Outcome> {
  const { full: before } = facts
  const { full: after } = decision
  const declined = paymentDeclined(verdict.code)
  const { status, body } = problemOf(declined, ask.requestId)
  const { id, organizationId, version } = after.checkout
  const views = [checkoutView(before, needs.links, now), checkoutView(after, needs.links, now)] as const
  const hasChanged = after.checkout !== before.checkout
  const events = hasChanged
    ? [change('checkout.updated', { type: 'checkout', id, organizationId, version }, ...views)]
    : []
  const payment = attemptOf(after, verdict, null, now)
  const stored = { claim: ask.claim, status, text: JSON.stringify(body) }
  return (await recordDecline(ctx, before, after, payment, events, stored)) ?? { declined }
}

function replayOrThrow(
  transactions: Transactions,
  needs: ConfirmNeeds,
  claim: Claim,
  refusal: Error,
): Promise<Answer<never>> {
  return transactions.run(async (tx) => {
    const earlier = await claimKey(tx, claim, needs.box)
    if (earlier) return earlier
    throw refusal
  })
}
