-- How every confirm begins: the Idempotency-Key first, with the answer that will be given, then the checkout's row. An
-- outcome other than 'claimed' means that an earlier request has the key. Whoever waited for the row and finds the
-- checkout closed, or changed since it was read, is told so by name.
create or replace function begin_confirm_1(
  p_checkout_id uuid, p_checkout_version integer,
  p_claim_scope text, p_claim_key text, p_claim_hash bytea, p_claim_expires_at timestamptz,
  p_status integer, p_body bytea, p_now timestamptz,
  out outcome text, out status integer, out body bytea
) language plpgsql as $$
declare
  found_status text;
  found_version integer;
begin
  outcome := 'claimed';
  if p_claim_key is not null then
    select k.outcome, k.status, k.body into outcome, status, body
    from claim_idempotency_key_1(p_claim_scope, p_claim_key, p_claim_hash, p_now, p_claim_expires_at) k;
    if outcome <> 'claimed' then
      return;
    end if;
    update idempotency_records r set status = p_status, body = p_body
    where r.scope = p_claim_scope and r.key = p_claim_key;
  end if;

  select c.status, c.version into found_status, found_version
  from checkouts c where c.id = p_checkout_id for no key update;
  if found_status <> 'open' then
    raise exception using errcode = 'TL001', message = 'checkout_not_open';
  end if;
  if found_version <> p_checkout_version then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;
end $$;
