set local lock_timeout = '5s';

-- What was sold of a product, in the order of the amounts. The amounts of one product are much alike, so looking for it
-- among the first of everything finds nothing.
create index orders_by_product_and_amount on orders (product_id, amount, id);

create index subscriptions_by_product_and_amount on subscriptions (product_id, amount, id);

-- The same for a discount; and of a product those with a discount, in the order of the other's name, whichever of the two
-- was asked for. Only for those that had one, so most sales write nothing here.
create index orders_by_discount_and_amount on orders (discount_id, amount, id) where discount_id is not null;
create index subscriptions_by_discount_and_amount on subscriptions (discount_id, amount, id)
  where discount_id is not null;
create index orders_by_product_and_discount on orders (product_id, discount_id, created_at, id)
  where discount_id is not null;
create index subscriptions_by_product_and_discount on subscriptions (product_id, discount_id, started_at, id)
  where discount_id is not null;

-- For whoever sees thousands of organizations: the first of everybody that pass the filter, in the order of the list.
create index subscriptions_active_by_period_of_all on subscriptions (current_period_end, id)
  where status in ('trialing', 'active');
create index products_by_recurrence_and_name_of_all on products (is_recurring, name, id);
create index products_by_archival_and_name_of_all on products (is_archived, name, id);
create index benefits_by_type_and_description_of_all on benefits (type, lower(description), id) where deleted_at is null;
create index custom_fields_by_type_and_slug_of_all on custom_fields (type, lower(slug), id) where deleted_at is null;
create index custom_fields_by_type_and_name_of_all on custom_fields (type, lower(name), id) where deleted_at is null;
drop index products_recurring_by_name;
