set local lock_timeout = '5s';

-- What the sandbox has charged is one list out of two tables, so both count for one total. This is the only thing that a
-- transaction of the sandbox writes into a table of ours.
create function count_sandbox_charges_1() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform leave_deltas_2('payments', null, null, null, new.organization_id, array['sandbox_charge=true'], new.created_at);
  else
    perform leave_deltas_2('payments', old.organization_id, array['sandbox_charge=true'], old.created_at, null, null, null);
  end if;
  return null;
end $$;
create trigger count_rows after insert or delete on sandbox.charges
  for each row execute function count_sandbox_charges_1();
alter table sandbox.charges enable always trigger count_rows;

create or replace function payment_facets_1(r payments) returns text[] language sql immutable as $$
  select array_remove(array['', 'status=' || r.status, 'processor=' || r.processor,
    'status=' || r.status || '&processor=' || r.processor,
    case when r.processor = 'sandbox' and r.status = 'succeeded' and r.amount > 0
      and starts_with(r.processor_reference, 'sandbox_') then 'sandbox_charge=true' end], null)
$$;
