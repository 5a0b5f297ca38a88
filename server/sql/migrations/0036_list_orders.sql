set local lock_timeout = '5s';

-- A list is walked in the order of an index: within one organization, and over all for whoever sees thousands of them.
-- Each index ends in the id, which is what ties are broken by. Those of the largest tables have the organization with
-- them, so that whoever turns to a page far inside passes over entries of the index and not over rows.

create index organizations_by_time on organizations (created_at, id);
create index organizations_by_name on organizations (name, id);

create index organization_members_by_time on organization_members (user_id, created_at, organization_id);

create index access_tokens_by_time on access_tokens (created_at, id) where kind = 'organization' and revoked_at is null;

-- Not only for customers who are still there: orders can be in the order of their customers' addresses.
create index customers_by_email on customers (organization_id, lower(email), id);
create index customers_by_email_of_all on customers (lower(email), id);
create index customers_by_name on customers (organization_id, lower(name), id) where deleted_at is null;
create index customers_by_name_of_all on customers (lower(name), id) where deleted_at is null;
create index customers_by_time on customers (created_at, id) include (organization_id) where deleted_at is null;

create index products_by_time on products (created_at, id);
create index products_by_archival_of_all on products (is_archived, created_at, id);
create index products_by_name on products (organization_id, name, id);
create index products_by_name_of_all on products (name, id);
create index products_recurring_by_name on products (name, id) where is_recurring;

create index benefits_by_time on benefits (created_at, id) where deleted_at is null;
create index benefits_by_description on benefits (organization_id, lower(description), id) where deleted_at is null;
create index benefits_by_description_of_all on benefits (lower(description), id) where deleted_at is null;

create index benefits_by_type_of_all on benefits (type, created_at, id) where deleted_at is null;

create index discounts_by_time on discounts (created_at, id) where deleted_at is null;
create index discounts_by_name on discounts (organization_id, name, id);
create index discounts_by_name_of_all on discounts (name, id);
create index discounts_by_code_of_all on discounts (lower(code), id) where deleted_at is null;
create index discounts_by_redemptions on discounts (organization_id, redemptions_count, id) where deleted_at is null;
create index discounts_by_redemptions_of_all on discounts (redemptions_count, id) where deleted_at is null;

create index checkouts_by_time on checkouts (created_at, id) include (organization_id);
create index checkouts_by_end on checkouts (organization_id, expires_at, id);
create index checkouts_by_end_of_all on checkouts (expires_at, id);
drop index checkouts_by_product;
create index checkouts_by_product on checkouts (product_id, created_at, id);
create index checkouts_by_status on checkouts (organization_id, status, created_at, id);
create index checkouts_by_status_of_all on checkouts (status, created_at, id);

create index subscriptions_by_start_of_all on subscriptions (started_at, id);
create index subscriptions_by_period on subscriptions (organization_id, current_period_end, id);
create index subscriptions_by_period_of_all on subscriptions (current_period_end, id);
create index subscriptions_by_amount on subscriptions (organization_id, amount, id);
create index subscriptions_by_amount_of_all on subscriptions (amount, id);
create index subscriptions_by_status on subscriptions (organization_id, status, id);
create index subscriptions_by_status_of_all on subscriptions (status, id);
create index subscriptions_by_activity on subscriptions
  (organization_id, (status in ('trialing', 'active')), started_at, id);
create index subscriptions_by_activity_of_all on subscriptions ((status in ('trialing', 'active')), started_at, id);
create index subscriptions_of_product on subscriptions (product_id, started_at, id);
create index subscriptions_of_discount on subscriptions (discount_id, started_at, id) where discount_id is not null;

create index orders_by_time on orders (created_at, id) include (organization_id);
create index orders_by_amount_of_all on orders (amount, id);
drop index orders_by_product;
create index orders_by_product on orders (product_id, created_at, id);
drop index orders_by_discount;
create index orders_by_discount on orders (discount_id, created_at, id) where discount_id is not null;

create index license_keys_by_time on license_keys (created_at, id) include (organization_id);
drop index license_keys_by_benefit;
create index license_keys_by_benefit on license_keys (benefit_id, created_at, id);
-- Most keys are granted, so the others need an index to be found by.
create index license_keys_out_of_use on license_keys (organization_id, status, created_at, id)
  where status <> 'granted';
create index license_keys_out_of_use_of_all on license_keys (status, created_at, id) where status <> 'granted';

create index files_by_time on files (created_at, id) where is_uploaded and deleted_at is null;
create index files_by_name on files (organization_id, name, id) where is_uploaded and deleted_at is null;
create index files_by_name_of_all on files (name, id) where is_uploaded and deleted_at is null;

create index custom_fields_by_time on custom_fields (created_at, id) where deleted_at is null;
create index custom_fields_by_name on custom_fields (organization_id, lower(name), id) where deleted_at is null;
create index custom_fields_by_name_of_all on custom_fields (lower(name), id) where deleted_at is null;
create index custom_fields_by_slug_of_all on custom_fields (lower(slug), id) where deleted_at is null;
create index custom_fields_by_type on custom_fields (organization_id, type, id) where deleted_at is null;
create index custom_fields_by_type_of_all on custom_fields (type, id) where deleted_at is null;
create index custom_fields_of_type_by_time on custom_fields (type, created_at, id) where deleted_at is null;
