-- A declined attempt is kept, and the checkout stays open with what the buyer had typed: committed, not rolled back.
create or replace function record_decline_1(
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

  update checkouts c set
    modified_at = wanted.modified_at, version = wanted.version,
    product_price_id = wanted.product_price_id, discount_id = wanted.discount_id,
    discount_is_fixed = wanted.discount_is_fixed, amount = wanted.amount, subtotal_amount = wanted.subtotal_amount,
    tax_amount = wanted.tax_amount, total_amount = wanted.total_amount, currency = wanted.currency,
    customer_name = wanted.customer_name, customer_email = wanted.customer_email,
    customer_billing_address = wanted.customer_billing_address, customer_tax_id = wanted.customer_tax_id,
    custom_field_data = wanted.custom_field_data
  where c.id = wanted.id and c.version <> wanted.version;
  insert into payments select * from jsonb_populate_recordset(null::payments, p_rows -> 'payments');
  perform write_events_1(p_rows -> 'events');
  outcome := 'done';
end $$;
