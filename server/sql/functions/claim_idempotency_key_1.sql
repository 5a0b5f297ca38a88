-- Inserted first in the write's own transaction. A finished record is read without a lock, so that any number of
-- repetitions get their answer at once. Otherwise the lock is held to the end of the transaction: a second request with
-- the same key is told that the first still runs, instead of waiting for it.
create or replace function claim_idempotency_key_1(
  p_scope text, p_key text, p_request_hash bytea, p_now timestamptz, p_expires_at timestamptz,
  out outcome text, out status integer, out body bytea
) language plpgsql as $$
declare
  earlier idempotency_records;
  is_locked boolean := false;
begin
  loop
    select * into earlier from idempotency_records r where r.scope = p_scope and r.key = p_key and r.expires_at > p_now;
    if found and earlier.request_hash <> p_request_hash then
      outcome := 'differs';
      return;
    elsif found and earlier.status is not null then
      outcome := 'replay';
      status := earlier.status;
      body := earlier.body;
      return;
    elsif found and is_locked then
      outcome := 'running';
      return;
    end if;
    exit when is_locked;
    is_locked := pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 1));
    if not is_locked then
      outcome := 'running';
      return;
    end if;
    -- Whoever had the lock before may have finished since the look above, so it takes another one.
  end loop;
  insert into idempotency_records (scope, key, request_hash, created_at, expires_at)
  values (p_scope, p_key, p_request_hash, p_now, p_expires_at)
  on conflict (scope, key) do update set
    request_hash = excluded.request_hash, status = null, body = null,
    created_at = excluded.created_at, expires_at = excluded.expires_at;
  outcome := 'claimed';
end $$;
