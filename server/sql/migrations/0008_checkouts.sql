set local lock_timeout = '5s';

create table checkouts (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  status text not null check (status in ('open', 'confirmed', 'succeeded', 'failed', 'expired')),
  client_secret text not null,
  expires_at timestamptz not null,
  success_url text,
  embed_origin text,
  product_id uuid not null references products (id),
  product_price_id uuid not null references product_prices (id),
  product_ids uuid[] not null,
  discount_id uuid references discounts (id),
  -- Set by the seller: the buyer can neither replace nor remove it.
  discount_is_fixed boolean not null,
  allow_discount_codes boolean not null,
  amount bigint not null,
  subtotal_amount bigint not null,
  tax_amount bigint,
  total_amount bigint not null,
  currency text not null,
  customer_id uuid references customers (id),
  customer_name text,
  customer_email text,
  customer_ip_address text,
  customer_billing_address jsonb,
  customer_tax_id text,
  customer_metadata jsonb not null,
  metadata jsonb not null,
  custom_field_data jsonb not null,
  subscription_id uuid,
  payments_mode text not null check (payments_mode in ('sandbox', 'live')),
  payment_processor_metadata jsonb not null,
  constraint checkouts_client_secret_key unique (client_secret)
);
create index checkouts_by_creation on checkouts (organization_id, created_at, id);
create index checkouts_by_expiry on checkouts (expires_at) where status = 'open';

create table discount_redemptions (
  id uuid primary key,
  created_at timestamptz not null,
  discount_id uuid not null references discounts (id),
  checkout_id uuid not null references checkouts (id),
  customer_id uuid not null references customers (id),
  status text not null check (status in ('reserved', 'used', 'released')),
  -- False while the discount's own count does not hold it yet.
  is_counted boolean not null,
  constraint discount_redemptions_checkout_key unique (checkout_id)
);
create index discount_redemptions_uncounted on discount_redemptions (discount_id) where not is_counted;
