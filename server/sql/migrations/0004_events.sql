set local lock_timeout = '5s';

-- The outbox. `id` is given at insert, while the changed object's row is locked, so it orders the events of one object.
-- `sequence` is given after the commit by the one sequencer: gap-free per organization. Readers see numbered rows only.
create table events (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  organization_id uuid not null references organizations (id),
  sequence bigint,
  type text not null,
  object_type text not null,
  object_id uuid not null,
  object_version integer not null,
  data jsonb not null,
  previous_attributes jsonb,
  request_id text,
  created_at timestamptz not null
);
create index events_unnumbered on events (id) where sequence is null;
create unique index events_by_sequence on events (organization_id, sequence) where sequence is not null;

create table event_sequences (
  organization_id uuid primary key references organizations (id),
  last_sequence bigint not null
);
