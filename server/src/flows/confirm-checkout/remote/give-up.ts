import { type CheckoutWire, type FullCheckout, moveTo, saveCheckout } from '../../../modules/checkouts/index.ts'
import { releasePlace } from '../../../modules/discounts/index.ts'
import {
  type DeclineCode,
  endWork,
  findPayment,
  movePayment,
  type Payment,
  type PaymentMethod,
  paymentDeclined,
  savePayment,
} from '../../../modules/payments/index.ts'
import { finishClaim, forgetClaim } from '../../../platform/http/idempotency.ts'
import { problemOf } from '../../../platform/http/problem.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { checkoutEvent } from '../announce.ts'
import { type Held, holdOpen } from './held.ts'
import type { PaymentNeeds } from './needs.ts'
import { endOf, type Settled } from './settled.ts'

export type End =
  | { readonly status: 'failed'; readonly code: DeclineCode; readonly method: PaymentMethod | null }
  | { readonly status: 'canceled'; readonly onlyWhile?: Payment['status'] }

/**
 * Nothing was charged, and nothing will be: the checkout is open again, and the discount's place is free. Whoever waits
 * under an Idempotency-Key is told of a decline; what was merely given up can be asked for again.
 */
export async function giveUp(needs: PaymentNeeds, payment: Payment, end: End): Promise<Settled> {
  const settled = await needs.transactions.run(async (tx) => {
    const held = await holdOpen(tx, needs, payment)
    if (!held) return null
    if (end.status === 'canceled' && end.onlyWhile && end.onlyWhile !== held.payment.status) return WAITING
    return reopen(tx, needs, held, end)
  })
  if (settled) return settled
  const found = await findPayment(needs.db, payment.id)
  return (found && endOf(found)) ?? WAITING
}

const WAITING: Settled = { kind: 'waiting' }

async function reopen(tx: Tx, needs: PaymentNeeds, held: Held, end: End): Promise<Settled> {
  const { payment, work, full, shown, now } = held
  const checkout = reopened(full, work.checkoutBefore as CheckoutWire, now)
  await saveCheckout(tx, checkout)
  await releasePlace(tx, checkout.id)
  await endWork(tx, payment.id)
  const event = checkoutEvent({ ...full, checkout }, shown, needs.links, now)
  if (Object.keys(event.previousAttributes ?? {}).length > 0) tx.emit(event)
  if (end.status === 'canceled') {
    await savePayment(tx, movePayment(payment, 'canceled', { action: null }, now))
    await forgetClaim(tx, work)
    return { kind: 'given_up' }
  }
  const { code, method } = end
  await savePayment(tx, movePayment(payment, 'failed', { failureCode: code, method, action: null }, now))
  const { status, body } = problemOf(paymentDeclined(code), work.requestId ?? payment.id)
  await finishClaim(tx, work, status, JSON.stringify(body), needs.box)
  return { kind: 'declined', code }
}

/** A customer whom the seller had not named is only known once something was bought. */
function reopened({ checkout }: FullCheckout, before: CheckoutWire, now: Date) {
  return { ...moveTo(checkout, 'open', now), customerId: before.customer_id }
}
