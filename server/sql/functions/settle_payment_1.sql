-- The second half: the processor has said that the money is there. Writes what settle_purchase_1 writes, but for what
-- reserve_payment_1 has written already. Doing it twice does nothing the second time: the work is gone then. Locks are
-- taken in the same order: checkout, customer, discount, the product's benefits, subscription, license keys.
create or replace function settle_payment_1(p_guards jsonb, p_rows jsonb) returns text language plpgsql as $$
declare
  wanted payments := jsonb_populate_record(null::payments, p_rows -> 'payment');
  found_version integer;
  work payment_work;
begin
  select c.version into found_version from checkouts c where c.id = wanted.checkout_id for no key update;
  select * into work from payment_work w
  where w.payment_id = wanted.id and w.task = 'find_out' for update;
  if not found then
    return 'done_already';
  end if;
  if found_version <> (p_guards ->> 'checkout_version')::integer then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;
  perform write_purchase_customer_1(p_guards, p_rows);
  update discount_redemptions r set status = 'used' where r.checkout_id = wanted.checkout_id and r.status = 'reserved';
  perform write_checkout_1(p_rows -> 'checkout');
  perform require_current_benefits_1((p_rows -> 'checkout' ->> 'product_id')::uuid, p_guards -> 'benefit_ids');
  insert into payment_methods
  select * from jsonb_populate_recordset(null::payment_methods, p_rows -> 'payment_methods')
  -- One that is known already is only named.
  on conflict (id) do nothing;
  insert into subscriptions select * from jsonb_populate_recordset(null::subscriptions, p_rows -> 'subscriptions');
  if p_rows ? 'moved_subscription' then
    perform move_subscription_1(p_rows -> 'moved_subscription', p_rows -> 'moved_grants');
  end if;
  insert into orders select * from jsonb_populate_recordset(null::orders, p_rows -> 'orders');
  update payments p set
    status = wanted.status, order_id = wanted.order_id, method = wanted.method, action = wanted.action,
    modified_at = wanted.modified_at, version = wanted.version
  where p.id = wanted.id;
  delete from payment_work w where w.payment_id = wanted.id;
  insert into benefit_grants select * from jsonb_populate_recordset(null::benefit_grants, p_rows -> 'benefit_grants');
  insert into license_keys select * from jsonb_populate_recordset(null::license_keys, p_rows -> 'license_keys');
  perform write_events_1(p_rows -> 'events');
  -- The answer was kept when the attempt was reserved; now it is true.
  update idempotency_records r set status = 200
  where r.scope = work.claim_scope and r.key = work.claim_key and r.status is null;
  return 'settled';
end $$;
