-- Counts everything anew: after the tables were filled without triggers. The deltas of a list are deleted by the
-- statement that reads its rows, which sees the ones and the others or neither, so no sale has to wait; whoever makes an
-- organization or joins one does. Spans are cut at full hours, and those of all organizations are twice as long.
create or replace function recount_lists_1() returns void language plpgsql set work_mem = '128MB' as $$
declare
  each_list text;
begin
  perform pg_advisory_xact_lock(7455107);
  delete from list_totals;
  delete from overall_totals;
  delete from member_totals;
  create temporary table counted_hours
    (organization_id uuid, facets text[], hour timestamptz, many bigint, latest_at timestamptz) on commit drop;
  foreach each_list in array array['orders', 'checkouts', 'subscriptions', 'license_keys', 'benefit_grants', 'customers',
    'products', 'benefits', 'discounts', 'files', 'custom_fields', 'access_tokens', 'payments', 'refunds', 'mails',
    'checkout_links', 'organizations']
  loop
    execute format($f$
      with gone as (delete from list_deltas where list = %1$L)
      insert into counted_hours
      select organization_id, facets, date_trunc('hour', listed_at), count(*), max(listed_at) from listed_rows
      where list = %1$L and facets is not null group by 1, 2, 3$f$, each_list);
    with long as materialized (
      select organization_id from counted_hours group by organization_id having sum(many) >= 1000
    ), hours as (
      select c.organization_id, f.facet, c.hour, sum(c.many) as many, max(c.latest_at) as latest_at
      from counted_hours c cross join lateral unnest(c.facets) f(facet)
      where c.organization_id in (select organization_id from long)
      group by c.organization_id, f.facet, c.hour
      union all
      select c.organization_id, f.facet, '-infinity', sum(c.many), max(c.latest_at)
      from counted_hours c cross join lateral unnest(c.facets) f(facet)
      where c.organization_id not in (select organization_id from long)
      group by c.organization_id, f.facet
      union all
      select null, f.facet, c.hour, sum(c.many), max(c.latest_at)
      from counted_hours c cross join lateral unnest(c.facets) f(facet)
      where f.facet not like '%\_id=%'
      group by f.facet, c.hour
    ), placed as (
      select h.*, div(sum(h.many) over (partition by h.organization_id, h.facet order by h.hour) - h.many,
        case when h.organization_id is null then 2000 else 1000 end) as span
      from hours h
    ), spans as (
      select p.organization_id, p.facet, case when p.span = 0 then '-infinity' else min(p.hour) end as starts_at,
        sum(p.many) as total, max(p.latest_at) as latest_at
      from placed p group by p.organization_id, p.facet, p.span
    ), of_organizations as (
      insert into list_totals (organization_id, list, facet, starts_at, total, latest_at)
      select organization_id, each_list, facet, starts_at, total, latest_at from spans where organization_id is not null
    )
    insert into overall_totals (list, facet, starts_at, total, latest_at)
    select each_list, facet, starts_at, total, latest_at from spans where organization_id is null;
    truncate counted_hours;
  end loop;
  drop table counted_hours;
  insert into member_totals (user_id, list, facet, total)
  select m.user_id, t.list, t.facet, sum(t.total) from list_totals t
  join organization_members m on m.organization_id = t.organization_id
  where t.facet not like '%\_id=%'
  group by m.user_id, t.list, t.facet;
end $$;
