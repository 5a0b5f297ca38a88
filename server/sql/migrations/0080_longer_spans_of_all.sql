set local lock_timeout = '5s';

-- Spans of all organizations become twice as long. Nothing is added to them meanwhile.
select pg_advisory_xact_lock(7455107);

with placed as (
  select o.*, div(sum(o.total) over (partition by o.list, o.facet order by o.starts_at) - o.total, 2000) as span
  from overall_totals o
), longer as materialized (
  select list, facet, min(starts_at) as starts_at, sum(total) as total, max(latest_at) as latest_at
  from placed group by list, facet, span
), gone as (
  delete from overall_totals o
  where not exists (select from longer l where l.list = o.list and l.facet = o.facet and l.starts_at = o.starts_at)
)
update overall_totals o set total = l.total, latest_at = l.latest_at
from longer l
where l.list = o.list and l.facet = o.facet and l.starts_at = o.starts_at and (l.total, l.latest_at) <> (o.total, o.latest_at);
