set local lock_timeout = '5s';

-- Replaced by customers_by_word.
drop index if exists customers_search;
