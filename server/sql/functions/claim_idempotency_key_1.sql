-- Inserted first in the write's own transaction. The lock is held to the end of the transaction, so a second request
-- with the same key is told at once that the first still runs, instead of waiting for it.
create or replace function claim_idempotency_key_1(
  p_scope text, p_key text, p_request_hash bytea, p_now timestamptz, p_expires_at timestamptz,
  out outcome text, out status integer, out body bytea
) language plpgsql as $$
declare
  earlier idempotency_records;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 1)) then
    outcome := 'running';
    return;
  end if;
  select * into earlier from idempotency_records r where r.scope = p_scope and r.key = p_key and r.expires_at > p_now;
  if not found then
    insert into idempotency_records (scope, key, request_hash, created_at, expires_at)
    values (p_scope, p_key, p_request_hash, p_now, p_expires_at)
    on conflict (scope, key) do update set
      request_hash = excluded.request_hash, status = null, body = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at;
    outcome := 'claimed';
  elsif earlier.request_hash <> p_request_hash then
    outcome := 'differs';
  elsif earlier.status is null then
    outcome := 'running';
  else
    outcome := 'replay';
    status := earlier.status;
    body := earlier.body;
  end if;
end $$;
