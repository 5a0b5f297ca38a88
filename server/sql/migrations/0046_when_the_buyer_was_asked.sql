set local lock_timeout = '5s';

-- A buyer who was asked to do something has half an hour for it. Whoever was asked may also hold the attempt's secret, so
-- that it has to be canceled at the processor before the checkout can be opened again.
alter table payment_work add column buyer_asked_at timestamptz;
update payment_work w set buyer_asked_at = coalesce(p.modified_at, p.created_at)
from payments p where p.id = w.payment_id and p.status = 'action_required';
