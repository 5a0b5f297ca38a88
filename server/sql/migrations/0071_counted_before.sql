set local lock_timeout = '5s';

-- Waits for those who have counted by the functions of before, without a time, and are not done yet: the next migration
-- has to see what they did.
lock table list_deltas in share row exclusive mode;
