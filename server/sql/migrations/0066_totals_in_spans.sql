set local lock_timeout = '5s';

-- A total is kept in spans of time, of about a thousand rows each, so that a page deep inside a list is found without
-- passing over everything before it. The spans of one list together are its total, as before: see 0035_list_totals.sql.
-- One span holds the rows from `starts_at` on, up to that of the next one; `latest_at` is the last time that was counted.
-- Without a reference to organizations: what cannot be counted for one would keep everything from being counted.
alter table list_totals drop constraint list_totals_organization_id_fkey,
  add column starts_at timestamptz not null default '-infinity',
  add column latest_at timestamptz not null default '-infinity',
  drop constraint list_totals_pkey,
  add primary key (organization_id, list, facet, starts_at);

-- The same over all organizations. Whoever sees as many rows as there are sees all of them.
create table overall_totals (
  list text not null,
  facet text not null,
  starts_at timestamptz not null,
  total bigint not null,
  latest_at timestamptz not null,
  primary key (list, facet, starts_at)
);

-- Deltas wait until 0072 has counted everything anew.
create or replace function fold_list_totals_1() returns void language plpgsql as $$
begin
end $$;
