import type { Db } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import type { Payment, PaymentTask, PaymentWork, ProcessorName, SavedMethod } from './model.ts'

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const [payment] = await db.sql<Payment[]>`select * from payments where id = ${id}`
  return payment
}

export async function findPaymentByReference(
  db: Db,
  processor: ProcessorName,
  reference: string,
): Promise<Payment | undefined> {
  const [payment] = await db.sql<Payment[]>`
    select * from payments where processor = ${processor} and processor_reference = ${reference}`
  return payment
}

/** The one that an order was paid with; undefined when nothing was due. */
export async function findPaymentOfOrder(db: Db, orderId: string): Promise<Payment | undefined> {
  const [payment] = await db.sql<Payment[]>`
    select * from payments where order_id = ${orderId} and status = 'succeeded' and amount > 0`
  return payment
}

export async function lockPayment(tx: Tx, id: string): Promise<Payment | undefined> {
  const [payment] = await tx.sql<Payment[]>`select * from payments where id = ${id} for no key update`
  return payment
}

export async function savePayment(tx: Tx, payment: Payment): Promise<void> {
  const { id, status, orderId, method, processorReference, failureCode, action, isStray, refundedAmount } = payment
  const { modifiedAt, version } = payment
  const { sql } = tx
  await sql`
    update payments set ${columns(sql, {
      status,
      orderId,
      method,
      processorReference,
      failureCode,
      action,
      isStray,
      refundedAmount,
      modifiedAt,
      version,
    })} where id = ${id}`
}

/** An attempt whose outcome nobody has written yet, as it is now. */
export async function findOpenAttempt(
  { sql }: Db,
  paymentId: string,
): Promise<{ payment: Payment; work: PaymentWork } | undefined> {
  const [row] = await sql<{ payment: object; work: object }[]>`
    select to_json(p) as payment, to_json(w) as work from payment_work w join payments p on p.id = w.payment_id
    where w.payment_id = ${paymentId} and w.task = 'find_out'`
  return row && { payment: fromRow<Payment>(row.payment), work: fromRow<PaymentWork>(row.work) }
}

/** What a customer was known by before, at this processor. */
export async function findSavedMethod(
  { sql }: Db,
  processor: ProcessorName,
  reference: string,
): Promise<SavedMethod | undefined> {
  const [method] = await sql<SavedMethod[]>`
    select * from payment_methods where processor = ${processor} and processor_reference = ${reference}`
  return method
}

/** Under the lock of the checkout, so that only one of those who know the outcome does the work. */
export async function lockWork(tx: Tx, paymentId: string, task: PaymentTask): Promise<PaymentWork | undefined> {
  const [work] = await tx.sql<PaymentWork[]>`
    select * from payment_work where payment_id = ${paymentId} and task = ${task} for update`
  return work
}

export async function insertWork(tx: Tx, work: PaymentWork): Promise<void> {
  await tx.sql`insert into payment_work ${columns(tx.sql, work)}`
}

export async function endWork(tx: Tx, paymentId: string): Promise<void> {
  await tx.sql`delete from payment_work where payment_id = ${paymentId}`
}

/**
 * From here on the processor may be asked to take the money. False when somebody has given the attempt up meanwhile: then
 * it must not be asked.
 */
export async function keepReference(
  db: Db,
  paymentId: string,
  reference: string,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  // The work is locked first, as everybody who settles does.
  const kept = await db.sql`
    with held as (select payment_id from payment_work where payment_id = ${paymentId} for update),
    kept as (
      update payments set status = 'pending', processor_reference = ${reference}, modified_at = ${now},
        version = version + 1
      where id = (select payment_id from held) and status = 'starting' returning id)
    update payment_work w set due_at = ${leaseUntil} from kept where w.payment_id = kept.id returning w.payment_id`
  return kept.length > 0
}

export async function saveWork(tx: Tx, { paymentId, dueAt, isAnnounced, buyerAskedAt }: PaymentWork): Promise<void> {
  const { sql } = tx
  await sql`
    update payment_work set ${columns(sql, { dueAt, isAnnounced, buyerAskedAt })} where payment_id = ${paymentId}`
}

/** A look has failed in a way that does not pass by itself. */
export async function noteTrouble({ sql }: Db, paymentId: string, trouble: string, now: Date): Promise<void> {
  await sql`
    update payment_work set trouble = ${trouble}, troubled_at = coalesce(troubled_at, ${now})
    where payment_id = ${paymentId}`
}

/** A later one has not. */
export async function forgetTrouble({ sql }: Db, paymentId: string): Promise<void> {
  await sql`update payment_work set trouble = null, troubled_at = null where payment_id = ${paymentId}`
}

/** Somebody looks again at that time. */
export async function postponeWork(db: Db, paymentId: string, dueAt: Date): Promise<void> {
  await db.sql`update payment_work set due_at = ${dueAt} where payment_id = ${paymentId}`
}

/**
 * Takes what is due, and holds it for as long as the lease lasts. Other processes pass over it; when this one dies, it
 * becomes due again.
 */
export async function takeDueWork(db: Db, now: Date, leaseUntil: Date, most: number): Promise<PaymentWork[]> {
  const rows = await db.sql<{ work: object }[]>`
    update payment_work w set due_at = ${leaseUntil}, tries = w.tries + 1
    where w.payment_id in (
      select d.payment_id from payment_work d where d.due_at <= ${now}
      order by d.due_at limit ${most} for update skip locked)
    returning to_json(w) as work`
  return rows.map(({ work }) => fromRow<PaymentWork>(work))
}
