-- One step of whoever sends: what has become of attempts is written down, and what is due is taken.
create or replace function work_deliveries_1(p_finished jsonb, p_wanted jsonb, p_most integer, p_now timestamptz,
  p_until timestamptz) returns json language plpgsql as $$
begin
  if jsonb_array_length(p_finished) > 0 then
    perform finish_deliveries_1(p_finished, p_now);
  end if;
  return (select coalesce(json_agg(t), '[]') from take_deliveries_1(p_wanted, p_most, p_now, p_until) t);
end $$;
