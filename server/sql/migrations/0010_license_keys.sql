set local lock_timeout = '5s';

create table benefit_grants (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  customer_id uuid not null references customers (id),
  benefit_id uuid not null references benefits (id),
  order_id uuid references orders (id),
  subscription_id uuid references subscriptions (id),
  is_granted boolean not null,
  granted_at timestamptz,
  revoked_at timestamptz,
  properties jsonb not null,
  check ((order_id is null) <> (subscription_id is null))
);
create unique index benefit_grants_by_order on benefit_grants (order_id, benefit_id) where order_id is not null;
create unique index benefit_grants_by_subscription on benefit_grants (subscription_id, benefit_id)
  where subscription_id is not null;
create index benefit_grants_by_benefit on benefit_grants (benefit_id, created_at, id);
create index benefit_grants_by_customer on benefit_grants (customer_id);

create table license_keys (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  customer_id uuid not null references customers (id),
  benefit_id uuid not null references benefits (id),
  grant_id uuid not null references benefit_grants (id),
  key text not null,
  display_key text not null,
  status text not null check (status in ('granted', 'revoked', 'disabled')),
  limit_activations bigint,
  usage bigint not null,
  limit_usage bigint,
  validations bigint not null,
  last_validated_at timestamptz,
  expires_at timestamptz,
  -- How long the grant entitles to the key; null is without end.
  entitled_until timestamptz,
  payments_mode text not null check (payments_mode in ('sandbox', 'live')),
  constraint license_keys_key_key unique (organization_id, key),
  constraint license_keys_grant_key unique (grant_id)
);
create index license_keys_by_creation on license_keys (organization_id, created_at, id);
create index license_keys_by_customer on license_keys (customer_id);
create index license_keys_by_benefit on license_keys (benefit_id);

create table license_key_activations (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  license_key_id uuid not null references license_keys (id),
  label text not null,
  conditions jsonb not null,
  meta jsonb not null
);
create index license_key_activations_by_key on license_key_activations (license_key_id, created_at, id);
