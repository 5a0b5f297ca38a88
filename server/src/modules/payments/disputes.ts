import { newId } from '../../kernel/ids.ts'
import { announceChange, announceCreation } from '../../platform/events/announce.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import type { Dispute, Payment } from './model.ts'
import type { NotificationContent } from './port.ts'
import { disputeView } from './view.ts'

type DisputeNotice = Extract<NotificationContent, { kind: 'dispute' }>

/** A bank wants the buyer's money back. What comes later about the same dispute changes the same row; what has ended stays. */
export async function recordDispute(tx: Tx, payment: Payment, notice: DisputeNotice): Promise<void> {
  const { reference, status, amount, currency, reason } = notice
  const now = tx.clock.now(payment.organizationId)
  const [dispute] = await tx.sql<Dispute[]>`
    insert into disputes
      (id, created_at, organization_id, payment_id, processor_reference, status, amount, currency, reason)
    values (${newId()}, ${now}, ${payment.organizationId}, ${payment.id}, ${reference}, ${status},
      ${amount}, ${currency}, ${reason})
    on conflict (processor_reference) do update
    set status = excluded.status, modified_at = ${now}, version = disputes.version + 1
    where disputes.status = 'open' and excluded.status <> 'open'
    returning disputes.*`
  if (dispute) announceDispute(tx, dispute)
}

/** One that is there already changes once, from open to what became of it. */
function announceDispute(tx: Tx, dispute: Dispute): void {
  const subject = { ...dispute, type: 'dispute' }
  const view = disputeView(dispute)
  if (dispute.version === 1) announceCreation(tx, 'dispute.created', subject, view)
  else announceChange(tx, 'dispute.updated', subject, { ...view, status: 'open' }, view)
}
