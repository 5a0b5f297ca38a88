-- Takes what is due of these endpoints, at most `p_most`, and for each as much as there is room for, and counts the
-- attempt that now begins. Whoever is killed over it is followed by somebody else when `p_until` has passed.
-- Planned while the queue is empty or full, and kept: without these settings it could read all of it, every time.
create or replace function take_deliveries_1(p_wanted jsonb, p_most integer, p_now timestamptz, p_until timestamptz)
returns table ("position" bigint, endpoint_id uuid, attempts integer, endpoint json, event json)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  with taken as (
    select due.position
    from jsonb_to_recordset(p_wanted) as wanted (endpoint_id uuid, room integer)
    join webhook_endpoints w on w.id = wanted.endpoint_id and w.status = 'enabled' and not w.is_gone
      and w.deleted_at is null
    cross join lateral (
      select q.position from webhook_queue q
      where q.endpoint_id = w.id and q.next_attempt_at <= p_now and (q.taken_until is null or q.taken_until <= p_now)
      order by q.next_attempt_at, q.position limit wanted.room for update skip locked) due
    limit p_most
  ), leased as (
    update webhook_queue q set taken_until = p_until, attempts = q.attempts + 1
    from taken where q.position = taken.position
    returning q.position, q.endpoint_id, q.attempts, q.event_id
  )
  select l.position, l.endpoint_id, l.attempts,
    json_build_object('url', w.url, 'secret', encode(w.secret, 'base64'),
      'old_secret', encode(w.old_secret, 'base64'), 'old_secret_until', w.old_secret_until),
    to_json(e)
  from leased l
  join webhook_endpoints w on w.id = l.endpoint_id
  join events e on e.id = l.event_id
  order by l.position;
end $$;
