set local lock_timeout = '5s';

-- A customer was deleted, and what was written about them elsewhere has to go too. The row is the work that is left: it
-- remembers how far it got, and is gone when there is nothing left to do.
create table customer_erasures (
  customer_id uuid primary key references customers (id),
  organization_id uuid not null references organizations (id),
  created_at timestamptz not null,
  -- In real time. The second round comes later, for what a transaction that began before the deletion wrote after it.
  due_at timestamptz not null,
  round integer not null check (round in (1, 2)),
  -- What is being looked through, and the last of it that was.
  step text not null,
  position jsonb not null
);
create index customer_erasures_by_wait on customer_erasures (due_at, customer_id);

-- The events of one object, so that nobody has to read all of them to forget one customer.
create index events_by_object on events (object_id);

-- Checkouts that were given up after somebody typed their address belong to no customer yet.
create index checkouts_by_typed_email on checkouts (organization_id, lower(customer_email))
  where customer_id is null and customer_email is not null;

-- Customers who were deleted before this: until now only their own row was emptied.
insert into customer_erasures (customer_id, organization_id, created_at, due_at, round, step, position)
select id, organization_id, now(), now(), 1, 'checkouts', '{}' from customers where deleted_at is not null;
