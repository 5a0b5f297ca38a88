set local lock_timeout = '5s';

create table webhook_endpoints (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null,
  organization_id uuid not null references organizations (id),
  url text not null,
  format text not null check (format = 'raw'),
  events text[] not null,
  -- Paused ones wait: what happens is queued, and sent when they go on. For disabled ones nothing is queued.
  status text not null check (status in ('enabled', 'paused', 'disabled')),
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Sealed. A secret that we made is signed with in two ways, one that the seller brought along in one.
  secret bytea not null,
  is_secret_ours boolean not null,
  -- The one before, which signs too until its time is over.
  old_secret bytea,
  is_old_secret_ours boolean,
  old_secret_until timestamptz,
  -- How many events in a row have used up all their attempts, and whether it said that it is gone. No change that anybody
  -- is told of: who has given up on it is told when it is disabled.
  given_up integer not null default 0,
  is_gone boolean not null default false,
  deleted_at timestamptz,
  check ((status = 'disabled') = (disabled_at is not null)),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((old_secret is null) = (is_old_secret_ours is null)),
  check ((old_secret is null) = (old_secret_until is null))
);
create index webhook_endpoints_by_organization on webhook_endpoints (organization_id, created_at, id)
  where deleted_at is null;
create index webhook_endpoints_by_creation on webhook_endpoints (created_at, id) where deleted_at is null;
create index webhook_endpoints_given_up on webhook_endpoints (id) where status = 'enabled' and (is_gone or given_up >= 10);
create index webhook_endpoints_deleted on webhook_endpoints (id) where deleted_at is not null;

-- An event for an endpoint, on record. `position` is given in the order of the events' numbers, so it is the order of the
-- queue. The row changes once, when all is over, and no index has what changes then.
create table webhook_deliveries (
  position bigint generated always as identity primary key,
  id uuid not null default gen_random_uuid() unique,
  created_at timestamptz not null,
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id bigint not null references events (id) on delete cascade,
  is_repeat boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  finished_at timestamptz,
  check ((status = 'pending') = (finished_at is null))
) with (fillfactor = 85);
create index webhook_deliveries_by_event on webhook_deliveries (event_id, endpoint_id);
create index webhook_deliveries_by_organization on webhook_deliveries (organization_id, created_at, id);
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at, id);

-- Those that are not over. A table of its own, because these rows change with every attempt, and go when all is over.
-- `next_attempt_at` is null for one that waits for another event of the same object.
create table webhook_queue (
  position bigint primary key references webhook_deliveries (position) on delete cascade,
  endpoint_id uuid not null,
  object_id uuid not null,
  event_id bigint not null,
  -- Counted when they begin.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Somebody is sending it, and is gone if it is still here then. In no index, so that taking one costs little.
  taken_until timestamptz,
  -- From then on what comes after it does not wait any longer.
  passes_at timestamptz
) with (fillfactor = 70);
create index webhook_queue_due on webhook_queue (endpoint_id, next_attempt_at, position) where next_attempt_at is not null;
create index webhook_queue_by_object on webhook_queue (endpoint_id, object_id, position);

create table webhook_attempts (
  delivery bigint not null references webhook_deliveries (position) on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  milliseconds integer not null,
  http_code integer,
  failure text,
  answer text,
  primary key (delivery, number),
  check ((http_code is null) <> (failure is null))
);

-- Events lie in the order of time, so this costs next to nothing, and finds those since a time.
create index events_by_time on events using brin (created_at);
