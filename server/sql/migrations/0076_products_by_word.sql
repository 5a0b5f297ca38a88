set local lock_timeout = '5s';

do $$
begin
  drop index if exists products_search;
  create index products_by_word on products
    using gin (lower(name) gin_trgm_ops, organization_id)
    with (gin_pending_list_limit = 64);
exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
  raise notice 'searching is slow without the extensions pg_trgm and btree_gin: %', sqlerrm;
end $$;
