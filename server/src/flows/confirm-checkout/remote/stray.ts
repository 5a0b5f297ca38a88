import { saveCheckout } from '../../../modules/checkouts/index.ts'
import { releasePlace } from '../../../modules/discounts/index.ts'
import {
  endWork,
  forgetUnused,
  giveBackWork,
  insertWork,
  lockPayment,
  movePayment,
  type Payment,
  type ProcessorState,
  paymentGoesBack,
  savePayment,
} from '../../../modules/payments/index.ts'
import { finishClaim } from '../../../platform/http/idempotency.ts'
import { problemOf } from '../../../platform/http/problem.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { checkoutEvent } from '../announce.ts'
import { savedMethodOf } from '../attempt.ts'
import { causeOf, type Held, holdOpen, withoutSale } from './held.ts'
import type { PaymentNeeds } from './needs.ts'
import { endOf, type Settled } from './settled.ts'

type Succeeded = Extract<ProcessorState, { kind: 'succeeded' }>

/**
 * Money that came for an attempt that was given up, or for something that cannot be had any more. It is written down,
 * reported and given back.
 */
export function takeStray(needs: PaymentNeeds, { id, checkoutId }: Payment, state: Succeeded): Promise<Settled> {
  return needs.transactions.run(async (tx) => {
    const held = await holdOpen(tx, needs, { id, checkoutId } as Payment)
    const payment = held?.payment ?? (await lockPayment(tx, id))
    if (!payment) throw new Error(`there is no payment ${id}`)
    if (payment.status === 'succeeded') return endOf(payment) ?? { kind: 'stray' }
    const now = tx.clock.now(payment.organizationId)
    if (held) await fail(tx, needs, held)
    const { method } = state
    await savePayment(tx, movePayment(payment, 'succeeded', { method, action: null, isStray: payment.amount > 0 }, now))
    const buyer = held?.full.checkout.customerId
    const unused = held && buyer ? savedMethodOf(held.full, buyer, payment.processor, state, now) : null
    if (unused) await forgetUnused(tx, unused)
    if (payment.amount > 0) await insertWork(tx, giveBackWork(payment, tx.clock.now()))
    needs.log.error({ payment_id: id, checkout_id: checkoutId }, 'money came that cannot be used, and goes back')
    return { kind: 'stray' }
  })
}

/** The checkout ends: what it was for cannot be had any more. */
async function fail(tx: Tx, needs: PaymentNeeds, held: Held): Promise<void> {
  const { payment, work, full, shown, now } = held
  const checkout = withoutSale(held, 'failed')
  await saveCheckout(tx, checkout)
  await releasePlace(tx, checkout.id)
  await endWork(tx, payment.id)
  const { status, body } = problemOf(paymentGoesBack(), work.requestId ?? payment.id)
  await finishClaim(tx, work, status, JSON.stringify(body), needs.box)
  tx.emit({ ...checkoutEvent({ ...full, checkout }, shown, needs.links, now), ...causeOf(work) })
}
