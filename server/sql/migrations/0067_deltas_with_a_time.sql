set local lock_timeout = '5s';

-- The time that the list puts its rows in order by. Transactions that are under way leave null; 0072 counts what they did.
alter table list_deltas add column listed_at timestamptz;

create function leave_deltas_2(
  p_list text, p_old_organization uuid, p_old text[], p_old_at timestamptz,
  p_new_organization uuid, p_new text[], p_new_at timestamptz
) returns void language plpgsql as $$
begin
  if (p_old, p_old_organization, p_old_at) is not distinct from (p_new, p_new_organization, p_new_at) then
    return;
  end if;
  if p_old is not null then
    insert into list_deltas (organization_id, list, facets, listed_at, delta)
    values (p_old_organization, p_list, p_old, p_old_at, -1);
  end if;
  if p_new is not null then
    insert into list_deltas (organization_id, list, facets, listed_at, delta)
    values (p_new_organization, p_list, p_new, p_new_at, 1);
  end if;
end $$;

create function checkout_link_facets_1(r checkout_links) returns text[] language sql immutable as $$
  select array['']
$$;

create function organization_facets_1(r organizations) returns text[] language sql immutable as $$
  select array['']
$$;

-- As in 0035_list_totals.sql, with the time. Subscriptions that never started come last, also where the oldest do.
do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('orders', 'order', 'organization_id', '%1$s.created_at'),
    ('checkouts', 'checkout', 'organization_id', '%1$s.created_at'),
    ('subscriptions', 'subscription', 'organization_id', 'coalesce(%1$s.started_at, ''-infinity'')'),
    ('license_keys', 'license_key', 'organization_id', '%1$s.created_at'),
    ('benefit_grants', 'benefit_grant', 'organization_id', '%1$s.created_at'),
    ('customers', 'customer', 'organization_id', '%1$s.created_at'),
    ('products', 'product', 'organization_id', '%1$s.created_at'),
    ('benefits', 'benefit', 'organization_id', '%1$s.created_at'),
    ('discounts', 'discount', 'organization_id', '%1$s.created_at'),
    ('files', 'file', 'organization_id', '%1$s.created_at'),
    ('custom_fields', 'custom_field', 'organization_id', '%1$s.created_at'),
    ('access_tokens', 'access_token', 'organization_id', '%1$s.created_at'),
    ('payments', 'payment', 'organization_id', '%1$s.created_at'),
    ('refunds', 'refund', 'organization_id', '%1$s.created_at'),
    ('mails', 'mail', 'organization_id', '%1$s.created_at'),
    ('checkout_links', 'checkout_link', 'organization_id', '%1$s.created_at'),
    ('organizations', 'organization', 'id', '%1$s.created_at')
  ) as t(list, thing, owner, at)
  loop
    execute format($f$
      create or replace function count_%1$s_1() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          perform leave_deltas_2(%1$L, null, null, null, new.%3$s, %2$s_facets_1(new), %5$s);
        elsif tg_op = 'DELETE' then
          perform leave_deltas_2(%1$L, old.%3$s, %2$s_facets_1(old), %4$s, null, null, null);
        else
          perform leave_deltas_2(%1$L, old.%3$s, %2$s_facets_1(old), %4$s, new.%3$s, %2$s_facets_1(new), %5$s);
        end if;
        return null;
      end $body$
      $f$, counted.list, counted.thing, counted.owner, format(counted.at, 'old'), format(counted.at, 'new'));
  end loop;
end $$;
