set local lock_timeout = '5s';

create table customers (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  email text not null,
  email_verified boolean not null default false,
  name text,
  billing_address jsonb,
  -- [number, type], as the API shows it.
  tax_id jsonb,
  external_id text,
  metadata jsonb not null,
  deleted_at timestamptz
);
create unique index customers_email_key on customers (organization_id, lower(email)) where deleted_at is null;
create unique index customers_external_id_key on customers (organization_id, external_id) where deleted_at is null;
create index customers_by_creation on customers (organization_id, created_at, id) where deleted_at is null;

create table customer_sessions (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  organization_id uuid not null references organizations (id),
  customer_id uuid not null references customers (id),
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint customer_sessions_token_hash_key unique (token_hash)
);
create index customer_sessions_by_expiry on customer_sessions (expires_at);
create index customer_sessions_by_customer on customer_sessions (customer_id);
