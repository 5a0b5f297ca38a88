-- Adds what purchases left beside the totals to the totals, in one statement each, so that a reader who adds up both
-- always sees the same sum.
create or replace function fold_counts_1() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7455107);
  with gone as (
    delete from order_count_deltas returning organization_id, price_type, delta
  )
  insert into order_counts as c (organization_id, price_type, total)
  select organization_id, price_type, sum(delta) from gone group by organization_id, price_type
  on conflict (organization_id, price_type) do update set total = c.total + excluded.total;

  with counted as (
    update discount_redemptions set is_counted = true where not is_counted returning discount_id, status
  ), sums as (
    select discount_id, count(*) as many from counted where status <> 'released' group by discount_id
  )
  update discounts d set redemptions_count = d.redemptions_count + s.many from sums s where d.id = s.discount_id;
end $$;
