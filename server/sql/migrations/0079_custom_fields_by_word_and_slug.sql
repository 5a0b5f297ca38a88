set local lock_timeout = '5s';

do $$
begin
  drop index if exists custom_fields_search;
  create index custom_fields_by_word on custom_fields
    using gin (lower(name) gin_trgm_ops, lower(slug) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64) where deleted_at is null;
exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
  raise notice 'searching is slow without the extensions pg_trgm and btree_gin: %', sqlerrm;
end $$;

-- With the column itself, so that the index is enough to pass over rows.
drop index custom_fields_by_slug_of_all;
create index custom_fields_by_slug_of_all on custom_fields (lower(slug), id) include (slug) where deleted_at is null;
