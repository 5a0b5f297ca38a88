-- A UUID of version 7 (RFC 9562): 48 bits of milliseconds, the rest random. Before Postgres 18 there is none built in.
create or replace function new_id_1() returns uuid language sql volatile as $$
  select (lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
