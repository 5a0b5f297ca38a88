set local lock_timeout = '5s';

-- The list of payments, with exact totals like every other list: see 0035_list_totals.sql. `inline_charge=true` are
-- those that the sandbox took without books of its own, which the list of its charges has to count too.
create function payment_facets_1(r payments) returns text[] language sql immutable as $$
  select array_remove(array['', 'status=' || r.status, 'processor=' || r.processor,
    'status=' || r.status || '&processor=' || r.processor,
    case when r.processor = 'sandbox' and r.status = 'succeeded' and r.amount > 0
      and starts_with(r.processor_reference, 'sandbox_') then 'inline_charge=true' end], null)
$$;

create function count_payments_1() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform leave_deltas_1('payments', null, null, new.organization_id, payment_facets_1(new));
  elsif tg_op = 'DELETE' then
    perform leave_deltas_1('payments', old.organization_id, payment_facets_1(old), null, null);
  else
    perform leave_deltas_1('payments', old.organization_id, payment_facets_1(old),
      new.organization_id, payment_facets_1(new));
  end if;
  return null;
end $$;
create trigger count_rows
  after insert or delete or update of organization_id, status, processor, amount, processor_reference on payments
  for each row execute function count_payments_1();
alter table payments enable always trigger count_rows;

do $$
begin
  execute format(
    'create or replace view listed_rows as %s union all select %L, organization_id, payment_facets_1(r) from payments r',
    rtrim(pg_get_viewdef('listed_rows'::regclass), ';'), 'payments');
end $$;

-- What is there already. The lock keeps whoever joins an organization from taking half of it along.
select pg_advisory_xact_lock(7455107);
insert into list_totals (organization_id, list, facet, total)
select r.organization_id, 'payments', f.facet, count(*)
from payments r cross join lateral unnest(payment_facets_1(r)) f(facet)
group by r.organization_id, f.facet;
insert into member_totals (user_id, list, facet, total)
select m.user_id, t.list, t.facet, sum(t.total) from list_totals t
join organization_members m on m.organization_id = t.organization_id
where t.list = 'payments'
group by m.user_id, t.list, t.facet;

create index payments_by_time on payments (created_at, id) include (organization_id);
create index payments_by_amount on payments (organization_id, amount, id);
create index payments_by_amount_of_all on payments (amount, id);
-- Most payments succeed, so the others need an index to be found by.
create index payments_without_success on payments (organization_id, status, created_at, id)
  where status <> 'succeeded';
create index payments_without_success_of_all on payments (status, created_at, id) where status <> 'succeeded';

-- Each time that the sandbox took money: what its own books say, and the payments that were decided without them.
create index charges_by_payment on sandbox.charges (payment_id);
create index charges_by_time on sandbox.charges (created_at, id);
create view sandbox_charges as
  select c.id, c.created_at, c.organization_id, c.checkout_id, c.payment_id, c.reference as processor_reference,
    c.amount, c.currency, c.refunded_amount, false as is_inline
  from sandbox.charges c
  union all
  select p.id, p.created_at, p.organization_id, p.checkout_id, p.id, p.processor_reference,
    p.amount, p.currency, p.refunded_amount, true
  from payments p
  where p.processor = 'sandbox' and p.status = 'succeeded' and p.amount > 0
    and starts_with(p.processor_reference, 'sandbox_');
