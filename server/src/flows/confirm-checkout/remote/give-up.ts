import type { Refusal } from '../../../kernel/refusal.ts'
import { type Checkout, saveCheckout } from '../../../modules/checkouts/index.ts'
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
import { causeOf, type Held, holdOpen, withoutSale } from './held.ts'
import type { PaymentNeeds } from './needs.ts'
import { endOf, type Settled } from './settled.ts'

export type End =
  | {
      readonly status: 'failed'
      readonly code: DeclineCode
      readonly method: PaymentMethod | null
      /** Nobody can pay it any more, whatever they know about it. */
      readonly isDead: boolean
    }
  | { readonly status: 'canceled'; readonly onlyWhile?: Payment['status']; readonly answer?: Refusal | undefined }

/**
 * Nothing was charged, and nothing will be: the checkout is open again, and the discount's place is free. Whoever waits
 * under an Idempotency-Key is told of a decline; what was merely given up can be asked for again. Still `waiting` when it
 * may not end yet.
 */
export async function giveUp(needs: PaymentNeeds, payment: Payment, end: End): Promise<Settled> {
  const settled = await needs.transactions.run(async (tx) => {
    const held = await holdOpen(tx, needs, payment)
    if (!held) return null
    return mayEnd(held, end) ? reopen(tx, needs, held, end) : WAITING
  })
  if (settled) return settled
  const found = await findPayment(needs.db, payment.id)
  return (found && endOf(found)) ?? WAITING
}

const WAITING: Settled = { kind: 'waiting' }

function mayEnd({ payment, work }: Held, end: End): boolean {
  if (end.status === 'failed') return end.isDead || work.buyerAskedAt === null
  return end.onlyWhile === undefined || end.onlyWhile === payment.status
}

async function reopen(tx: Tx, needs: PaymentNeeds, held: Held, end: End): Promise<Settled> {
  const { payment, work, full, shown, now } = held
  const plain = withoutSale(held, 'open')
  const checkout = work.isAnnounced && end.status === 'failed' ? withFailure(plain, end.code) : plain
  await saveCheckout(tx, checkout)
  await releasePlace(tx, checkout.id)
  await endWork(tx, payment.id)
  const event = checkoutEvent({ ...full, checkout }, shown, needs.links, now)
  if (Object.keys(event.previousAttributes ?? {}).length > 0) tx.emit({ ...event, ...causeOf(work) })
  if (end.status === 'canceled') {
    await savePayment(tx, movePayment(payment, 'canceled', { action: null }, now))
    if (end.answer) await answerClaim(tx, needs, held, end.answer)
    else await forgetClaim(tx, work)
    return { kind: 'given_up' }
  }
  const { code, method } = end
  await savePayment(tx, movePayment(payment, 'failed', { failureCode: code, method, action: null }, now))
  await answerClaim(tx, needs, held, paymentDeclined(code))
  return { kind: 'declined', code }
}

async function answerClaim(tx: Tx, { box }: PaymentNeeds, { work, payment }: Held, refusal: Refusal): Promise<void> {
  const { status, body } = problemOf(refusal, work.requestId ?? payment.id)
  await finishClaim(tx, work, status, JSON.stringify(body), box)
}

/** Whoever was sent to a bank, or told to wait, has had an answer already: the page reads here what came of it. */
function withFailure(checkout: Checkout, code: DeclineCode): Checkout {
  return { ...checkout, paymentProcessorMetadata: { ...checkout.paymentProcessorMetadata, failure_code: code } }
}
