import type { Fragment, Sql } from '../postgres/pool.ts'
import { BATCH, inBatches } from './in-batches.ts'

/** Longer than codes are counted. */
const CODE_MILLISECONDS = 2 * 3_600_000
/** Mails that were kept can be read for so long. */
const KEPT_MILLISECONDS = 90 * 24 * 3_600_000
/** Processors repeat themselves for some days. */
const TOLD_MILLISECONDS = 30 * 24 * 3_600_000

/**
 * Deletes what has served its time: answers kept for repetition, sessions that have ended, sign-in codes, what kept mails
 * said, and what processors told.
 */
export async function forgetExpired(sql: Sql, now: Date, stop?: AbortSignal): Promise<void> {
  await inBatches(async () => {
    const { count } = await sql`delete from idempotency_records where ${isDue(sql, 'idempotency_records', now)}`
    return count
  }, stop)
  await inBatches(() => forgetSessions(sql, now), stop)
  await inBatches(() => forgetCodes(sql, new Date(now.getTime() - CODE_MILLISECONDS)), stop)
  await inBatches(() => forgetCodeMails(sql, new Date(now.getTime() - TOLD_MILLISECONDS)), stop)
  await inBatches(() => forgetKeptBodies(sql, new Date(now.getTime() - KEPT_MILLISECONDS)), stop)
  await inBatches(() => forgetNotifications(sql, new Date(now.getTime() - TOLD_MILLISECONDS)), stop)
}

/** Those that were dealt with. */
async function forgetNotifications(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`
    delete from processor_notifications where ctid = any(array(
      select ctid from processor_notifications where due_at is null and received_at <= ${before}
      order by received_at limit ${BATCH} for update skip locked))`
  return count
}

async function forgetCodes(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from sign_in_codes where ${isDue(sql, 'sign_in_codes', before)}`
  return count
}

/** Anybody can ask for codes, and what became of each is of no interest for long. */
async function forgetCodeMails(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`
    delete from mails where ctid = any(array(
      select ctid from mails where kind = 'sign_in_code' and created_at <= ${before} and status <> 'waiting'
      order by created_at limit ${BATCH} for update skip locked))`
  return count
}

/** That there was a mail, to whom and about what, stays. */
async function forgetKeptBodies(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`
    update mails set body = null where ctid = any(array(
      select ctid from mails where body is not null and sent_at <= ${before}
      order by sent_at limit ${BATCH} for update skip locked))`
  return count
}

/** With the answers that they got: nobody can ask for those again. */
async function forgetSessions(sql: Sql, now: Date): Promise<number> {
  const [gone] = await sql<{ many: number }[]>`
    with ended as (delete from customer_sessions where ${isDue(sql, 'customer_sessions', now)} returning id),
    answers as (delete from idempotency_records where scope in (select 'session:' || id from ended))
    select count(*)::int as many from ended`
  return gone?.many ?? 0
}

function isDue(sql: Sql, table: string, now: Date): Fragment {
  return sql`ctid = any(array(
    select ctid from ${sql(table)} where expires_at <= ${now}
    order by expires_at limit ${BATCH} for update skip locked))`
}
