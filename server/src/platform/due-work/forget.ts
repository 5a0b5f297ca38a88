import type { Fragment, Sql } from '../postgres/pool.ts'

const BATCH = 5000
/** Longer than codes are counted. */
const CODE_MILLISECONDS = 2 * 3_600_000
/** Processors repeat themselves for some days. */
const TOLD_MILLISECONDS = 30 * 24 * 3_600_000

/** Deletes what has served its time: answers kept for repetition, sessions that have ended, and what processors told. */
export async function forgetExpired(sql: Sql, now: Date): Promise<void> {
  await inBatches(async () => {
    const { count } = await sql`delete from idempotency_records where ${isDue(sql, 'idempotency_records', now)}`
    return count
  })
  await inBatches(() => forgetSessions(sql, now))
  await inBatches(() => forgetCodes(sql, new Date(now.getTime() - CODE_MILLISECONDS)))
  await inBatches(() => forgetCodeMails(sql, new Date(now.getTime() - TOLD_MILLISECONDS)))
  await inBatches(() => forgetNotifications(sql, new Date(now.getTime() - TOLD_MILLISECONDS)))
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

/** With the answers that they got: nobody can ask for those again. */
async function forgetSessions(sql: Sql, now: Date): Promise<number> {
  const [gone] = await sql<{ many: number }[]>`
    with ended as (delete from customer_sessions where ${isDue(sql, 'customer_sessions', now)} returning id),
    answers as (delete from idempotency_records where scope in (select 'session:' || id from ended))
    select count(*)::int as many from ended`
  return gone?.many ?? 0
}

/**
 * One statement for everything could run into its timeout, and then again in every round, with more to do each time.
 * Rows that somebody else holds are left for the next round.
 */
async function inBatches(forget: () => Promise<number>): Promise<void> {
  let gone = BATCH
  while (gone === BATCH) gone = await forget()
}

function isDue(sql: Sql, table: string, now: Date): Fragment {
  return sql`ctid = any(array(
    select ctid from ${sql(table)} where expires_at <= ${now}
    order by expires_at limit ${BATCH} for update skip locked))`
}
