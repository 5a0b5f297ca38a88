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
