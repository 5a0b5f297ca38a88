set local lock_timeout = '5s';

-- A payment is one attempt to take money, whatever came of it. Where a processor outside this database decides, it is
-- written before the processor is asked ("starting"), gets the processor's reference before the money can move
-- ("pending"), and its outcome when that is known.
alter table payments
  add column processor text not null default 'sandbox' check (processor in ('sandbox', 'stripe')),
  -- A setup takes no money now: it makes sure that a method can be charged later.
  add column purpose text not null default 'payment' check (purpose in ('payment', 'setup')),
  -- What the buyer still has to do, in the words of the processor.
  add column action jsonb,
  -- Money that came for an attempt that was given up. It goes back.
  add column is_stray boolean not null default false,
  add column refunded_amount bigint not null default 0,
  alter column method drop not null,
  alter column processor_reference drop not null,
  drop constraint payments_status_check,
  add constraint payments_status_check
    check (status in ('starting', 'pending', 'action_required', 'succeeded', 'failed', 'canceled')),
  add constraint payments_reference_check check (processor_reference is not null or status in ('starting', 'canceled')),
  add constraint payments_refunded_check check (refunded_amount between 0 and amount);
create unique index payments_reference_key on payments (processor, processor_reference);
-- An order is paid once.
drop index payments_by_order;
create unique index payments_order_key on payments (order_id);

-- What is left to do about a payment. A checkout has one whose outcome is not known at most, so a buyer cannot pay twice.
-- Whoever works on it moves due_at ahead: that is the lease.
create table payment_work (
  payment_id uuid primary key references payments (id),
  checkout_id uuid references checkouts (id),
  task text not null check (task in ('find_out', 'give_back')),
  due_at timestamptz not null,
  tries integer not null default 0,
  -- The request that waits for an answer under an Idempotency-Key.
  claim_scope text,
  claim_key text,
  request_id text,
  -- The checkout as it was before the confirm, which is what events have shown until the confirm is announced.
  checkout_before jsonb,
  is_announced boolean not null
);
create unique index payment_work_checkout_key on payment_work (checkout_id) where task = 'find_out';
create index payment_work_by_due on payment_work (due_at);

-- A place that was given back does not stand in the way of the next confirm.
alter table discount_redemptions drop constraint discount_redemptions_checkout_key;
create unique index discount_redemptions_checkout_key on discount_redemptions (checkout_id) where status <> 'released';

-- What a customer has paid with and may be charged on again.
create table payment_methods (
  id uuid primary key,
  created_at timestamptz not null,
  organization_id uuid not null references organizations (id),
  customer_id uuid not null references customers (id),
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_reference text not null,
  card jsonb not null,
  constraint payment_methods_reference_key unique (processor, processor_reference)
);
create index payment_methods_by_customer on payment_methods (customer_id, created_at, id);
alter table subscriptions add column payment_method_id uuid references payment_methods (id);

-- What processors have told, each thing once. Rows stay for a while, so that a repetition is recognized.
create table processor_notifications (
  processor text not null check (processor in ('sandbox', 'stripe')),
  event_id text not null,
  received_at timestamptz not null,
  content jsonb not null,
  -- Null once it was dealt with.
  due_at timestamptz,
  tries integer not null default 0,
  primary key (processor, event_id)
);
create index processor_notifications_by_due on processor_notifications (due_at) where due_at is not null;
create index processor_notifications_by_age on processor_notifications (received_at) where due_at is null;

create table disputes (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  payment_id uuid not null references payments (id),
  order_id uuid references orders (id),
  processor_reference text not null unique,
  status text not null check (status in ('open', 'won', 'lost')),
  amount bigint not null,
  currency text not null,
  reason text
);
create index disputes_by_payment on disputes (payment_id);
create index disputes_by_creation on disputes (organization_id, created_at, id);
