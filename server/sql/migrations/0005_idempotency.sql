set local lock_timeout = '5s';

create table idempotency_records (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  -- Null while the work runs between two transactions.
  status integer,
  -- The answer's body, sealed: it may carry a secret that is shown only once.
  body bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_records_by_expiry on idempotency_records (expires_at);
