import type { Sql } from '../postgres/pool.ts'

/** Deletes what has served its time: answers kept for repetition, and sessions that have ended. */
export async function forgetExpired(sql: Sql, now: Date): Promise<void> {
  await sql`delete from idempotency_records where expires_at <= ${now}`
  await sql`delete from customer_sessions where expires_at <= ${now}`
}
