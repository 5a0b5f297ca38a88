set local lock_timeout = '5s';

-- A session that a checkout made for a typed e-mail address reaches what that checkout bought, and nothing else.
alter table customer_sessions add column only_checkout_id uuid references checkouts (id);
