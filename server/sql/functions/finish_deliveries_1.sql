-- Writes down what became of attempts, lets those go that waited for them, and counts the events in a row that an endpoint
-- was given up on. A success counts also when the delivery was taken by somebody else meanwhile; a failure does not.
-- It need not survive a crash of the database: then the delivery is sent again, with the same id.
-- Planned while the queue is empty or full, and kept: without these settings it could read all of it, every time.
create or replace function finish_deliveries_1(p_finished jsonb, p_now timestamptz) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform share_endpoint_queues_1(array(
    select distinct endpoint_id from jsonb_to_recordset(p_finished) as finished (endpoint_id uuid)));
  perform from webhook_queue q
  where q.position in (select position from jsonb_to_recordset(p_finished) as finished (position bigint))
  order by q.position for update;

  insert into webhook_attempts (delivery, number, started_at, milliseconds, http_code, failure, answer)
  select f.position, f.number, f.started_at, f.milliseconds, f.http_code, f.failure, f.answer
  from jsonb_to_recordset(p_finished) as f (position bigint, number integer, started_at timestamptz,
    milliseconds integer, http_code integer, failure text, answer text)
  join webhook_deliveries d on d.position = f.position
  on conflict do nothing;

  -- Given up on meanwhile, and taken after all.
  update webhook_deliveries d set status = 'succeeded', finished_at = p_now
  from jsonb_to_recordset(p_finished) as f (position bigint, status text)
  where d.position = f.position and f.status = 'succeeded' and d.status = 'failed';

  with finished as (
    -- A process that was slower than its lease can have taken a delivery twice.
    select distinct on (q.position) q.position, q.endpoint_id, q.object_id, f.status, f.next_attempt_at,
      coalesce(q.passes_at, f.passes_at) as passes_at, f.is_gone
    from jsonb_to_recordset(p_finished) as f (position bigint, number integer, status text,
      next_attempt_at timestamptz, passes_at timestamptz, is_gone boolean)
    join webhook_queue q on q.position = f.position and (q.attempts = f.number or f.status = 'succeeded')
    order by q.position, f.status = 'succeeded' desc
  ), over as (
    delete from webhook_queue q using finished f where q.position = f.position and f.status <> 'pending'
  ), recorded as (
    update webhook_deliveries d set status = f.status, finished_at = p_now
    from finished f where d.position = f.position and f.status <> 'pending'
  ), postponed as (
    update webhook_queue q set next_attempt_at = f.next_attempt_at, taken_until = null, passes_at = f.passes_at
    from finished f where q.position = f.position and f.status = 'pending'
  ), woken as (
    update webhook_queue s
    set next_attempt_at = case
      when f.status = 'pending' then coalesce(s.next_attempt_at, f.passes_at)
      else least(s.next_attempt_at, p_now)
    end
    from finished f cross join lateral (
      select n.position from webhook_queue n
      where n.endpoint_id = f.endpoint_id and n.object_id = f.object_id and n.position > f.position
      order by n.position limit 1) following
    where s.position = following.position and s.attempts = 0
  ), counted as (
    select endpoint_id, bool_or(status = 'succeeded') as has_succeeded, bool_or(is_gone) as is_gone,
      count(*) filter (where status = 'failed') as many
    from finished where status <> 'pending' group by endpoint_id
  )
  update webhook_endpoints w
  set given_up = case when c.has_succeeded then 0 else w.given_up + c.many end, is_gone = w.is_gone or c.is_gone
  from counted c where w.id = c.endpoint_id and (c.many > 0 or w.given_up > 0);
end $$;
