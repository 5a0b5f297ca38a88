set local lock_timeout = '5s';

-- Every row that a list shows, with its facets and its time: what the totals have to come to.
drop view listed_rows;
create view listed_rows as
  select 'orders' as list, organization_id, order_facets_1(r) as facets, created_at as listed_at from orders r
  union all select 'checkouts', organization_id, checkout_facets_1(r), created_at from checkouts r
  union all
  select 'subscriptions', organization_id, subscription_facets_1(r), coalesce(started_at, '-infinity')
  from subscriptions r
  union all select 'license_keys', organization_id, license_key_facets_1(r), created_at from license_keys r
  union all select 'benefit_grants', organization_id, benefit_grant_facets_1(r), created_at from benefit_grants r
  union all select 'customers', organization_id, customer_facets_1(r), created_at from customers r
  union all select 'products', organization_id, product_facets_1(r), created_at from products r
  union all select 'benefits', organization_id, benefit_facets_1(r), created_at from benefits r
  union all select 'discounts', organization_id, discount_facets_1(r), created_at from discounts r
  union all select 'files', organization_id, file_facets_1(r), created_at from files r
  union all select 'custom_fields', organization_id, custom_field_facets_1(r), created_at from custom_fields r
  union all select 'access_tokens', organization_id, access_token_facets_1(r), created_at from access_tokens r
  union all select 'payments', organization_id, payment_facets_1(r), created_at from payments r
  union all select 'payments', organization_id, array['sandbox_charge=true'], created_at from sandbox.charges
  union all select 'refunds', organization_id, refund_facets_1(r), created_at from refunds r
  union all select 'mails', organization_id, mail_facets_1(r), created_at from mails r
  union all select 'checkout_links', organization_id, checkout_link_facets_1(r), created_at from checkout_links r
  union all select 'organizations', id, organization_facets_1(r), created_at from organizations r;

-- Counts everything anew: after the tables were filled without triggers, and now for the rows that are there already.
-- The deltas of a list are deleted by the statement that reads its rows, which sees the ones and the others or neither,
-- so no sale has to wait; whoever makes an organization or joins one does. Spans are cut at full hours.
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
      select h.*, div(sum(h.many) over (partition by h.organization_id, h.facet order by h.hour) - h.many, 1000) as span
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

select recount_lists_1();
