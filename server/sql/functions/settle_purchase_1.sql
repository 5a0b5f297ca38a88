-- Writes a whole purchase, or nothing. What a purchase is was decided in TypeScript; here are only the guards that need
-- a lock, and the rows. A failed guard raises its name. Locks are always taken in this order: checkout, customer,
-- discount, the product's benefits, subscription, license keys. The rows come as JSON, so a new column changes no signature.
create or replace function settle_purchase_1(
  p_guards jsonb, p_rows jsonb,
  p_claim_scope text, p_claim_key text, p_claim_hash bytea, p_claim_expires_at timestamptz,
  p_status integer, p_body bytea, p_now timestamptz,
  out outcome text, out status integer, out body bytea
) language plpgsql as $$
begin
  select b.outcome, b.status, b.body into outcome, status, body
  from begin_confirm_1((p_rows -> 'checkout' ->> 'id')::uuid, (p_guards ->> 'checkout_version')::integer,
    p_claim_scope, p_claim_key, p_claim_hash, p_claim_expires_at, p_status, p_body, p_now) b;
  if outcome <> 'claimed' then
    return;
  end if;
  perform write_purchase_customer_1(p_guards, p_rows);
  perform take_discount_place_1(p_guards, p_rows);
  perform write_checkout_1(p_rows -> 'checkout');
  perform require_current_benefits_1((p_rows -> 'checkout' ->> 'product_id')::uuid, p_guards -> 'benefit_ids');
  insert into payment_methods
  select * from jsonb_populate_recordset(null::payment_methods, p_rows -> 'payment_methods');
  insert into subscriptions select * from jsonb_populate_recordset(null::subscriptions, p_rows -> 'subscriptions');
  if p_rows ? 'moved_subscription' then
    perform move_subscription_1(p_rows -> 'moved_subscription', p_rows -> 'moved_grants');
  end if;
  insert into orders select * from jsonb_populate_recordset(null::orders, p_rows -> 'orders');
  insert into payments select * from jsonb_populate_recordset(null::payments, p_rows -> 'payments');
  insert into benefit_grants select * from jsonb_populate_recordset(null::benefit_grants, p_rows -> 'benefit_grants');
  insert into license_keys select * from jsonb_populate_recordset(null::license_keys, p_rows -> 'license_keys');
  insert into customer_sessions
  select * from jsonb_populate_recordset(null::customer_sessions, p_rows -> 'customer_sessions');
  perform write_events_1(p_rows -> 'events');
end $$;
