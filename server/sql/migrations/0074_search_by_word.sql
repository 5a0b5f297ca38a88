set local lock_timeout = '5s';

-- The organization comes last: an index of several columns is asked for them one after the other, and a rare text leaves
-- little to look at, where a large organization has nearly everything.
--
-- New texts wait in a list until they are put into the index, and every search reads that list. It is kept short (64 kB):
-- a search is not slower after many sales, and no sale has to put away thousands of texts at once.
do $$
begin
  create index customers_by_word on customers
    using gin (lower(email) gin_trgm_ops, lower(name) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64) where deleted_at is null;
  create index products_by_word on products
    using gin (lower(name) gin_trgm_ops, organization_id) with (gin_pending_list_limit = 64);
  create index benefits_by_word on benefits
    using gin (lower(description) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64) where deleted_at is null;
  create index discounts_by_word on discounts
    using gin (lower(name) gin_trgm_ops, lower(code) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64) where deleted_at is null;
  create index custom_fields_by_word on custom_fields
    using gin (lower(name) gin_trgm_ops, lower(slug) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64) where deleted_at is null;
  drop index if exists customers_search, products_search, benefits_search, discounts_search, custom_fields_search;
exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
  raise notice 'searching is slow without the extensions pg_trgm and btree_gin: %', sqlerrm;
end $$;
