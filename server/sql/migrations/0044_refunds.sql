set local lock_timeout = '5s';

-- Money that goes back to a buyer. A refund is written before the processor is asked for it, and counts as taken from
-- the order until it has failed; the order itself changes when the money is on its way.
create table refunds (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  order_id uuid not null references orders (id),
  subscription_id uuid references subscriptions (id),
  customer_id uuid not null references customers (id),
  payment_id uuid not null references payments (id),
  status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  reason text not null check (reason in ('duplicate', 'fraudulent', 'customer_request', 'service_disruption',
    'satisfaction_guarantee', 'other')),
  -- Without tax.
  amount bigint not null check (amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  currency text not null,
  revoke_benefits boolean not null,
  comment text,
  metadata jsonb not null,
  processor text not null check (processor in ('sandbox', 'stripe')),
  -- Null until the processor has answered.
  processor_reference text,
  -- What the processor said when it failed.
  failure_detail text,
  constraint refunds_reference_key unique (processor, processor_reference)
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_customer on refunds (customer_id, created_at, id);
create index refunds_by_subscription on refunds (subscription_id) where subscription_id is not null;
create index refunds_by_payment on refunds (payment_id);
create index refunds_by_creation on refunds (organization_id, created_at, id);
create index refunds_by_time on refunds (created_at, id) include (organization_id);
create index refunds_by_amount on refunds (organization_id, amount, id);
create index refunds_by_amount_of_all on refunds (amount, id);
-- Most refunds succeed, so the others need an index to be found by.
create index refunds_without_success on refunds (organization_id, created_at, id) where status <> 'succeeded';
create index refunds_without_success_of_all on refunds (created_at, id) where status <> 'succeeded';

-- What is left to find out about a refund. Whoever works on it moves due_at ahead: that is the lease.
create table refund_work (
  refund_id uuid primary key references refunds (id),
  due_at timestamptz not null,
  tries integer not null default 0,
  -- The request that waits for an answer under an Idempotency-Key.
  claim_scope text,
  claim_key text,
  request_id text
);
create index refund_work_by_due on refund_work (due_at);

-- The list of refunds, with exact totals like every other list: see 0035_list_totals.sql.
create function refund_facets_1(r refunds) returns text[] language sql immutable as $$
  select array['', 'succeeded=' || (r.status = 'succeeded')]
$$;

create function count_refunds_1() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform leave_deltas_1('refunds', null, null, new.organization_id, refund_facets_1(new));
  elsif tg_op = 'DELETE' then
    perform leave_deltas_1('refunds', old.organization_id, refund_facets_1(old), null, null);
  else
    perform leave_deltas_1('refunds', old.organization_id, refund_facets_1(old),
      new.organization_id, refund_facets_1(new));
  end if;
  return null;
end $$;
create trigger count_rows after insert or delete or update of organization_id, status on refunds
  for each row execute function count_refunds_1();
alter table refunds enable always trigger count_rows;

do $$
begin
  execute format(
    'create or replace view listed_rows as %s union all select %L, organization_id, refund_facets_1(r) from refunds r',
    rtrim(pg_get_viewdef('listed_rows'::regclass), ';'), 'refunds');
end $$;
