set local lock_timeout = '5s';

create table subscriptions (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  customer_id uuid not null references customers (id),
  product_id uuid not null references products (id),
  price_id uuid not null references product_prices (id),
  discount_id uuid references discounts (id),
  checkout_id uuid references checkouts (id),
  status text not null
    check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid')),
  amount bigint not null,
  currency text not null,
  recurring_interval text not null check (recurring_interval in ('day', 'week', 'month', 'year')),
  current_period_start timestamptz not null,
  current_period_end timestamptz,
  -- The day of the month on which periods begin, also after a shorter month.
  anchor_day integer not null,
  cancel_at_period_end boolean not null,
  canceled_at timestamptz,
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  customer_cancellation_reason text,
  customer_cancellation_comment text,
  metadata jsonb not null,
  custom_field_data jsonb not null,
  payments_mode text not null check (payments_mode in ('sandbox', 'live')),
  constraint subscriptions_checkout_key unique (checkout_id)
);
create index subscriptions_by_customer on subscriptions (customer_id, product_id);
create index subscriptions_by_start on subscriptions (organization_id, started_at, id);

create table orders (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  customer_id uuid not null references customers (id),
  product_id uuid not null references products (id),
  product_price_id uuid not null references product_prices (id),
  price_type text not null check (price_type in ('one_time', 'recurring')),
  discount_id uuid references discounts (id),
  subscription_id uuid references subscriptions (id),
  checkout_id uuid references checkouts (id),
  status text not null check (status in ('paid', 'partially_refunded', 'refunded')),
  billing_reason text not null
    check (billing_reason in ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update')),
  amount bigint not null,
  tax_amount bigint not null,
  refunded_amount bigint not null,
  refunded_tax_amount bigint not null,
  currency text not null,
  billing_address jsonb,
  metadata jsonb not null,
  custom_field_data jsonb not null,
  payments_mode text not null check (payments_mode in ('sandbox', 'live')),
  constraint orders_checkout_key unique (checkout_id)
);
create index orders_by_creation on orders (organization_id, created_at desc, id desc);
create index orders_by_price_type on orders (organization_id, price_type, created_at desc, id desc);
create index orders_by_amount on orders (organization_id, amount, id);
create index orders_by_customer on orders (customer_id, created_at);
create index orders_by_product on orders (product_id, created_at);
create index orders_by_discount on orders (discount_id) where discount_id is not null;
create index orders_by_subscription on orders (subscription_id) where subscription_id is not null;

-- How many orders an organization has, exactly, without counting them and without one row that all purchases lock:
-- a purchase adds a delta, a loop in the background folds the deltas into the totals, a list adds up both.
create table order_counts (
  organization_id uuid not null references organizations (id),
  price_type text not null,
  total bigint not null,
  primary key (organization_id, price_type)
);
create table order_count_deltas (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  price_type text not null,
  delta bigint not null
);
create index order_count_deltas_by_organization on order_count_deltas (organization_id);

create table payments (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  checkout_id uuid references checkouts (id),
  order_id uuid references orders (id),
  mode text not null check (mode in ('sandbox', 'live')),
  status text not null check (status in ('succeeded', 'failed')),
  amount bigint not null,
  currency text not null,
  -- What the buyer paid with, as far as it may be shown: brand, last four digits, expiry.
  method jsonb not null,
  processor_reference text not null,
  failure_code text
);
create index payments_by_checkout on payments (checkout_id);
create index payments_by_order on payments (order_id);
create index payments_by_creation on payments (organization_id, created_at, id);
