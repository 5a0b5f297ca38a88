set local lock_timeout = '5s';

-- The newest code that was asked for with an address, whether or not it is a customer's: whoever asks must not learn
-- that, also not from the time that it takes. Only a keyed hash of the code is here.
create table sign_in_codes (
  organization_id uuid not null references organizations (id),
  -- In lower case.
  email text not null,
  code_hash bytea not null,
  -- The mail that carries it. A mail with an older code is not sent any more.
  mail_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- How many codes there were since then, for the limit of them.
  codes integer not null,
  codes_start timestamptz not null,
  primary key (organization_id, email)
);
create index sign_in_codes_by_expiry on sign_in_codes (expires_at);
