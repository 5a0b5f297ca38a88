set local lock_timeout = '5s';

create table custom_fields (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  type text not null check (type in ('text', 'number', 'date', 'checkbox', 'select')),
  slug text not null,
  name text not null,
  -- As the API shows them; what is absent stays absent.
  properties jsonb not null,
  metadata jsonb not null,
  deleted_at timestamptz
);
create unique index custom_fields_slug_key on custom_fields (organization_id, lower(slug)) where deleted_at is null;
create index custom_fields_by_creation on custom_fields (organization_id, created_at, id) where deleted_at is null;

create table product_custom_fields (
  product_id uuid not null references products (id),
  custom_field_id uuid not null references custom_fields (id),
  position integer not null,
  required boolean not null,
  primary key (product_id, custom_field_id)
);
create index product_custom_fields_by_field on product_custom_fields (custom_field_id);

-- Whether a product has media or custom fields. Most have neither, and then nobody looks for them.
alter table products add column has_attachments boolean not null default false;
