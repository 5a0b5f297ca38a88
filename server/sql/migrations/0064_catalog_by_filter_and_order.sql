set local lock_timeout = '5s';

-- For whoever sees thousands of organizations: the first of everybody that pass the filter, in the order of the list.
create index products_by_recurrence_and_name_of_all on products (is_recurring, name, id);
create index products_by_archival_and_name_of_all on products (is_archived, name, id);
create index benefits_by_type_and_description_of_all on benefits (type, lower(description), id) where deleted_at is null;
create index custom_fields_by_type_and_slug_of_all on custom_fields (type, lower(slug), id) where deleted_at is null;
create index custom_fields_by_type_and_name_of_all on custom_fields (type, lower(name), id) where deleted_at is null;
