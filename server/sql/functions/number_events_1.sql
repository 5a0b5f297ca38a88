-- For processes of the release before.
create or replace function number_events_1(p_most integer) returns integer language plpgsql as $$
begin
  return (select numbered from number_events_2(p_most, now()));
end $$;
