-- Puts events into the queues of the endpoints that want them, and tells which endpoints those are. The event of an object
-- waits while an earlier one of the same object is open, so that each endpoint hears of it in order. The lock keeps
-- whoever finishes that earlier one from missing what waits for it.
create or replace function queue_deliveries_1(p_ids bigint[], p_now timestamptz) returns uuid[] language plpgsql as $$
declare
  wanting uuid[];
  wanted record;
begin
  select array_agg(distinct w.id order by w.id) into wanting
  from events e
  join webhook_endpoints w on w.organization_id = e.organization_id and wants_event_1(w.events, e.type)
    and w.status <> 'disabled' and w.deleted_at is null
  where e.id = any(p_ids);
  if wanting is null then
    return '{}';
  end if;
  perform lock_endpoint_queues_1(wanting);
  for wanted in
    select w.id, array_agg(e.id) as ids
    from events e join webhook_endpoints w on w.organization_id = e.organization_id and wants_event_1(w.events, e.type)
    where e.id = any(p_ids) and w.id = any(wanting)
    group by w.id
  loop
    perform add_deliveries_1(wanted.id, wanted.ids, false, p_now);
  end loop;
  return wanting;
end $$;
