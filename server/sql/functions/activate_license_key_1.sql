-- Stores an activation that was already judged, with its events. The row's lock makes counting and inserting one step,
-- so the limit is never passed and every place is usable.
create or replace function activate_license_key_1(p_guards jsonb, p_activation jsonb, p_events jsonb) returns void
language plpgsql as $$
declare
  license license_keys;
begin
  select * into license from license_keys k where k.id = (p_guards->>'license_key_id')::uuid for no key update;
  if not found or license.version <> (p_guards->>'version')::integer or license.status <> 'granted' then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;
  if (select count(*) from license_key_activations a where a.license_key_id = license.id) >= license.limit_activations then
    raise exception using errcode = 'TL002', message = 'activation_limit_reached';
  end if;
  insert into license_key_activations select * from jsonb_populate_record(null::license_key_activations, p_activation);
  perform write_events_1(p_events);
end $$;
