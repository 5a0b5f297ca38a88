import type { Db } from '../../platform/postgres/pool.ts'
import { columns } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import type { RefundWork } from './model.ts'

export async function insertRefundWork({ sql }: Tx, work: RefundWork): Promise<void> {
  await sql`insert into refund_work ${columns(sql, work)}`
}

/** Under the order's lock, so that only one of those who know the outcome does the work. */
export async function lockRefundWork({ sql }: Tx, refundId: string): Promise<RefundWork | undefined> {
  const [work] = await sql<RefundWork[]>`select * from refund_work where refund_id = ${refundId} for update`
  return work
}

export async function endRefundWork({ sql }: Tx, refundId: string): Promise<void> {
  await sql`delete from refund_work where refund_id = ${refundId}`
}

/** Somebody looks again at that time. After an answer there is no trouble any more. */
export async function postponeRefundWork(
  { sql }: Tx,
  refundId: string,
  dueAt: Date,
  isAnswered: boolean,
): Promise<void> {
  const settled = isAnswered ? sql`, trouble = null, troubled_at = null` : sql``
  await sql`update refund_work set due_at = ${dueAt}${settled} where refund_id = ${refundId}`
}

/** A look has failed in a way that does not pass by itself. */
export async function noteRefundTrouble({ sql }: Db, refundId: string, trouble: string, now: Date): Promise<void> {
  await sql`
    update refund_work set trouble = ${trouble}, troubled_at = coalesce(troubled_at, ${now})
    where refund_id = ${refundId}`
}

/**
 * Takes what is due, and holds it for as long as the lease lasts. Other processes pass over it; when this one dies, it
 * becomes due again.
 */
export async function takeDueRefundWork(
  { sql }: Db,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<readonly RefundWork[]> {
  return sql<RefundWork[]>`
    update refund_work w set due_at = ${leaseUntil}, tries = w.tries + 1
    where w.refund_id in (
      select d.refund_id from refund_work d where d.due_at <= ${now}
      order by d.due_at limit ${most} for update skip locked)
    returning w.*`
}
