import type { Links } from '../../../kernel/links.ts'
import type { CheckoutPublicConfirmed } from '../../../modules/checkouts/index.ts'
import { checkoutPublicView, checkoutView, type FullCheckout, moveTo } from '../../../modules/checkouts/index.ts'
import { type Customer, newCustomerSession } from '../../../modules/customers/index.ts'
import type { Payment, PaymentWork, ProcessorName } from '../../../modules/payments/index.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import type { Claim } from '../../../platform/http/idempotency.ts'
import { toRow } from '../../../platform/postgres/rows.ts'
import { eventRows } from '../../../platform/postgres/transaction.ts'
import { customerEvents } from '../announce.ts'
import { newAttempt } from '../attempt.ts'
import { buyerOf } from '../buyer.ts'
import type { Decision } from '../decide.ts'
import type { PurchaseFacts } from '../facts.ts'
import { reachOf, redemptionOf, sendOff, subscriptionOf } from '../purchase.ts'
import { call, guardsOf, rowsOf, type SettleContext, sessionRow } from '../settle.ts'
import { leaseFrom } from './needs.ts'

/** An attempt that is on record, so that the processor may be asked. */
export interface Reservation {
  readonly payment: Payment
  readonly full: FullCheckout
  readonly customer: Customer
  /** What the buyer is answered when all goes well. */
  readonly body: CheckoutPublicConfirmed
  readonly text: string
}

/** Commits that this checkout is being paid, by whom, and with which place of its discount. */
export async function reserve(
  ctx: SettleContext,
  facts: PurchaseFacts,
  decision: Decision,
  processor: ProcessorName,
  ask: { readonly claim: Claim | null; readonly render: (body: CheckoutPublicConfirmed) => string },
  links: Links,
  now: Date,
): Promise<Reservation | Answer<never>> {
  const buyer = buyerOf(decision.full.checkout, decision.email, facts.customer, now)
  const sentOff = sendOff(facts.full, decision.full, buyer)
  const full = { ...sentOff, checkout: moveTo(sentOff.checkout, 'confirmed', now) }
  const realNow = ctx.clock.now()
  const session = newCustomerSession(reachOf(facts.full, buyer), realNow)
  const body = { ...checkoutPublicView(full, links, 'confirmed'), customer_session_token: session.secret }
  const text = ask.render(body)
  const payment = newAttempt(full, processor, now)
  // Neither is written yet: they say which product nobody else may subscribe this customer to.
  const subscription = facts.upgraded ? null : subscriptionOf(full, buyer, null, now)
  const rows = {
    checkout: toRow(full.checkout),
    customer: toRow(buyer.customer),
    subscriptions: rowsOf(subscription),
    ...(facts.upgraded && {
      moved_subscription: toRow({ ...facts.upgraded.subscription, productId: full.product.id }),
    }),
    discount_redemptions: rowsOf(redemptionOf(full, buyer, 'reserved', now)),
    payments: [toRow(payment)],
    payment_work: [toRow(workOf(payment, checkoutView(facts.full, links, now), ask.claim, ctx.requestId, realNow))],
    customer_sessions: [sessionRow(session)],
    events: eventRows(customerEvents(buyer, links), ctx.clock, ctx.requestId),
  }
  const guards = guardsOf(facts.full.checkout.version, full, buyer, facts.upgraded?.subscription ?? subscription)
  const earlier = await call(ctx, 'reserve_payment_1', guards, rows, { claim: ask.claim, status: null, text }, full)
  return earlier ?? { payment, full, customer: buyer.customer, body, text }
}

function workOf(
  payment: Payment,
  checkoutBefore: object,
  claim: Claim | null,
  requestId: string,
  realNow: Date,
): PaymentWork {
  return {
    paymentId: payment.id,
    checkoutId: payment.checkoutId,
    task: 'find_out',
    dueAt: leaseFrom(realNow),
    tries: 0,
    claimScope: claim?.scope ?? null,
    claimKey: claim?.key ?? null,
    requestId,
    checkoutBefore,
    isAnnounced: false,
    buyerAskedAt: null,
  }
}
