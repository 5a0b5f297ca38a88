-- Adds the deltas that changes left beside the totals of lists to the totals. A loop in the background calls it, in
-- every process. It is one statement, so that a reader who adds up both always sees the same sum; and one process at a
-- time, because two would lock the totals in different orders.
create or replace function fold_list_totals_1() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7455107);
  with gone as (
    delete from list_deltas returning organization_id, list, facets, delta
  ), summed as (
    select g.organization_id, g.list, f.facet, sum(g.delta) as total
    from gone g cross join lateral unnest(g.facets) f(facet)
    group by g.organization_id, g.list, f.facet
  ), organizations_told as (
    insert into list_totals as t (organization_id, list, facet, total)
    select organization_id, list, facet, total from summed where total <> 0
    on conflict (organization_id, list, facet) do update set total = t.total + excluded.total
  )
  insert into member_totals as t (user_id, list, facet, total)
  select m.user_id, s.list, s.facet, sum(s.total) from summed s
  join organization_members m on m.organization_id = s.organization_id
  where s.facet not like '%\_id=%'
  group by m.user_id, s.list, s.facet
  on conflict (user_id, list, facet) do update set total = t.total + excluded.total;
end $$;
