import { change, type Damage, idOf } from './damage.ts'

export const WORK_DAMAGES: readonly Damage[] = [
  {
    check: 'nothing_is_half_way',
    what: 'nobody has looked after a payment for two hours',
    cause: (sql) => change(sql, 'payment_work', sql`due_at = now() - interval '2 hours'`, sql`true`, sql`payment_id`),
  },
  {
    check: 'nothing_is_half_way',
    what: 'nobody has read what a processor told two hours ago',
    cause: (sql) =>
      idOf(sql`
        insert into processor_notifications (processor, event_id, received_at, content, due_at)
        values ('stripe', 'evt_unread', now(), '{"kind": "other"}', now() - interval '2 hours') returning event_id as id`),
  },
  {
    check: 'nothing_is_half_way',
    what: 'the sandbox could not tell something for two hours',
    cause: (sql) =>
      idOf(sql`
        insert into sandbox.notifications (due_at, content) values (now() - interval '2 hours', '{"kind": "other"}')
        returning id::text`),
  },
  {
    check: 'nothing_is_half_way',
    what: 'nobody has asked a processor for two hours to forget a card',
    cause: (sql) =>
      idOf(sql`
        insert into detach_work (payment_method_id, due_at)
        select id, now() - interval '2 hours' from payment_methods limit 1 returning payment_method_id as id`),
  },
  {
    check: 'no_look_fails_for_long',
    what: 'a payment cannot be settled, and is tried each minute',
    cause: (sql) =>
      change(
        sql,
        'payment_work',
        sql`tries = 120, trouble = 'PostgresError: 23505', troubled_at = now() - interval '2 hours'`,
        sql`true`,
        sql`payment_id`,
      ),
  },
  {
    check: 'no_look_fails_for_long',
    what: 'a refund cannot be looked up, and is tried each minute',
    cause: async (sql) => {
      // One that failed, as if nobody knew that yet. Its last event says the same.
      const id = await change(sql, 'refunds', sql`status = 'pending'`, sql`status = 'failed'`)
      await sql`update events set data = jsonb_set(data, '{status}', '"pending"') where object_id = ${id}`
      await sql`
        insert into refund_work (refund_id, due_at, tries, trouble, troubled_at)
        values (${id}, now(), 120, 'the processor does not know what it has named', now() - interval '2 hours')`
      return id
    },
  },
  {
    check: 'no_look_fails_for_long',
    what: 'what a processor told two days ago cannot be dealt with',
    cause: (sql) =>
      idOf(sql`
        insert into processor_notifications (processor, event_id, received_at, content, due_at, tries)
        values ('stripe', 'evt_stuck', now() - interval '2 days', '{"kind": "other"}', now(), 900)
        returning event_id as id`),
  },
  {
    check: 'request_will_be_answered',
    what: 'a request runs for ten minutes',
    cause: (sql) =>
      idOf(sql`
        insert into idempotency_records (scope, key, request_hash, created_at, expires_at)
        values ('checkout', 'lost', '', now() - interval '10 minutes', now() + interval '1 day') returning key as id`),
  },
  {
    check: 'guards_are_on',
    what: 'somebody has stopped the counting of orders',
    cause: async (sql) => {
      await sql`alter table orders disable trigger count_rows`
      return 'orders'
    },
  },
  {
    check: 'guards_are_on',
    what: 'a rule was never checked',
    cause: async (sql) => {
      await sql`alter table payments add constraint unchecked check (amount < 0) not valid`
      return 'unchecked'
    },
  },
]
