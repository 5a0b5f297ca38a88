set local lock_timeout = '5s';

-- What a processor calls our customers. Processors forget idempotency keys after a day; without this a customer would be
-- somebody else there with each purchase.
create table processor_customers (
  customer_id uuid not null references customers (id),
  processor text not null check (processor in ('sandbox', 'stripe')),
  reference text not null,
  primary key (customer_id, processor)
);
