set local lock_timeout = '5s';

-- How many rows a list has, exactly, without counting them and without a row that all writers lock. A trigger leaves a
-- delta beside each change, a loop in the background folds the deltas into the totals, and a list adds up both. This
-- takes the place of order_counts, which did the same for orders alone.
--
-- A facet is what a list can be asked for: '' is everything, 'status=granted' a filter with its value. Of facets that
-- name an id, such as 'product_id=...', only the organization keeps a total.
create table list_totals (
  organization_id uuid not null references organizations (id),
  list text not null,
  facet text not null,
  total bigint not null,
  primary key (organization_id, list, facet)
);
create index list_totals_by_facet on list_totals (list, facet, organization_id);

-- The same for everything that a user can see, because adding up ten thousand organizations takes longer than the page.
create table member_totals (
  user_id uuid not null references users (id),
  list text not null,
  facet text not null,
  total bigint not null,
  primary key (user_id, list, facet)
);

create table list_deltas (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  list text not null,
  facets text[] not null,
  delta bigint not null
);
create index list_deltas_by_list on list_deltas (list, organization_id);

-- The facets of each row, or null for a row that no list shows.

create function order_facets_1(r orders) returns text[] language sql immutable as $$
  select array_remove(array['', 'product_price_type=' || r.price_type, 'product_id=' || r.product_id,
    'discount_id=' || r.discount_id], null)
$$;

create function checkout_facets_1(r checkouts) returns text[] language sql immutable as $$
  select array['', 'status=' || r.status, 'product_id=' || r.product_id]
$$;

create function subscription_facets_1(r subscriptions) returns text[] language sql immutable as $$
  select array_remove(array['', 'active=' || (r.status in ('trialing', 'active')), 'product_id=' || r.product_id,
    'discount_id=' || r.discount_id], null)
$$;

create function license_key_facets_1(r license_keys) returns text[] language sql immutable as $$
  select array['', 'status=' || r.status, 'benefit_id=' || r.benefit_id]
$$;

create function benefit_grant_facets_1(r benefit_grants) returns text[] language sql immutable as $$
  select array['benefit_id=' || r.benefit_id, 'benefit_id=' || r.benefit_id || '&is_granted=' || r.is_granted]
$$;

create function customer_facets_1(r customers) returns text[] language sql immutable as $$
  select case when r.deleted_at is null then array[''] end
$$;

create function product_facets_1(r products) returns text[] language sql immutable as $$
  select array['', 'is_archived=' || r.is_archived, 'is_recurring=' || r.is_recurring,
    'is_archived=' || r.is_archived || '&is_recurring=' || r.is_recurring]
$$;

create function benefit_facets_1(r benefits) returns text[] language sql immutable as $$
  select case when r.deleted_at is null then array['', 'type=' || r.type] end
$$;

create function discount_facets_1(r discounts) returns text[] language sql immutable as $$
  select case when r.deleted_at is null then array[''] end
$$;

create function file_facets_1(r files) returns text[] language sql immutable as $$
  select case when r.is_uploaded and r.deleted_at is null then array[''] end
$$;

create function custom_field_facets_1(r custom_fields) returns text[] language sql immutable as $$
  select case when r.deleted_at is null then array['', 'type=' || r.type] end
$$;

create function access_token_facets_1(r access_tokens) returns text[] language sql immutable as $$
  select case when r.kind = 'organization' and r.revoked_at is null then array[''] end
$$;

create function leave_deltas_1(
  p_list text, p_old_organization uuid, p_old text[], p_new_organization uuid, p_new text[]
) returns void language plpgsql as $$
begin
  if p_old is not distinct from p_new and p_old_organization is not distinct from p_new_organization then
    return;
  end if;
  if p_old is not null then
    insert into list_deltas (organization_id, list, facets, delta) values (p_old_organization, p_list, p_old, -1);
  end if;
  if p_new is not null then
    insert into list_deltas (organization_id, list, facets, delta) values (p_new_organization, p_list, p_new, 1);
  end if;
end $$;

