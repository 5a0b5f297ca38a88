set local lock_timeout = '5s';

-- The books of the built-in processor. They stand for something outside this database: nothing here refers to a table of
-- ours, nothing of ours refers to these, and no transaction writes both.
create schema sandbox;

create table sandbox.intents (
  reference text primary key,
  payment_id uuid not null unique,
  created_at timestamptz not null,
  organization_id uuid not null,
  checkout_id uuid,
  purpose text not null,
  amount bigint not null,
  currency text not null,
  status text not null
    check (status in ('unconfirmed', 'action_required', 'processing', 'succeeded', 'failed', 'canceled')),
  outcome text,
  failure_code text,
  method jsonb,
  saved_method text,
  -- The secret address of the page on which the buyer says yes or no.
  challenge text unique,
  return_url text,
  -- When one that is slow will have succeeded.
  ready_at timestamptz
);

-- Each time money was taken. Two for one checkout would be a double charge, and nothing here hides it.
create table sandbox.charges (
  id uuid primary key,
  created_at timestamptz not null,
  reference text not null references sandbox.intents (reference),
  payment_id uuid not null,
  organization_id uuid not null,
  checkout_id uuid,
  amount bigint not null,
  currency text not null,
  refunded_amount bigint not null default 0
);
create index charges_by_reference on sandbox.charges (reference);
create index charges_by_checkout on sandbox.charges (checkout_id);
create index charges_by_organization on sandbox.charges (organization_id, created_at, id);

create table sandbox.refunds (
  id uuid primary key,
  created_at timestamptz not null,
  charge_id uuid not null references sandbox.charges (id),
  amount bigint not null
);

-- What the built-in processor tells by itself, as real ones do by a request to the server.
create table sandbox.notifications (
  id bigint generated always as identity primary key,
  due_at timestamptz not null,
  content jsonb not null
);
create index notifications_by_due on sandbox.notifications (due_at, id);
