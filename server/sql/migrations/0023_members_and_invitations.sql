set local lock_timeout = '5s';

-- A role can change, so a membership has versions like everything that can.
alter table organization_members
  add column modified_at timestamptz,
  add column version integer not null default 1;

-- Asked for with every request of a personal token: where may its user only read? Almost always nowhere.
create index organization_members_read_only on organization_members (user_id, organization_id) where role = 'read_only';

alter table users
  add column modified_at timestamptz,
  add column version integer not null default 1;

-- Who made an organization's token, for the day on which they leave. It goes on without them.
alter table access_tokens add column created_by_user_id uuid references users (id);
create index access_tokens_by_user on access_tokens (user_id, created_at, id) where revoked_at is null;

-- Only the SHA-256 of a link's token is kept. Whoever has the link can join once, until it expires or is withdrawn.
create table organization_invitations (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  email text not null,
  role text not null check (role in ('owner', 'admin', 'read_only')),
  invited_by_user_id uuid not null references users (id),
  token_hash bytea not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by_user_id uuid references users (id),
  withdrawn_at timestamptz,
  constraint organization_invitations_token_hash_key unique (token_hash),
  check (accepted_at is null or withdrawn_at is null),
  check ((accepted_at is null) = (accepted_by_user_id is null))
);
-- One open invitation for each address.
create unique index organization_invitations_email_key on organization_invitations (organization_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
create index organization_invitations_open on organization_invitations (organization_id, created_at, id)
  where accepted_at is null and withdrawn_at is null;
