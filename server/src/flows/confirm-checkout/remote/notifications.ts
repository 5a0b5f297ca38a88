import {
  findPaymentByReference,
  isSettled,
  type KeptNotification,
  recordDispute,
  setDue,
  takeDueNotifications,
  willPass,
} from '../../../modules/payments/index.ts'
import { lookFrom, nextLook, type PaymentNeeds } from './needs.ts'
import { settlePayment } from './settle-payment.ts'

const AT_ONCE = 20
/** What is about nothing of ours by then never will be: processors tell of what others do with the same account, too. */
const WAIT_FOR_OURS_MILLISECONDS = 3_600_000

/** Deals with what processors have told. Any number of processes can do it at once. */
export async function dealWithNotifications(needs: PaymentNeeds): Promise<boolean> {
  const now = needs.db.clock.now()
  const due = await takeDueNotifications(needs.db, now, lookFrom(now), AT_ONCE)
  await Promise.all(due.map((notification) => dealWith(needs, notification)))
  return due.length === AT_ONCE
}

async function dealWith(needs: PaymentNeeds, notification: KeptNotification): Promise<void> {
  const { db, log } = needs
  const { tries, receivedAt } = notification
  const later = () => nextLook(tries, db.clock.now())
  try {
    const isDone = await act(needs, notification)
    const isTooOld = db.clock.now().getTime() - receivedAt.getTime() > WAIT_FOR_OURS_MILLISECONDS
    await setDue(db, notification, isDone || isTooOld ? null : later())
  } catch (error) {
    if (!willPass(error)) log.error({ err: error }, 'dealing with a notification failed')
    await setDue(db, notification, later())
  }
}

/** False when what it is about is not here, or not yet. */
async function act(needs: PaymentNeeds, { processor, content }: KeptNotification): Promise<boolean> {
  const { db, transactions, processors } = needs
  if (content.kind === 'other') return true
  if (content.kind === 'refund') return needs.refundChanged(processor, content)
  const reference = content.kind === 'payment' ? content.reference : content.paymentReference
  const payment = await findPaymentByReference(db, processor, reference)
  if (!payment) return false
  if (content.kind === 'dispute') {
    await transactions.run((tx) => recordDispute(tx, payment, content))
    return true
  }
  // It may have been overtaken by others, so what it says is only that there is something to see.
  if (payment.status === 'succeeded') return true
  const state = await processors.get(processor).fetch(reference)
  if (state.kind === 'unconfirmed' && isSettled(payment.status)) return true
  if (state.kind !== 'unconfirmed') await settlePayment(needs, payment.id, state)
  return true
}
