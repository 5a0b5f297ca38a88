import type { Mail } from '../../platform/mail/mail.ts'
import type { Sql } from '../../platform/postgres/pool.ts'

/** Longer than handing over a mail can take. */
const LEASE_MILLISECONDS = 2 * 60_000

/**
 * Takes what is due, and holds it for as long as the lease lasts; other processes pass over it. The Message-ID is written
 * down before anybody else hears of the mail: when this process dies, the next one sends the same mail.
 */
export function takeDueMails(sql: Sql, senderDomain: string, now: Date, most: number): Promise<readonly Mail[]> {
  const leaseEnd = new Date(now.getTime() + LEASE_MILLISECONDS)
  return sql<Mail[]>`
    update mails m set due_at = ${leaseEnd}, taken_until = ${leaseEnd}, tries = m.tries + 1,
      message_id = coalesce(m.message_id, gen_random_uuid() || '@' || ${senderDomain}::text)
    where m.id in (
      select d.id from mails d where d.status = 'waiting' and d.due_at <= ${now}
      order by (d.kind <> 'sign_in_code'), d.due_at limit ${most} for update skip locked)
    returning m.*`
}

export interface Gone {
  readonly status: 'sent' | 'kept'
  readonly subject: string
  readonly toAddress: string
  readonly recipientId: string | null
  readonly body: Buffer | null
}

/** Whoever has erased the customer meanwhile has ended the mail too, and then nothing of it is written down. */
export async function recordGone(sql: Sql, { id }: Mail, gone: Gone, now: Date): Promise<void> {
  await sql`
    update mails set status = ${gone.status}, subject = ${gone.subject}, to_address = ${gone.toAddress},
      recipient_id = coalesce(${gone.recipientId}::uuid, recipient_id), body = ${gone.body}, secret = null, due_at = null,
      trouble = null, sent_at = ${now}, modified_at = ${now}, version = version + 1
    where id = ${id} and status = 'waiting'`
}

/** The secret stays for whoever sends it again. */
export async function recordFailure(sql: Sql, { id }: Mail, trouble: string, now: Date): Promise<void> {
  await sql`
    update mails set status = 'failed', due_at = null, trouble = ${trouble}, modified_at = ${now}, version = version + 1
    where id = ${id} and status = 'waiting'`
}

/** Nothing has failed: nobody needs it any more, or there is nobody to send it to. What a secret is for is over too. */
export async function recordSkipped(sql: Sql, { id }: Mail, reason: string, now: Date): Promise<void> {
  await sql`
    update mails set status = 'skipped', due_at = null, trouble = ${reason}, secret = null, modified_at = ${now},
      version = version + 1
    where id = ${id} and status = 'waiting'`
}

export async function postpone(sql: Sql, { id }: Mail, dueAt: Date, trouble: string, now: Date): Promise<void> {
  await sql`
    update mails set due_at = ${dueAt}, taken_until = null, trouble = ${trouble}, modified_at = ${now},
      version = version + 1
    where id = ${id} and status = 'waiting'`
}

export async function dropMail(sql: Sql, { id }: Mail): Promise<void> {
  await sql`delete from mails where id = ${id} and status = 'waiting'`
}
