import { revise } from '../../../kernel/revision.ts'
import { type FullCheckout, pageKeysOf, saveCheckout } from '../../../modules/checkouts/index.ts'
import {
  findPayment,
  movePayment,
  type Payment,
  type PaymentAction,
  type ProcessorState,
  savePayment,
  saveWork,
} from '../../../modules/payments/index.ts'
import { finishClaim } from '../../../platform/http/idempotency.ts'
import { checkoutEvent } from '../announce.ts'
import { causeOf, holdOpen } from './held.ts'
import { nextLook, type PaymentNeeds } from './needs.ts'
import { endOf, type Settled } from './settled.ts'

/** The answer to whoever waits, with what the buyer has to do; null where only the one that was kept is known. */
export type AnswerWith = (action: PaymentAction) => string | null

/**
 * The outcome is not known yet. The checkout stays confirmed, so that nobody can pay it twice, and shows what the buyer
 * has to do. Now the confirm is announced, and whoever asks again under the same key gets its answer.
 */
export async function keepWaiting(
  needs: PaymentNeeds,
  payment: Payment,
  state: ProcessorState | null,
  answerWith: AnswerWith = () => null,
): Promise<Settled> {
  const settled = await needs.transactions.run(async (tx): Promise<Settled | null> => {
    const held = await holdOpen(tx, needs, payment)
    if (!held) return null
    const { work, full: before, shown, now } = held
    const action = state?.kind === 'action_required' ? state.action : null
    const status = action ? 'action_required' : 'pending'
    const after = movePayment(held.payment, status, { action }, now)
    if (after !== held.payment) await savePayment(tx, after)
    const full = showing(before, action, now)
    if (full !== before) await saveCheckout(tx, full.checkout)
    if (full !== before || !work.isAnnounced) {
      const event = { ...checkoutEvent(full, shown, needs.links, now), ...causeOf(work) }
      if (Object.keys(event.previousAttributes ?? {}).length > 0) tx.emit(event)
    }
    const realNow = tx.clock.now()
    const buyerAskedAt = work.buyerAskedAt ?? (action && realNow)
    await saveWork(tx, { ...work, isAnnounced: true, buyerAskedAt, dueAt: nextLook(work.tries, realNow) })
    await finishClaim(tx, work, 200, action && answerWith(action), needs.box)
    return { kind: 'waiting' }
  })
  if (settled) return settled
  const found = await findPayment(needs.db, payment.id)
  return (found && endOf(found)) ?? { kind: 'waiting' }
}

function showing(full: FullCheckout, action: Payment['action'], now: Date): FullCheckout {
  const checkout = revise(full.checkout, { paymentProcessorMetadata: { ...pageKeysOf(full.checkout), ...action } }, now)
  return checkout === full.checkout ? full : { ...full, checkout }
}
