-- Writes a whole purchase, or nothing. What a purchase is was decided in TypeScript; here are only the guards that need
-- a lock, and the rows. A failed guard raises its name. Locks are always taken in this order: checkout, customer,
-- discount. The rows come as JSON, so a new column changes no signature.
create or replace function settle_purchase_1(
  p_guards jsonb, p_rows jsonb,
  p_claim_scope text, p_claim_key text, p_claim_hash bytea, p_claim_expires_at timestamptz,
  p_status integer, p_body bytea, p_now timestamptz,
  out outcome text, out status integer, out body bytea
) language plpgsql as $$
declare
  wanted checkouts;
  found_status text;
  found_version integer;
begin
  if p_claim_key is not null then
    select k.outcome, k.status, k.body into outcome, status, body
    from claim_idempotency_key_1(p_claim_scope, p_claim_key, p_claim_hash, p_now, p_claim_expires_at) k;
    if outcome <> 'claimed' then
      return;
    end if;
    update idempotency_records r set status = p_status, body = p_body
    where r.scope = p_claim_scope and r.key = p_claim_key;
  end if;

  wanted := jsonb_populate_record(null::checkouts, p_rows -> 'checkout');
  select c.status, c.version into found_status, found_version from checkouts c where c.id = wanted.id for no key update;
  if found_status <> 'open' then
    raise exception using errcode = 'TL001', message = 'checkout_not_open';
  end if;
  if found_version <> (p_guards ->> 'checkout_version')::integer then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;

  perform write_purchase_customer_1(p_guards, p_rows);
  perform take_discount_place_1(p_guards, p_rows);

  update checkouts c set
    status = wanted.status, modified_at = wanted.modified_at, version = wanted.version,
    product_price_id = wanted.product_price_id, discount_id = wanted.discount_id,
    discount_is_fixed = wanted.discount_is_fixed, amount = wanted.amount, subtotal_amount = wanted.subtotal_amount,
    tax_amount = wanted.tax_amount, total_amount = wanted.total_amount, currency = wanted.currency,
    customer_id = wanted.customer_id, customer_name = wanted.customer_name, customer_email = wanted.customer_email,
    customer_ip_address = wanted.customer_ip_address, customer_billing_address = wanted.customer_billing_address,
    customer_tax_id = wanted.customer_tax_id, custom_field_data = wanted.custom_field_data,
    subscription_id = wanted.subscription_id, payment_processor_metadata = wanted.payment_processor_metadata
  where c.id = wanted.id;

  insert into subscriptions select * from jsonb_populate_recordset(null::subscriptions, p_rows -> 'subscriptions');
  insert into orders select * from jsonb_populate_recordset(null::orders, p_rows -> 'orders');
  insert into order_count_deltas (organization_id, price_type, delta)
  select o.organization_id, o.price_type, 1 from jsonb_populate_recordset(null::orders, p_rows -> 'orders') o;
  insert into payments select * from jsonb_populate_recordset(null::payments, p_rows -> 'payments');
  insert into benefit_grants select * from jsonb_populate_recordset(null::benefit_grants, p_rows -> 'benefit_grants');
  insert into license_keys select * from jsonb_populate_recordset(null::license_keys, p_rows -> 'license_keys');
  insert into customer_sessions
  select * from jsonb_populate_recordset(null::customer_sessions, p_rows -> 'customer_sessions');
  perform write_events_1(p_rows -> 'events');
  outcome := 'done';
end $$;
