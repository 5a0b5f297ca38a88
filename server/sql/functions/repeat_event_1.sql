-- Sends an event once more to every endpoint that wants such events, or was sent this one before. Where it is still
-- under way, it is tried now. Tells how many endpoints those are.
create or replace function repeat_event_1(p_organization_id uuid, p_event_id bigint, p_now timestamptz) returns integer
language plpgsql as $$
declare
  wanting uuid[];
begin
  select coalesce(array_agg(w.id), '{}') into wanting
  from webhook_endpoints w, events e
  where w.organization_id = p_organization_id and e.id = p_event_id and w.status <> 'disabled' and w.deleted_at is null
    and (wants_event_1(w.events, e.type)
      or exists (select from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = w.id));
  perform lock_endpoint_queues_1(wanting);
  -- Not one that waits for its turn, or is being sent.
  update webhook_queue q set next_attempt_at = p_now
  from webhook_deliveries d
  where d.event_id = p_event_id and d.endpoint_id = any(wanting) and q.position = d.position
    and q.attempts > 0 and q.next_attempt_at > p_now and (q.taken_until is null or q.taken_until <= p_now);
  perform add_deliveries_1(w.id, array[p_event_id], true, p_now)
  from unnest(wanting) w(id)
  where not exists (
    select from webhook_deliveries d
    where d.event_id = p_event_id and d.endpoint_id = w.id and d.status = 'pending');
  return cardinality(wanting);
end $$;
