set local lock_timeout = '5s';

-- The payment says which order it is for. A dispute can come before the payment is settled, and kept nothing here then.
alter table disputes drop column order_id;
