set local lock_timeout = '5s';

-- A checkout that has expired, and the one that its buyer has started instead. One at a time: whoever asks again, in
-- another tab or after a lost answer, gets the same.
create table checkout_restarts (
  checkout_id uuid primary key references checkouts (id),
  restarted_as uuid not null references checkouts (id)
);
