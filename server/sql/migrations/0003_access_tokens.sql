set local lock_timeout = '5s';

-- Only the SHA-256 of a token is kept. A revoked token keeps its row, so that its use can still be explained.
create table access_tokens (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  kind text not null check (kind in ('personal', 'organization')),
  user_id uuid references users (id),
  organization_id uuid references organizations (id),
  token_hash bytea not null,
  comment text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint access_tokens_token_hash_key unique (token_hash),
  check ((kind = 'personal') = (user_id is not null)),
  check ((kind = 'organization') = (organization_id is not null))
);
create index access_tokens_by_organization on access_tokens (organization_id, created_at, id) where revoked_at is null;
