-- Puts everything that happened since then at the end of an endpoint's queue, in order, except what is there already. At
-- most `p_most`: when there is more, nothing is queued, and the number says so. What is to be queued is found before the
-- lock, because whoever numbers events waits for that; what somebody else has queued meanwhile is left out under it.
-- Whoever numbers events at this moment may have found the endpoint still disabled, and its events are seen when that is
-- over. Those that get their numbers later are queued then.
create or replace function repeat_events_since_1(p_endpoint_id uuid, p_since timestamptz, p_until timestamptz,
  p_is_only_failed boolean, p_most integer, p_now timestamptz) returns integer language plpgsql as $$
declare
  ids bigint[];
begin
  perform await_numbering_1();
  select coalesce(array_agg(found.id), '{}') into ids from (
    select e.id from webhook_endpoints w
    join events e on e.organization_id = w.organization_id and wants_event_1(w.events, e.type)
    where w.id = p_endpoint_id and e.sequence is not null and e.created_at >= p_since and e.created_at < p_until
      and not exists (
        select from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = w.id
          and (d.status = 'pending' or (p_is_only_failed and d.status = 'succeeded')))
    limit p_most + 1) found;
  if cardinality(ids) > p_most then
    return cardinality(ids);
  end if;
  perform lock_endpoint_queues_1(array[p_endpoint_id]);
  ids := array(
    select found.id from unnest(ids) found(id) where not exists (
      select from webhook_deliveries d
      where d.event_id = found.id and d.endpoint_id = p_endpoint_id and d.status = 'pending'));
  perform add_deliveries_1(p_endpoint_id, ids, true, p_now);
  return cardinality(ids);
end $$;
