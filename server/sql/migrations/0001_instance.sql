-- What belongs to this installation as a whole.
set local lock_timeout = '5s';

create table instance (
  singleton boolean primary key default true check (singleton),
  -- A known text, sealed under the secret key: a start with another key is noticed here.
  secret_key_check bytea not null,
  created_at timestamptz not null
);
