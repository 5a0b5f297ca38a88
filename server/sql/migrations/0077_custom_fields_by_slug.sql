set local lock_timeout = '5s';

-- With the column itself, so that the index is enough to pass over rows.
drop index custom_fields_by_slug_of_all;
create index custom_fields_by_slug_of_all on custom_fields (lower(slug), id) include (slug) where deleted_at is null;
