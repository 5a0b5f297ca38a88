set local lock_timeout = '5s';

-- A list like every other. Those who join take it along with everything else that the organization has.
create trigger count_rows after insert or delete on organizations
  for each row execute function count_organizations_1();
alter table organizations enable always trigger count_rows;

create or replace function count_membership_1() returns trigger language plpgsql as $$
declare
  member organization_members := case when tg_op = 'DELETE' then old else new end;
  direction bigint := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform pg_advisory_xact_lock(7455107);
  insert into member_totals as t (user_id, list, facet, total)
  select member.user_id, o.list, o.facet, direction * sum(o.total) from list_totals o
  where o.organization_id = member.organization_id and o.facet not like '%\_id=%'
  group by o.list, o.facet
  on conflict (user_id, list, facet) do update set total = t.total + excluded.total;
  return null;
end $$;
