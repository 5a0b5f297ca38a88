-- Counts validations that were already judged: one row of the answer for each that was counted. What was judged must
-- still hold: the same version of the key, granted (also for somebody who changes rows by hand), the activation there
-- when the statement began, the usage within its limit. An ask that no longer fits has no row, and its caller judges again.
-- Many asks for one key are one update of its row: updating it for each of them took five times as long for 50.
create or replace function count_validations_1(p_asks jsonb)
returns table (ask integer, usage bigint, validations bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  asked record;
  current_id uuid;
  place integer := 0;
  ids uuid[];
  usages bigint[];
  counts bigint[];
  moments timestamptz[];
begin
  -- Whoever shares the batch with a key that somebody holds should not wait for long.
  perform set_config('lock_timeout', '1000', true);
  -- Locked by key, so that two processes never wait for each other in a circle; then in the order of arrival.
  for asked in
    select a.ask, a.license_key_id, a.spend, a.validated_at, k.usage, k.validations,
      coalesce(k.limit_usage, 9007199254740991) as max_usage,
      k.version = a.version and k.status = 'granted' and (a.activation_id is null or exists (
        select from license_key_activations t where t.id = a.activation_id and t.license_key_id = k.id)) as holds
    from jsonb_to_recordset(p_asks) as a(ask integer, license_key_id uuid, version integer, activation_id uuid,
      spend bigint, validated_at timestamptz)
    join license_keys k on k.id = a.license_key_id
    order by a.license_key_id, a.ask
    for no key update of k
  loop
    if current_id is distinct from asked.license_key_id then
      current_id := asked.license_key_id;
      place := place + 1;
      usage := asked.usage;
      validations := asked.validations;
    end if;
    continue when not asked.holds or (asked.spend > 0 and usage + asked.spend > asked.max_usage);
    ask := asked.ask;
    usage := usage + asked.spend;
    validations := validations + 1;
    return next;
    ids[place] := current_id;
    usages[place] := usage;
    counts[place] := validations;
    moments[place] := asked.validated_at;
  end loop;
  update license_keys k set usage = c.usage, validations = c.validations, last_validated_at = c.validated_at
  from unnest(ids, usages, counts, moments) as c(id, usage, validations, validated_at)
  where k.id = c.id;
end $$;
