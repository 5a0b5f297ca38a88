-- Forgets the oldest deliveries, also those that wait for an endpoint which is paused, and tells how many. What waited for
-- one of them gets its turn.
create or replace function forget_deliveries_1(p_before timestamptz, p_most integer, p_now timestamptz) returns integer
language plpgsql as $$
declare
  positions bigint[];
  endpoints uuid[];
begin
  select array_agg(old.position), array_agg(distinct old.endpoint_id) into positions, endpoints
  from (select d.position, d.endpoint_id, d.created_at from webhook_deliveries d order by d.position limit p_most) old
  where old.created_at <= p_before;
  if positions is null then
    return 0;
  end if;
  perform lock_endpoint_queues_1(endpoints);
  delete from webhook_deliveries where position = any(positions);
  update webhook_queue w set next_attempt_at = p_now
  where w.endpoint_id = any(endpoints) and w.next_attempt_at is null and not exists (
    select from webhook_queue e
    where e.endpoint_id = w.endpoint_id and e.object_id = w.object_id and e.position < w.position);
  return cardinality(positions);
end $$;
