-- Writes what was decided about grants and their license keys: new ones, and changes of those that were read. What was
-- read must still be as it was read, or everything has to be decided again: the customers, the benefits of the product,
-- the orders and subscriptions that the grants hang on, the grants, the keys. Locks are taken in this order, and by id
-- within each, as purchases do, so that nobody waits in a circle. Counters of a key are no change, and stay as they are.
create or replace function write_grants_1(p_guards jsonb, p_rows jsonb) returns void language plpgsql as $$
declare
  owners jsonb := coalesce(p_guards -> 'customers', '[]');
  read_before integer := jsonb_array_length(owners)
    + jsonb_array_length(p_guards -> 'orders') + jsonb_array_length(p_guards -> 'subscriptions');
  still integer;
  touched integer;
begin
  with locked as (
    select from customers c join jsonb_populate_recordset(null::customers, owners) r
      on r.id = c.id and r.version = c.version
    order by c.id for share of c
  )
  select count(*) into still from locked;
  if p_guards ? 'product_id' then
    perform require_current_benefits_1((p_guards ->> 'product_id')::uuid, p_guards -> 'benefit_ids');
  end if;
  with locked as (
    select from orders o join jsonb_populate_recordset(null::orders, p_guards -> 'orders') r
      on r.id = o.id and r.version = o.version
    order by o.id for share of o
  )
  select still + count(*) into still from locked;
  with locked as (
    select from subscriptions s join jsonb_populate_recordset(null::subscriptions, p_guards -> 'subscriptions') r
      on r.id = s.id and r.version = s.version
    order by s.id for share of s
  )
  select still + count(*) into still from locked;

  perform from benefit_grants g
  where g.id in (select id from jsonb_populate_recordset(null::benefit_grants, p_rows -> 'changed_grants'))
  order by g.id for no key update;
  perform from license_keys k
  where k.id in (select id from jsonb_populate_recordset(null::license_keys, p_rows -> 'changed_keys'))
  order by k.id for no key update;

  update benefit_grants g set
    is_granted = wanted.is_granted, granted_at = wanted.granted_at, revoked_at = wanted.revoked_at,
    properties = wanted.properties, modified_at = wanted.modified_at, version = wanted.version
  from jsonb_populate_recordset(null::benefit_grants, p_rows -> 'changed_grants') wanted
  where g.id = wanted.id and g.version = wanted.version - 1;
  get diagnostics touched = row_count;
  still := still + touched;
  update license_keys k set
    status = wanted.status, returning_status = wanted.returning_status, entitled_until = wanted.entitled_until,
    modified_at = wanted.modified_at, version = wanted.version
  from jsonb_populate_recordset(null::license_keys, p_rows -> 'changed_keys') wanted
  where k.id = wanted.id and (k.version = wanted.version - 1
    -- How long a key is good for can change alone, which is no new version.
    or (k.version = wanted.version and k.status = wanted.status
      and (k.returning_status, k.modified_at) is not distinct from (wanted.returning_status, wanted.modified_at)));
  get diagnostics touched = row_count;
  still := still + touched;
  -- Somebody else may have granted the same meanwhile.
  insert into benefit_grants
  select * from jsonb_populate_recordset(null::benefit_grants, p_rows -> 'new_grants') on conflict do nothing;
  get diagnostics touched = row_count;
  still := still + touched;
  if still < read_before + jsonb_array_length(p_rows -> 'changed_grants')
    + jsonb_array_length(p_rows -> 'changed_keys') + jsonb_array_length(p_rows -> 'new_grants')
  then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;
  insert into license_keys select * from jsonb_populate_recordset(null::license_keys, p_rows -> 'new_keys');
end $$;
