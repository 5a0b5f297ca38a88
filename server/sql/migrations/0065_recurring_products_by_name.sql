-- `products_by_recurrence_and_name_of_all` does what this one did. Alone in its file, because it waits for purchases.
set local lock_timeout = '5s';
drop index products_recurring_by_name;
