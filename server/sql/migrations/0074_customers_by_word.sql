set local lock_timeout = '5s';

-- The organization comes last: an index of several columns is asked for them one after the other, and a rare text leaves
-- little to look at, where a large organization has nearly everything.
--
-- New texts wait in a list until they are put into the index, and every search reads that list. It is kept short (64 kB):
-- a search is not slower after many sales, and no sale has to put away thousands of texts at once.
--
-- One table in each of these files: whoever buys locks several, and in another order. Customers are many, so they can be
-- read while this is made, and the index that it replaces goes in the next file.
do $$
begin
  create index customers_by_word on customers
    using gin (lower(email) gin_trgm_ops, lower(name) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64) where deleted_at is null;
exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
  raise notice 'searching is slow without the extensions pg_trgm and btree_gin: %', sqlerrm;
end $$;
