-- Puts events at the end of an endpoint's queue, in the order of their numbers. To be called with the queue locked.
-- Planned while the queue is empty or full, and kept: without these settings it could read all of it, every time.
create or replace function add_deliveries_1(p_endpoint_id uuid, p_ids bigint[], p_is_repeat boolean, p_now timestamptz)
returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with added as (
    insert into webhook_deliveries (id, created_at, organization_id, endpoint_id, event_id, is_repeat)
    select new_id_1(), p_now, e.organization_id, p_endpoint_id, e.id, p_is_repeat
    from events e where e.id = any(p_ids) order by e.sequence
    returning position, event_id
  ), placed as (
    select a.position, a.event_id, e.object_id, row_number() over (partition by e.object_id order by a.position) as place
    from added a join events e on e.id = a.event_id
  )
  insert into webhook_queue (position, endpoint_id, object_id, event_id, next_attempt_at)
  select position, p_endpoint_id, object_id, event_id,
    case when place = 1 then delivery_turn_1(p_endpoint_id, object_id, p_now) end
  from placed;
end $$;
