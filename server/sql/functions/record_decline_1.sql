-- A declined attempt is kept, and the checkout stays open with what the buyer had typed: committed, not rolled back.
create or replace function record_decline_1(
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
  perform write_checkout_1(p_rows -> 'checkout');
  insert into payments select * from jsonb_populate_recordset(null::payments, p_rows -> 'payments');
  perform write_events_1(p_rows -> 'events');
end $$;
