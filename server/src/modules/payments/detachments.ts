import type { Db } from '../../platform/postgres/pool.ts'
import { columns } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import type { ProcessorName, SavedMethod } from './model.ts'

/** A card that its processor still has to forget. */
export interface Detachment {
  readonly paymentMethodId: string
  readonly processor: ProcessorName
  readonly processorReference: string
  readonly tries: number
}

/**
 * From here on nobody charges the customer's cards any more, and what processors call the customer is forgotten. The
 * processors themselves hear of it in the background.
 */
export async function forgetPaymentMethods({ sql, clock }: Tx, customerId: string): Promise<void> {
  const now = clock.now()
  await sql`
    with gone as (
      update payment_methods set detached_at = ${now}
      where customer_id = ${customerId} and detached_at is null returning id)
    insert into detach_work (payment_method_id, due_at) select id, ${now}::timestamptz from gone`
  await sql`delete from processor_customers where customer_id = ${customerId}`
}

/** A card that was kept for something that cannot be had any more. One that the customer uses otherwise stays. */
export async function forgetUnused({ sql, clock }: Tx, method: SavedMethod): Promise<void> {
  const now = clock.now()
  await sql`
    with gone as (
      insert into payment_methods ${columns(sql, { ...method, detachedAt: now })}
      on conflict (processor, processor_reference) do nothing returning id)
    insert into detach_work (payment_method_id, due_at) select id, ${now}::timestamptz from gone`
}

/** Takes what is due, and holds it for as long as the lease lasts. */
export async function takeDueDetachments(
  { sql }: Db,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<readonly Detachment[]> {
  return sql<Detachment[]>`
    update detach_work w set due_at = ${leaseUntil}, tries = w.tries + 1
    from payment_methods m
    where m.id = w.payment_method_id and w.payment_method_id in (
      select d.payment_method_id from detach_work d where d.due_at <= ${now}
      order by d.due_at limit ${most} for update skip locked)
    returning w.payment_method_id, m.processor, m.processor_reference, w.tries`
}

export async function endDetachment({ sql }: Db, paymentMethodId: string): Promise<void> {
  await sql`delete from detach_work where payment_method_id = ${paymentMethodId}`
}

export async function postponeDetachment({ sql }: Db, paymentMethodId: string, dueAt: Date): Promise<void> {
  await sql`update detach_work set due_at = ${dueAt} where payment_method_id = ${paymentMethodId}`
}
