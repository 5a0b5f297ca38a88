import { Refusal } from '../../../kernel/refusal.ts'
import type { CheckoutPublicConfirmed } from '../../../modules/checkouts/index.ts'
import { needsPaymentSetup } from '../../../modules/checkouts/index.ts'
import {
  findPayment,
  keepReference,
  type PaymentAction,
  ProcessorAway,
  paymentDeclined,
  paymentGoesBack,
  processorAway,
  TokenRefused,
} from '../../../modules/payments/index.ts'
import { Answer } from '../../../platform/http/answer.ts'
import { unknownToken } from '../decide.ts'
import { giveUp } from './give-up.ts'
import { keepWaiting } from './keep-waiting.ts'
import { leaseFrom, type PaymentNeeds } from './needs.ts'
import type { Reservation } from './reserve.ts'
import { settlePayment } from './settle-payment.ts'
import type { Settled } from './settled.ts'

export interface PayAsk {
  readonly confirmationToken: string | undefined
  readonly render: (body: CheckoutPublicConfirmed) => string
}

/**
 * Between the two transactions of a purchase. No database connection is held while the processor thinks. The reference
 * is stored before the money can move, so whoever finds this attempt later can ask what became of it.
 */
export async function pay(
  needs: PaymentNeeds,
  reserved: Reservation,
  ask: PayAsk,
): Promise<Answer<CheckoutPublicConfirmed>> {
  const reference = await open(needs, reserved)
  const settled = await confirm(needs, reserved, reference, ask)
  switch (settled.kind) {
    case 'fulfilled':
      return new Answer(reserved.body, { text: reserved.text, version: reserved.full.checkout.version + 1 })
    case 'waiting':
      return answerWhileWaiting(needs, reserved, ask)
    case 'declined':
      throw paymentDeclined(settled.code)
    case 'given_up':
      throw processorAway()
    case 'stray':
      throw paymentGoesBack()
  }
}

async function open(needs: PaymentNeeds, { payment, full, customer }: Reservation): Promise<string> {
  const processor = needs.processors.get(payment.processor)
  const { id, purpose, amount, currency, organizationId, checkoutId } = payment
  try {
    const isForLater = needsPaymentSetup(full.price)
    const ask = { paymentId: id, purpose, amount, currency, organizationId, checkoutId, customer, isForLater }
    const reference = await processor.open(ask)
    const now = needs.db.clock.now()
    if (await keepReference(needs.db, id, reference, now, leaseFrom(now))) return reference
  } catch (error) {
    const answer = error instanceof Refusal ? error : undefined
    await giveUp(needs, payment, { status: 'canceled', onlyWhile: 'starting', answer })
    throw error instanceof ProcessorAway ? processorAway() : error
  }
  throw processorAway()
}

async function confirm(
  needs: PaymentNeeds,
  reserved: Reservation,
  reference: string,
  { confirmationToken, render }: PayAsk,
): Promise<Settled> {
  const { payment, full } = reserved
  const processor = needs.processors.get(payment.processor)
  const returnUrl = needs.links.checkout(full.checkout.clientSecret)
  try {
    const state = await processor.confirm({ reference, purpose: payment.purpose, confirmationToken, returnUrl })
    return await settlePayment(needs, payment.id, state, (action) => render(withAction(reserved, action)))
  } catch (error) {
    if (error instanceof TokenRefused) {
      await giveUp(needs, payment, { status: 'canceled' })
      throw unknownToken(confirmationToken)
    }
    // Nobody knows whether the money has moved. The work in the background finds out.
    if (error instanceof ProcessorAway) return keepWaiting(needs, payment, null)
    throw error
  }
}

/** With what the buyer has to do, as far as that is known. */
async function answerWhileWaiting(
  { db }: PaymentNeeds,
  reserved: Reservation,
  { render }: PayAsk,
): Promise<Answer<CheckoutPublicConfirmed>> {
  const shown = withAction(reserved, (await findPayment(db, reserved.payment.id))?.action ?? {})
  return new Answer(shown, { text: render(shown), version: reserved.full.checkout.version + 1 })
}

function withAction({ body }: Reservation, action: PaymentAction): CheckoutPublicConfirmed {
  return { ...body, payment_processor_metadata: { ...body.payment_processor_metadata, ...action } }
}
