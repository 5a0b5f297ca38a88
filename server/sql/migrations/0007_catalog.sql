set local lock_timeout = '5s';

create table benefits (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  type text not null check (type in ('custom', 'ads', 'discord', 'github_repository', 'downloadables', 'license_keys')),
  description text not null,
  selectable boolean not null,
  deletable boolean not null,
  properties jsonb not null,
  is_tax_applicable boolean not null,
  deleted_at timestamptz
);
create index benefits_by_creation on benefits (organization_id, created_at, id) where deleted_at is null;

create table products (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  name text not null,
  description text,
  is_recurring boolean not null,
  is_archived boolean not null,
  recurring_interval text check (recurring_interval in ('day', 'week', 'month', 'year')),
  metadata jsonb not null
);
create index products_by_creation on products (organization_id, created_at, id);

create table product_prices (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  product_id uuid not null references products (id),
  type text not null check (type in ('one_time', 'recurring')),
  amount_type text not null check (amount_type in ('fixed', 'custom', 'free')),
  recurring_interval text check (recurring_interval in ('day', 'week', 'month', 'year')),
  price_amount bigint,
  price_currency text,
  minimum_amount bigint,
  maximum_amount bigint,
  preset_amount bigint,
  is_archived boolean not null,
  check ((type = 'recurring') = (recurring_interval is not null)),
  check ((amount_type = 'fixed') = (price_amount is not null)),
  check ((amount_type = 'free') = (price_currency is null))
);
create index product_prices_by_product on product_prices (product_id, created_at, id);

create table product_benefits (
  product_id uuid not null references products (id),
  benefit_id uuid not null references benefits (id),
  position integer not null,
  primary key (product_id, benefit_id)
);
create index product_benefits_by_benefit on product_benefits (benefit_id);

create table discounts (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  name text not null,
  type text not null check (type in ('fixed', 'percentage')),
  amount bigint,
  currency text,
  basis_points integer,
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  duration_in_months integer,
  code text,
  starts_at timestamptz,
  ends_at timestamptz,
  max_redemptions bigint,
  -- Kept exact under the row's lock while the discount is capped. Without a cap, redemptions that are not counted yet
  -- come on top, so that purchases with a popular code do not queue for one row.
  redemptions_count bigint not null default 0,
  metadata jsonb not null,
  deleted_at timestamptz,
  check ((type = 'fixed') = (amount is not null and currency is not null)),
  check ((type = 'percentage') = (basis_points is not null)),
  check ((duration = 'repeating') = (duration_in_months is not null)),
  constraint discounts_cap check (max_redemptions is null or redemptions_count <= max_redemptions)
);
create unique index discounts_code_key on discounts (organization_id, lower(code)) where deleted_at is null;
create index discounts_by_creation on discounts (organization_id, created_at, id) where deleted_at is null;

create table discount_products (
  discount_id uuid not null references discounts (id),
  product_id uuid not null references products (id),
  primary key (discount_id, product_id)
);
create index discount_products_by_product on discount_products (product_id);
