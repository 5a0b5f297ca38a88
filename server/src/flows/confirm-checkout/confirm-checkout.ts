import { InvalidInput } from '../../kernel/invalid-input.ts'
import { Refusal, ResourceNotFound, ServiceUnavailable } from '../../kernel/refusal.ts'
import {
  buyersChoice,
  type CheckoutPublicConfirmed,
  checkoutPublicView,
  checkoutView,
  NotOpenCheckout,
  requireNotExpired,
  requireOpen,
} from '../../modules/checkouts/index.ts'
import { paymentDeclined } from '../../modules/payments/index.ts'
import { change } from '../../platform/events/announce.ts'
import { Answer } from '../../platform/http/answer.ts'
import { type Claim, claimKey } from '../../platform/http/idempotency.ts'
import { problemOf } from '../../platform/http/problem.ts'
import { type Db, isWorthRepeating } from '../../platform/postgres/pool.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { eventsOf } from './announce.ts'
import { attemptOf } from './attempt.ts'
import { type Decision, type Declined, decide, type Paid } from './decide.ts'
import { lockFacts, type PurchaseFacts, readFacts } from './facts.ts'
import { purchaseOf } from './purchase.ts'
import type { PaymentNeeds } from './remote/needs.ts'
import { pay } from './remote/pay.ts'
import { type Reservation, reserve } from './remote/reserve.ts'
import type { CheckoutConfirm } from './schema.ts'
import { recordDecline, type SettleContext, Stale, settle } from './settle.ts'

export type ConfirmNeeds = Omit<PaymentNeeds, 'db' | 'transactions'>

export interface ConfirmAsk {
  readonly clientSecret: string
  readonly body: CheckoutConfirm
  readonly claim: Claim | null
  readonly requestId: string
  readonly render: (body: CheckoutPublicConfirmed) => string
}

const TRIES = 3

/** Where only the processor can tell what comes of the payment, the attempt is reserved first and settled later. */
export async function confirmCheckout(
  db: Db,
  transactions: Transactions,
  needs: ConfirmNeeds,
  ask: ConfirmAsk,
): Promise<Answer<CheckoutPublicConfirmed>> {
  const outcome = await decideAndWrite(db, transactions, needs, ask)
  needs.committed()
  if (outcome instanceof Answer) return outcome
  if ('declined' in outcome) throw outcome.declined
  const { body, render } = ask
  const confirmationToken = body.confirmation_token_id ?? undefined
  return pay({ ...needs, db, transactions }, outcome, { confirmationToken, render })
}

/**
 * Reads once, decides, and writes everything with one call. When the facts have changed in between, it decides again,
 * this time with the rows locked, so that busy neighbors cannot make it fail.
 */
async function decideAndWrite(
  db: Db,
  transactions: Transactions,
  needs: ConfirmNeeds,
  ask: ConfirmAsk,
): Promise<Outcome> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const outcome = await attemptOnce(attempt).catch((error: unknown) => {
      if (isWorthAnotherTry(error)) return null
      throw error
    })
    if (outcome) return outcome
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
      // An earlier attempt under this key may be given up right now: then the checkout is open again.
      const refusal = attempt === 1 && isNotOpen(error) ? new Stale() : error
      return replayOrThrow(transactions, needs, ask.claim, refusal)
    }
  }
}

/** The facts have changed, or two transactions stood in each other's way: with locked rows it will go through. */
function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof Stale || isWorthRepeating(error)
}

/** What a try came to: an answer, a decline that was written down and still has to be said, or the processor's turn. */
type Outcome = Answer<CheckoutPublicConfirmed> | { readonly declined: Refusal } | Reservation

function locked(transactions: Transactions, needs: ConfirmNeeds, ask: ConfirmAsk): Promise<Outcome> {
  return transactions.run(async (tx) => {
    await lockFacts(tx, ask.clientSecret, ask.body.customer_email)
    try {
      return await once(tx, needs, ask)
    } catch (error) {
      // Whoever gives an attempt up locks the checkout first, so the key and the checkout say the same here.
      const earlier = ask.claim && isNotOpen(error) && (await claimKey(tx, ask.claim, needs.box))
      if (earlier) return earlier
      throw error
    }
  })
}

function isNotOpen(error: unknown): boolean {
  return error instanceof Refusal && error.kind === NotOpenCheckout
}

async function once(db: Db, needs: ConfirmNeeds, ask: ConfirmAsk): Promise<Outcome> {
  const facts = await readFacts(db, ask.clientSecret, ask.body.customer_email)
  if (!facts) throw new Refusal(ResourceNotFound)
  const now = db.clock.now(facts.full.organization.id)
  requireNotExpired(facts.full, now)
  requireOpen(facts.full.checkout, now)
  const choice = await buyersChoice(db, facts.full, ask.body)
  const decision = decide(facts, ask.body, choice, needs.processors, now)
  const { verdict } = decision
  const ctx = { sql: db.sql, clock: db.clock, box: needs.box, requestId: ask.requestId }
  if (verdict === null || verdict.kind === 'paid') return buy(ctx, facts, decision, verdict, needs, ask, now)
  if (verdict.kind === 'declined') return decline(ctx, facts, decision, verdict, needs, ask, now)
  const processor = needs.processors.nameFor(facts.full.checkout.paymentsMode)
  return reserve(ctx, facts, decision, processor, ask, needs.links, now)
}

async function buy(
  ctx: SettleContext,
  facts: PurchaseFacts,
  decision: Decision,
  paid: Paid | null,
  needs: ConfirmNeeds,
  ask: ConfirmAsk,
  now: Date,
): Promise<Outcome> {
  const purchase = purchaseOf(facts, decision, paid, now, ctx.clock.now())
  const body = {
    ...checkoutPublicView(purchase.full, needs.links, 'confirmed'),
    customer_session_token: purchase.session.secret,
  }
  const text = ask.render(body)
  const events = eventsOf(purchase, checkoutView(facts.full, needs.links, now), needs.links, now)
  const earlier = await settle(ctx, purchase, events, { claim: ask.claim, status: 200, text })
  return earlier ?? new Answer(body, { text, version: purchase.full.checkout.version })
}

async function decline(
  ctx: SettleContext,
  facts: PurchaseFacts,
  decision: Decision,
  verdict: Declined,
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
