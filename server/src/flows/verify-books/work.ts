import type { Check } from './check.ts'

/** Somebody should have looked by then, however long the processor was away: looks are at most minutes apart. */
const TOO_LATE = 3_600_000
/** Nobody has to know of what fails once and then goes well. */
const FAILING_FOR = 300_000
/** What is about nothing of ours is put aside after an hour; the rest needs the processor to be there at some time. */
const READ_BY = 24 * 3_600_000
/** A request is answered, or left to the work in the background, long before. */
const ANSWERED_BY = 300_000

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

export const WORK_CHECKS: readonly Check[] = [
  {
    name: 'nothing_is_half_way',
    sentence: 'Nobody has looked after this for more than an hour. If the server is not running, start it.',
    find: (sql, now) => sql`
      select w.payment_id::text as id, 'payment' as kind, w.task, w.due_at, w.checkout_id::text as belongs_to
      from payment_work w where w.due_at < ${before(now, TOO_LATE)}
      union all
      select w.refund_id::text, 'refund', 'find_out', w.due_at, f.order_id::text
      from refund_work w left join refunds f on f.id = w.refund_id where w.due_at < ${before(now, TOO_LATE)}
      union all
      select n.event_id, 'notification', 'read', n.due_at, n.processor
      from processor_notifications n where n.due_at < ${before(now, TOO_LATE)}
      union all
      select n.id::text, 'notification', 'deliver', n.due_at, 'sandbox'
      from sandbox.notifications n where n.due_at < ${before(now, TOO_LATE)}
      union all
      select w.payment_method_id::text, 'card', 'detach', w.due_at, m.customer_id::text
      from detach_work w left join payment_methods m on m.id = w.payment_method_id
      where w.due_at < ${before(now, TOO_LATE)}
      union all
      select m.id::text, 'mail', 'send', m.due_at, m.object_id::text
      from mails m where m.status = 'waiting' and m.due_at < ${before(now, TOO_LATE)}
      union all
      select d.id::text, 'webhook', 'deliver', q.next_attempt_at, d.endpoint_id::text
      from webhook_queue q join webhook_deliveries d on d.position = q.position
      join webhook_endpoints e on e.id = d.endpoint_id and e.status = 'enabled' and e.deleted_at is null
      where q.next_attempt_at < ${before(now, TOO_LATE)}`,
  },
  {
    // Each look that fails is followed by another, so nothing is ever late.
    name: 'no_look_fails_for_long',
    sentence: 'Whoever looks after this fails, again and again. The log of the server says more.',
    find: (sql, now) => sql`
      select w.payment_id::text as id, 'payment' as kind, w.task, w.troubled_at as since, w.trouble
      from payment_work w where w.troubled_at < ${before(now, FAILING_FOR)}
      union all
      select w.refund_id::text, 'refund', 'find_out', w.troubled_at, w.trouble
      from refund_work w where w.troubled_at < ${before(now, FAILING_FOR)}
      union all
      select n.event_id, 'notification', 'read', n.received_at, n.processor
      from processor_notifications n where n.due_at is not null and n.received_at < ${before(now, READ_BY)}`,
  },
  {
    name: 'request_will_be_answered',
    sentence: 'A request with an Idempotency-Key still waits for its answer, and nobody will give it.',
    find: (sql, now) => sql`
      select r.key, r.scope, r.created_at from idempotency_records r
      where r.status is null and r.created_at < ${before(now, ANSWERED_BY)}
        and not exists (select from payment_work w where w.claim_scope = r.scope and w.claim_key = r.key)
        and not exists (select from refund_work w where w.claim_scope = r.scope and w.claim_key = r.key)`,
  },
  {
    name: 'guards_are_on',
    sentence: 'Something that keeps the books right was switched off in the database.',
    find: (sql) => sql`
      select t.tgrelid::regclass::text as table, t.tgname as name, 'trigger' as kind from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      where c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)
        and t.tgenabled <> case when t.tgname = 'count_rows' then 'A' else 'O' end
      union all
      select c.conrelid::regclass::text, c.conname, 'constraint' from pg_constraint c
      where c.connamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and not c.convalidated
      union all
      select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'index' from pg_index i
      join pg_class c on c.oid = i.indrelid
      where c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and not (i.indisvalid and i.indisready)`,
  },
]
