set local lock_timeout = '5s';

create table organizations (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  name text not null,
  slug text not null,
  avatar_url text,
  bio text,
  company text,
  blog text,
  location text,
  email text,
  social_username text,
  pledge_minimum_amount bigint not null,
  pledge_badge_show_amount boolean not null,
  default_upfront_split_to_contributors integer,
  profile_settings jsonb not null,
  feature_settings jsonb not null,
  subscription_settings jsonb not null,
  default_currency text not null,
  payments_mode text not null default 'sandbox' check (payments_mode in ('sandbox', 'live')),
  constraint organizations_slug_key unique (slug)
);

create table users (
  id uuid primary key,
  created_at timestamptz not null,
  email text,
  name text
);

create table organization_members (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'read_only')),
  created_at timestamptz not null,
  primary key (user_id, organization_id)
);
create index organization_members_by_organization on organization_members (organization_id);
