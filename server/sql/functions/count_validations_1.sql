-- Counts validations that were already judged: one row of the answer for each that was counted. What was judged must
-- still hold: the same version of the key, which is granted (also for somebody who changes rows by hand), the
-- activation still there, the usage within its limit. An ask that no longer fits has no row, and its caller judges again.
create or replace function count_validations_1(p_asks jsonb)
returns table (ask integer, usage bigint, validations bigint)
language plpgsql as $$
declare
  asked record;
begin
  -- By key, so that two processes never wait for each other in a circle; then in the order of arrival.
  for asked in
    select * from jsonb_to_recordset(p_asks) as a(ask integer, license_key_id uuid, version integer,
      activation_id uuid, spend bigint, validated_at timestamptz)
    order by a.license_key_id, a.ask
  loop
    return query
      update license_keys k set
        usage = k.usage + asked.spend,
        validations = k.validations + 1,
        last_validated_at = asked.validated_at
      where k.id = asked.license_key_id
        and k.version = asked.version
        and k.status = 'granted'
        and k.usage + asked.spend <= coalesce(k.limit_usage, 9007199254740991)
        and (asked.activation_id is null or exists (
          select from license_key_activations a where a.id = asked.activation_id and a.license_key_id = k.id))
      returning asked.ask, k.usage, k.validations;
  end loop;
end $$;
