set local lock_timeout = '5s';

-- False while the amount of a price that the buyer chooses is only what the checkout started with.
alter table checkouts add column amount_is_chosen boolean not null default false;
