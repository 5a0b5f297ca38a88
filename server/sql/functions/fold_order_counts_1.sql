-- Adds the deltas that purchases left beside the totals of orders to the totals. A loop in the background calls it, in
-- every process. It is one statement, so that a reader who adds up both always sees the same sum; and one process at a
-- time, because two would lock the totals in different orders.
create or replace function fold_order_counts_1() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7455107);
  with gone as (
    delete from order_count_deltas returning organization_id, price_type, delta
  )
  insert into order_counts as c (organization_id, price_type, total)
  select organization_id, price_type, sum(delta) from gone group by organization_id, price_type
  on conflict (organization_id, price_type) do update set total = c.total + excluded.total;
end $$;
