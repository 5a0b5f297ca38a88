set local lock_timeout = '5s';

-- An organization may have so many uploads that are not complete, and no more: this counts them.
create index files_open on files (organization_id) where not is_uploaded and deleted_at is null;
