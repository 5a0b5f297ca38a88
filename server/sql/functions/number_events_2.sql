-- Gives committed events their numbers, gap-free per organization, and puts them into the queues of endpoints and mails.
-- One sequencer at a time: the lock is held to the commit, and the rows are read by a statement that starts after the
-- lock was had. It takes rows that have no number yet, never rows above a high-water mark, because a transaction that
-- began early may commit late. Tells how many there were, and which endpoints have something to send.
create or replace function number_events_2(p_most integer, p_now timestamptz, out numbered integer, out endpoints uuid[])
language plpgsql as $$
declare
  ids bigint[];
begin
  perform pg_advisory_xact_lock(7455106);
  with fresh as (
    select id, organization_id, row_number() over (partition by organization_id order by id) as position
    from (select id, organization_id from events where sequence is null order by id limit p_most) unnumbered
  ), advanced as (
    insert into event_sequences as s (organization_id, last_sequence)
    select organization_id, count(*) from fresh group by organization_id
    on conflict (organization_id) do update set last_sequence = s.last_sequence + excluded.last_sequence
    returning s.organization_id, s.last_sequence
  ), counted as (
    select organization_id, count(*) as many from fresh group by organization_id
  ), done as (
    update events e set sequence = a.last_sequence - c.many + f.position
    from fresh f
    join advanced a on a.organization_id = f.organization_id
    join counted c on c.organization_id = f.organization_id
    where e.id = f.id
    returning e.id
  )
  select coalesce(array_agg(id), '{}') into ids from done;
  numbered := cardinality(ids);
  endpoints := '{}';
  if numbered > 0 then
    endpoints := queue_deliveries_1(ids, p_now);
    perform queue_mails_1(ids);
  end if;
end $$;
