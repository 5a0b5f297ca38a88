set local lock_timeout = '5s';

-- When a refund took the benefits of an order back. A bank may return that refund later: the benefits stay away all the
-- same, so this must not follow from how refunds stand now.
alter table orders add column benefits_revoked_at timestamptz;
-- Every refund that asked for it did so until now, also one of a part. One that failed after it had succeeded has at
-- least a third version, and has left nothing granted.
update orders o set benefits_revoked_at = f.revoked_at
from (
  select order_id, min(coalesce(modified_at, created_at)) as revoked_at from refunds
  where revoke_benefits and (status = 'succeeded' or status = 'failed' and version > 2) group by order_id
) f
where f.order_id = o.id and not exists (select from benefit_grants g where g.order_id = o.id and g.is_granted);

-- Why the last looks have failed, other than that somebody was away, and since when. Null after one that did not.
alter table payment_work add column trouble text, add column troubled_at timestamptz;
alter table refund_work add column trouble text, add column troubled_at timestamptz;
