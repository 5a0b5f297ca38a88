import type { Tx } from '../../platform/postgres/transaction.ts'

/** Longer ago than any buyer may take. */
const LONG_AGO = new Date(0)

/** Of these checkouts, buyers who were asked to do something have had their time: the next look, now, cancels it. */
export async function endBuyersTime({ sql, clock }: Tx, checkoutIds: readonly string[]): Promise<void> {
  await sql`
    update payment_work set buyer_asked_at = ${LONG_AGO}, due_at = ${clock.now()}
    where checkout_id = any(${checkoutIds as string[]}::uuid[]) and task = 'find_out' and buyer_asked_at is not null`
}
