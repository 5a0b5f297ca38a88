set local lock_timeout = '5s';

-- An address that makes a checkout for whoever opens it. Nothing refers to a link, so a deleted one is gone.
create table checkout_links (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null,
  organization_id uuid not null references organizations (id),
  client_secret text not null,
  label text,
  success_url text,
  allow_discount_codes boolean not null,
  -- In the seller's order. The first that is for sale is selected.
  product_ids uuid[] not null check (cardinality(product_ids) > 0),
  -- A price of the first product. When it is archived, another one takes its place.
  product_price_id uuid not null references product_prices (id),
  discount_id uuid references discounts (id),
  metadata jsonb not null,
  constraint checkout_links_client_secret_key unique (client_secret)
);
create index checkout_links_by_creation on checkout_links (organization_id, created_at, id);
create index checkout_links_by_time on checkout_links (created_at, id);
create index checkout_links_by_label on checkout_links (organization_id, label, id);
create index checkout_links_by_label_of_all on checkout_links (label, id);
create index checkout_links_by_codes on checkout_links (organization_id, allow_discount_codes, id);
create index checkout_links_by_codes_of_all on checkout_links (allow_discount_codes, id);
-- None by success_url: an address can be longer than an entry of an index.
create index checkout_links_by_product on checkout_links using gin (product_ids);

-- The list of links, with exact totals like every other list: see 0035_list_totals.sql.
create function count_checkout_links_1() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform leave_deltas_1('checkout_links', null, null, new.organization_id, array['']);
  else
    perform leave_deltas_1('checkout_links', old.organization_id, array[''], null, null);
  end if;
  return null;
end $$;
create trigger count_rows after insert or delete on checkout_links
  for each row execute function count_checkout_links_1();
alter table checkout_links enable always trigger count_rows;

do $$
begin
  execute format(
    'create or replace view listed_rows as %s union all select %L, organization_id, array[''''] from checkout_links r',
    rtrim(pg_get_viewdef('listed_rows'::regclass), ';'), 'checkout_links');
end $$;
