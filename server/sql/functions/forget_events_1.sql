-- Forgets the oldest events of an organization, in the order of their numbers, up to the first one that has to stay: what
-- is left is always a tail without a gap. What was delivered goes with its event. An event that is still on its way to an
-- endpoint stays, and all that come after it.
create or replace function forget_events_1(p_organization_id uuid, p_before timestamptz, p_most integer)
returns integer language plpgsql as $$
declare
  horizon event_horizons;
  gone record;
begin
  insert into event_horizons (organization_id, forgotten_sequence) values (p_organization_id, 0) on conflict do nothing;
  -- Somebody else is at it.
  select * into horizon from event_horizons where organization_id = p_organization_id for update skip locked;
  if not found then return 0; end if;
  -- Nobody queues one of these again meanwhile.
  perform lock_endpoint_queues_1(array(
    select w.id from webhook_endpoints w where w.organization_id = p_organization_id and w.deleted_at is null));
  with oldest as materialized (
    select e.id, e.sequence, e.created_at, e.created_at > p_before or exists (
      select from webhook_deliveries d where d.event_id = e.id and d.status = 'pending') as stays
    from events e
    where e.organization_id = p_organization_id and e.sequence > horizon.forgotten_sequence
    order by e.sequence limit p_most
  )
  select coalesce(array_agg(o.id), '{}') as ids, max(o.sequence) as last, max(o.created_at) as happened_at into gone
  from oldest o
  where not exists (select from oldest s where s.stays and s.sequence <= o.sequence);
  if cardinality(gone.ids) = 0 then return 0; end if;
  delete from webhook_deliveries where event_id = any(gone.ids);
  delete from events where id = any(gone.ids);
  update event_horizons set forgotten_sequence = gone.last, forgotten_at = greatest(forgotten_at, gone.happened_at)
  where organization_id = p_organization_id;
  return cardinality(gone.ids);
end $$;
