set local lock_timeout = '5s';

-- The time that they are listed by can change.
drop trigger count_rows on subscriptions;
create trigger count_rows after insert or delete
  or update of organization_id, status, product_id, discount_id, started_at on subscriptions
  for each row execute function count_subscriptions_1();
alter table subscriptions enable always trigger count_rows;
