set local lock_timeout = '5s';

-- Set when nobody may charge it any more. The row stays, because subscriptions refer to it.
alter table payment_methods add column detached_at timestamptz;

-- What the processor still has to hear of that. Whoever works on it moves due_at ahead: that is the lease.
create table detach_work (
  payment_method_id uuid primary key references payment_methods (id),
  due_at timestamptz not null,
  tries integer not null default 0
);
create index detach_work_by_due on detach_work (due_at);

-- Customers who were deleted before this: until now their cards stayed chargeable at the processor, and what they had
-- typed stayed with payments under way.
with gone as (
  update payment_methods m set detached_at = now() from customers c
  where c.id = m.customer_id and c.deleted_at is not null returning m.id
)
insert into detach_work (payment_method_id, due_at) select id, now() from gone;
delete from processor_customers r using customers c where c.id = r.customer_id and c.deleted_at is not null;
insert into customer_erasures (customer_id, organization_id, created_at, due_at, round, step, position)
select distinct on (u.id) u.id, u.organization_id, now(), now(), 1, 'checkouts', '{}'::jsonb
from payment_work w join checkouts c on c.id = w.checkout_id join customers u on u.id = c.customer_id
where u.deleted_at is not null and w.checkout_before is not null
on conflict (customer_id) do update set round = 1, step = 'checkouts', position = '{}', due_at = now();
