set local lock_timeout = '5s';

-- A key that lost its grant is revoked. This is the status that it goes back to when the grant returns. Null while the
-- grant holds, and once the seller has decided about the key by hand: a grant that returns does not overrule that.
alter table license_keys add column returning_status text
  check (returning_status is null or (returning_status in ('granted', 'disabled') and status = 'revoked'));

-- Those that a customer or a seller has canceled, by the moment at which they end.
create index subscriptions_by_end on subscriptions (ends_at) where ended_at is null and ends_at is not null;
-- Reviews of grants go through all subscriptions of a product that have not ended.
create index subscriptions_to_review on subscriptions (product_id, created_at, id) where ended_at is null;
