set local lock_timeout = '5s';

-- Searching for a part of a text. With the extensions, which come with Postgres, an index of three-letter parts answers
-- it, together with the organization. Where they are missing, the same statements work and read every row.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index customers_search on customers
    using gin (organization_id, lower(email) gin_trgm_ops, lower(name) gin_trgm_ops) where deleted_at is null;
  create index products_search on products using gin (organization_id, lower(name) gin_trgm_ops);
  create index benefits_search on benefits
    using gin (organization_id, lower(description) gin_trgm_ops) where deleted_at is null;
  create index discounts_search on discounts
    using gin (organization_id, lower(name) gin_trgm_ops, lower(code) gin_trgm_ops) where deleted_at is null;
  create index custom_fields_search on custom_fields
    using gin (organization_id, lower(name) gin_trgm_ops, lower(slug) gin_trgm_ops) where deleted_at is null;
exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
  raise notice 'searching is slow without the extensions pg_trgm and btree_gin: %', sqlerrm;
end $$;
