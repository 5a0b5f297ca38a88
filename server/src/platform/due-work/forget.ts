import type { Sql } from '../postgres/pool.ts'

const BATCH = 5000

/** Deletes what has served its time: answers kept for repetition, and sessions that have ended. */
export async function forgetExpired(sql: Sql, now: Date): Promise<void> {
  await forgetFrom(sql, 'idempotency_records', now)
  await forgetFrom(sql, 'customer_sessions', now)
}

/**
 * In batches: one statement for everything could run into its timeout, and then again in every round, with more to do
 * each time. Rows that somebody else holds are left for the next round.
 */
async function forgetFrom(sql: Sql, table: string, now: Date): Promise<void> {
  let gone = BATCH
  while (gone === BATCH) {
    const { count } = await sql`
      delete from ${sql(table)} where ctid = any(array(
        select ctid from ${sql(table)} where expires_at <= ${now}
        order by expires_at limit ${BATCH} for update skip locked))`
    gone = count
  }
}
