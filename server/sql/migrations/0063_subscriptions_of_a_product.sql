set local lock_timeout = '5s';

-- As for orders.
create index subscriptions_by_product_and_amount on subscriptions (product_id, amount, id);
create index subscriptions_by_discount_and_amount on subscriptions (discount_id, amount, id)
  where discount_id is not null;
create index subscriptions_by_product_and_discount on subscriptions (product_id, discount_id, started_at, id)
  where discount_id is not null;

-- For whoever sees thousands of organizations: the first of everybody that pass the filter, in the order of the list.
create index subscriptions_active_by_period_of_all on subscriptions (current_period_end, id)
  where status in ('trialing', 'active');
