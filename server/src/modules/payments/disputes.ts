import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import type { Payment } from './model.ts'
import type { NotificationContent } from './port.ts'

type DisputeNotice = Extract<NotificationContent, { kind: 'dispute' }>

/** A bank wants the buyer's money back. What comes later about the same dispute changes the same row; what has ended stays. */
export async function recordDispute(tx: Tx, payment: Payment, notice: DisputeNotice): Promise<void> {
  const { reference, status, amount, currency, reason } = notice
  const now = tx.clock.now(payment.organizationId)
  await tx.sql`
    insert into disputes
      (id, created_at, organization_id, payment_id, processor_reference, status, amount, currency, reason)
    values (${newId()}, ${now}, ${payment.organizationId}, ${payment.id}, ${reference}, ${status},
      ${amount}, ${currency}, ${reason})
    on conflict (processor_reference) do update
    set status = excluded.status, modified_at = ${now}, version = disputes.version + 1
    where disputes.status = 'open' and excluded.status <> 'open'`
}
