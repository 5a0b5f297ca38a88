-- For whoever adds to these queues: alone among those who add to them and those who finish something in them.
create or replace function lock_endpoint_queues_1(p_endpoint_ids uuid[]) returns void language plpgsql as $$
declare
  queue integer;
begin
  for queue in select distinct hashtext(id::text) from unnest(p_endpoint_ids) id order by 1 loop
    perform pg_advisory_xact_lock(7455107, queue);
  end loop;
end $$;
