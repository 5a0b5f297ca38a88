import { change, type Damage, idOf } from './damage.ts'

export const DELIVERY_DAMAGES: readonly Damage[] = [
  {
    check: 'delivery_is_of_its_event',
    what: 'a delivery goes to another organization’s endpoint',
    cause: (sql) =>
      change(
        sql,
        'webhook_endpoints',
        sql`organization_id = (select o.id from organizations o where o.id <> organization_id limit 1)`,
        sql`id in (select endpoint_id from webhook_deliveries)`,
      ),
  },
  {
    check: 'delivery_is_of_its_event',
    what: 'a delivery is about another object than its event',
    cause: (sql) =>
      idOf(sql`
        update webhook_queue q set object_id = gen_random_uuid() from webhook_deliveries d
        where d.position = q.position and q.position = (
          select max(position) from webhook_queue where next_attempt_at is not null)
        returning d.id::text as id`),
  },
  {
    check: 'event_goes_out_once',
    what: 'an event was queued twice',
    cause: (sql) =>
      idOf(sql`
        insert into webhook_deliveries (created_at, organization_id, endpoint_id, event_id, status, finished_at)
        select d.created_at, d.organization_id, d.endpoint_id, d.event_id, 'failed', d.finished_at
        from webhook_deliveries d where d.status = 'succeeded' and not d.is_repeat limit 1
        returning endpoint_id::text as id`),
  },
  {
    check: 'delivery_gets_its_turn',
    what: 'a delivery waits for nothing',
    cause: (sql) =>
      idOf(sql`
        update webhook_queue set next_attempt_at = null
        where position = (select min(position) from webhook_queue where next_attempt_at is not null)
        returning object_id::text as id`),
  },
  {
    check: 'delivery_has_arrived',
    what: 'a delivery is said to have arrived, and was never taken',
    cause: (sql) => change(sql, 'webhook_deliveries', sql`status = 'succeeded'`, sql`status = 'failed'`),
  },
  {
    check: 'delivery_has_arrived',
    what: 'a delivery has arrived, and is said to have failed',
    cause: (sql) => change(sql, 'webhook_deliveries', sql`status = 'failed'`, sql`status = 'succeeded'`),
  },
  {
    check: 'open_delivery_is_queued',
    what: 'an open delivery is in no queue',
    cause: (sql) =>
      idOf(sql`
        delete from webhook_queue q using webhook_deliveries d
        where d.position = q.position and q.position = (select max(position) from webhook_queue)
        returning d.id::text as id`),
  },
  {
    check: 'open_delivery_is_queued',
    what: 'a delivery that is over would be sent again',
    cause: (sql) =>
      idOf(sql`
        with over as (select * from webhook_deliveries where status = 'succeeded' limit 1), queued as (
          insert into webhook_queue (position, endpoint_id, object_id, event_id, next_attempt_at)
          select o.position, o.endpoint_id, e.object_id, o.event_id, now() from over o join events e on e.id = o.event_id)
        select id::text as id from over`),
  },
  {
    check: 'nothing_is_half_way',
    what: 'nobody sends what is due',
    cause: (sql) =>
      change(
        sql,
        'webhook_queue',
        sql`next_attempt_at = now() - interval '2 hours'`,
        sql`next_attempt_at is not null and endpoint_id in (select id from webhook_endpoints where status = 'enabled')`,
        sql`endpoint_id`,
      ),
  },
]
