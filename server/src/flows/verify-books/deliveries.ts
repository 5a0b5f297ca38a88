import type { Check } from './check.ts'

export const DELIVERY_CHECKS: readonly Check[] = [
  {
    name: 'delivery_is_of_its_event',
    sentence: 'The delivery is about another object than its event, or goes to somebody else’s endpoint.',
    find: (sql) => sql`
      select d.id as delivery_id, d.endpoint_id, e.event_id
      from webhook_deliveries d
      join events e on e.id = d.event_id
      left join webhook_endpoints w on w.id = d.endpoint_id
      left join webhook_queue q on q.position = d.position
      where d.organization_id <> e.organization_id or w.organization_id is distinct from d.organization_id
        or e.sequence is null or q.object_id <> e.object_id or q.event_id <> e.id or q.endpoint_id <> d.endpoint_id`,
  },
  {
    name: 'event_goes_out_once',
    sentence: 'The event was put into the queue of an endpoint twice, and nobody had asked for that.',
    find: (sql) => sql`
      select e.event_id, d.endpoint_id, count(*)::int as times
      from webhook_deliveries d join events e on e.id = d.event_id
      where not d.is_repeat group by e.event_id, d.endpoint_id having count(*) > 1`,
  },
  {
    name: 'delivery_gets_its_turn',
    sentence: 'The delivery waits for an earlier one of the same object, and there is none.',
    find: (sql) => sql`
      select waiting.id as delivery_id, waiting.endpoint_id, waiting.object_id
      from (
        select d.id, q.endpoint_id, q.object_id, q.next_attempt_at,
          row_number() over (partition by q.endpoint_id, q.object_id order by q.position) as place
        from webhook_queue q join webhook_deliveries d on d.position = q.position
      ) waiting
      where waiting.place = 1 and waiting.next_attempt_at is null`,
  },
  {
    name: 'open_delivery_is_queued',
    sentence: 'The delivery is open and in no queue, or it is over and still in one.',
    find: (sql) => sql`
      select d.id as delivery_id, d.endpoint_id, d.status
      from webhook_deliveries d left join webhook_queue q on q.position = d.position
      where (d.status = 'pending') <> (q.position is not null)`,
  },
  {
    name: 'delivery_has_arrived',
    sentence: 'The delivery counts as done, and no attempt says so; or it is still open, although one has arrived.',
    find: (sql) => sql`
      select d.id as delivery_id, d.endpoint_id, d.status
      from webhook_deliveries d
      where (d.status = 'succeeded') <> exists (
        select from webhook_attempts a where a.delivery = d.position and a.http_code between 200 and 299)`,
  },
]