-- One trigger function for each table, because a trigger cannot hand its row to a function that it does not know.
-- `old` is all null in an insert, and `new` in a delete, so the facets of what is not there have to be left out.
do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('orders', 'order', 'organization_id, price_type, product_id, discount_id'),
    ('checkouts', 'checkout', 'organization_id, status, product_id'),
    ('subscriptions', 'subscription', 'organization_id, status, product_id, discount_id'),
    ('license_keys', 'license_key', 'organization_id, status, benefit_id'),
    ('benefit_grants', 'benefit_grant', 'organization_id, benefit_id, is_granted'),
    ('customers', 'customer', 'organization_id, deleted_at'),
    ('products', 'product', 'organization_id, is_archived, is_recurring'),
    ('benefits', 'benefit', 'organization_id, type, deleted_at'),
    ('discounts', 'discount', 'organization_id, deleted_at'),
    ('files', 'file', 'organization_id, is_uploaded, deleted_at'),
    ('custom_fields', 'custom_field', 'organization_id, type, deleted_at'),
    ('access_tokens', 'access_token', 'organization_id, kind, revoked_at')
  ) as t(list, thing, columns)
  loop
    execute format($f$
      create function count_%1$s_1() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          perform leave_deltas_1(%1$L, null, null, new.organization_id, %2$s_facets_1(new));
        elsif tg_op = 'DELETE' then
          perform leave_deltas_1(%1$L, old.organization_id, %2$s_facets_1(old), null, null);
        else
          perform leave_deltas_1(%1$L, old.organization_id, %2$s_facets_1(old),
            new.organization_id, %2$s_facets_1(new));
        end if;
        return null;
      end $body$;
      create trigger count_rows after insert or delete or update of %3$s on %1$s
        for each row execute function count_%1$s_1();
      -- Also where the checks of references are switched off: a count that is wrong stays wrong.
      alter table %1$s enable always trigger count_rows$f$, counted.list, counted.thing, counted.columns);
  end loop;
end $$;

-- Every row that a list shows, with its facets: what the totals have to come to.
create view listed_rows as
  select 'orders' as list, organization_id, order_facets_1(r) as facets from orders r
  union all select 'checkouts', organization_id, checkout_facets_1(r) from checkouts r
  union all select 'subscriptions', organization_id, subscription_facets_1(r) from subscriptions r
  union all select 'license_keys', organization_id, license_key_facets_1(r) from license_keys r
  union all select 'benefit_grants', organization_id, benefit_grant_facets_1(r) from benefit_grants r
  union all select 'customers', organization_id, customer_facets_1(r) from customers r
  union all select 'products', organization_id, product_facets_1(r) from products r
  union all select 'benefits', organization_id, benefit_facets_1(r) from benefits r
  union all select 'discounts', organization_id, discount_facets_1(r) from discounts r
  union all select 'files', organization_id, file_facets_1(r) from files r
  union all select 'custom_fields', organization_id, custom_field_facets_1(r) from custom_fields r
  union all select 'access_tokens', organization_id, access_token_facets_1(r) from access_tokens r;

-- Counts everything anew: after the tables were filled without triggers, and now for the rows that are there already.
create function recount_lists_1() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7455107);
  delete from list_deltas;
  delete from list_totals;
  delete from member_totals;
  insert into list_totals (organization_id, list, facet, total)
  select l.organization_id, l.list, f.facet, sum(l.many)
  from (
    select organization_id, list, facets, count(*) as many from listed_rows group by organization_id, list, facets
  ) l cross join lateral unnest(l.facets) f(facet)
  group by l.organization_id, l.list, f.facet;
  insert into member_totals (user_id, list, facet, total)
  select m.user_id, t.list, t.facet, sum(t.total) from list_totals t
  join organization_members m on m.organization_id = t.organization_id
  where t.facet not like '%\_id=%'
  group by m.user_id, t.list, t.facet;
  insert into member_totals (user_id, list, facet, total)
  select user_id, 'organizations', '', count(*) from organization_members group by user_id;
end $$;

select recount_lists_1();

-- Who joins sees what the organization has, and who leaves does not any more. The lock keeps the folding of deltas out
-- until the membership is there for it to see.
create function count_membership_1() returns trigger language plpgsql as $$
declare
  member organization_members := case when tg_op = 'DELETE' then old else new end;
  direction bigint := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform pg_advisory_xact_lock(7455107);
  insert into member_totals as t (user_id, list, facet, total)
  select member.user_id, o.list, o.facet, direction * o.total from list_totals o
  where o.organization_id = member.organization_id and o.facet not like '%\_id=%'
  union all select member.user_id, 'organizations', '', direction
  on conflict (user_id, list, facet) do update set total = t.total + excluded.total;
  return null;
end $$;
create trigger count_rows after insert or delete on organization_members
  for each row execute function count_membership_1();
alter table organization_members enable always trigger count_rows;

drop table order_count_deltas;
drop table order_counts;
