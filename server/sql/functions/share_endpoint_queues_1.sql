-- For whoever finishes something in these queues: nobody adds to them meanwhile.
create or replace function share_endpoint_queues_1(p_endpoint_ids uuid[]) returns void language plpgsql as $$
declare
  queue integer;
begin
  for queue in select distinct hashtext(id::text) from unnest(p_endpoint_ids) id order by 1 loop
    perform pg_advisory_xact_lock_shared(7455107, queue);
  end loop;
end $$;
