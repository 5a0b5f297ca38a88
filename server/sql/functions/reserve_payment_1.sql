-- The first half of a purchase that a processor outside this database decides on. The checkout is closed to everybody
-- else, the discount's place is taken, and the attempt is on record, before the processor hears of it. The answer that a
-- success will be given is kept with the Idempotency-Key, without a status: a repetition is told that the first still
-- runs. The guards and their order are those of settle_purchase_1.
create or replace function reserve_payment_1(
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
  insert into payments select * from jsonb_populate_recordset(null::payments, p_rows -> 'payments');
  insert into payment_work select * from jsonb_populate_recordset(null::payment_work, p_rows -> 'payment_work');
  insert into customer_sessions
  select * from jsonb_populate_recordset(null::customer_sessions, p_rows -> 'customer_sessions');
  perform write_events_1(p_rows -> 'events');
end $$;
