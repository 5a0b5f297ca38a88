-- Adds the deltas that changes left beside the totals of lists to the totals. A loop in the background calls it, in
-- every process. It is one statement, so that a reader who adds up both always sees the same sum; and one process at a
-- time, because two would lock the totals in different orders. The oldest come first, and not more than it can do in a
-- moment: those that are left are added the next time.
--
-- Nearly all changes belong to the last span of their list, and are added to it together. Where one is older, each is
-- added to the span that it belongs to. A span that has enough is followed by a new one, which begins after everything
-- that was counted before. All organizations together have longer ones, because there are more of them to add up.
create or replace function fold_list_totals_1() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7455107);
  with gone as (
    delete from list_deltas
    where id <= (select max(oldest.id) from (select id from list_deltas order by id limit 50000) oldest)
    returning organization_id, list, facets, listed_at, delta
  ), changes as materialized (
    select g.organization_id, g.list, f.facet, g.listed_at, g.delta from gone g cross join lateral unnest(g.facets) f(facet)
  ), summed as materialized (
    select organization_id, list, facet, sum(delta) as total, min(listed_at) as earliest_at, max(listed_at) as latest_at
    from changes group by organization_id, list, facet
  ), placed as materialized (
    select s.*, coalesce((select max(o.starts_at) from list_totals o
      where o.organization_id = s.organization_id and o.list = s.list and o.facet = s.facet), '-infinity') as starts_at
    from summed s
  ), of_organizations as (
    insert into list_totals as t (organization_id, list, facet, starts_at, total, latest_at)
    select organization_id, list, facet, starts_at, total, latest_at from placed where earliest_at >= starts_at and total <> 0
    union all
    select c.organization_id, c.list, c.facet, s.starts_at, sum(c.delta), max(c.listed_at)
    from placed p join changes c on c.organization_id = p.organization_id and c.list = p.list and c.facet = p.facet
    cross join lateral (
      select max(o.starts_at) as starts_at from list_totals o
      where o.organization_id = c.organization_id and o.list = c.list and o.facet = c.facet and o.starts_at <= c.listed_at
    ) s
    where p.earliest_at < p.starts_at
    group by c.organization_id, c.list, c.facet, s.starts_at
    on conflict (organization_id, list, facet, starts_at)
      do update set total = t.total + excluded.total, latest_at = greatest(t.latest_at, excluded.latest_at)
    returning t.*
  ), organizations_cut as (
    insert into list_totals (organization_id, list, facet, starts_at, total, latest_at)
    select t.organization_id, t.list, t.facet, t.latest_at + interval '1 microsecond', 0, t.latest_at
    from of_organizations t
    where t.total >= 1000 and isfinite(t.latest_at) and not exists (
      select from list_totals o
      where o.organization_id = t.organization_id and o.list = t.list and o.facet = t.facet and o.starts_at > t.starts_at)
  ), summed_overall as materialized (
    select list, facet, sum(total) as total, min(earliest_at) as earliest_at, max(latest_at) as latest_at
    from summed where facet not like '%\_id=%' group by list, facet
  ), placed_overall as materialized (
    select s.*, coalesce((select max(o.starts_at) from overall_totals o
      where o.list = s.list and o.facet = s.facet), '-infinity') as starts_at
    from summed_overall s
  ), overall as (
    insert into overall_totals as t (list, facet, starts_at, total, latest_at)
    select list, facet, starts_at, total, latest_at from placed_overall where earliest_at >= starts_at and total <> 0
    union all
    select c.list, c.facet, s.starts_at, sum(c.delta), max(c.listed_at)
    from placed_overall p join changes c on c.list = p.list and c.facet = p.facet
    cross join lateral (
      select max(o.starts_at) as starts_at from overall_totals o
      where o.list = c.list and o.facet = c.facet and o.starts_at <= c.listed_at
    ) s
    where p.earliest_at < p.starts_at
    group by c.list, c.facet, s.starts_at
    on conflict (list, facet, starts_at)
      do update set total = t.total + excluded.total, latest_at = greatest(t.latest_at, excluded.latest_at)
    returning t.*
  ), overall_cut as (
    insert into overall_totals (list, facet, starts_at, total, latest_at)
    select t.list, t.facet, t.latest_at + interval '1 microsecond', 0, t.latest_at
    from overall t
    where t.total >= 2000 and isfinite(t.latest_at) and not exists (
      select from overall_totals o where o.list = t.list and o.facet = t.facet and o.starts_at > t.starts_at)
  )
  insert into member_totals as t (user_id, list, facet, total)
  select m.user_id, s.list, s.facet, sum(s.total) from summed s
  join organization_members m on m.organization_id = s.organization_id
  where s.facet not like '%\_id=%' and s.total <> 0
  group by m.user_id, s.list, s.facet
  on conflict (user_id, list, facet) do update set total = t.total + excluded.total;
end $$;
