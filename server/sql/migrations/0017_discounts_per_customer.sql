set local lock_timeout = '5s';

-- How often one customer can use a discount; null is without a limit. Redemptions are counted while the customer's row
-- is locked, so every redemption has to be found by its customer.
alter table discounts add column max_redemptions_per_customer bigint
  constraint discounts_cap_per_customer check (max_redemptions_per_customer >= 1);
create index discount_redemptions_by_customer on discount_redemptions (customer_id, discount_id);
