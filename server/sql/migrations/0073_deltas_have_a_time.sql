set local lock_timeout = '5s';

-- Not together with the counting: whoever makes an organization has left a delta, and waits for the counting to end.
alter table list_deltas alter column listed_at set not null;

drop function leave_deltas_1;
