-- Links are few: by label they are put in order as they are read. Nothing looks into these any more.
set local lock_timeout = '5s';
drop index checkout_links_by_label;
drop index checkout_links_by_label_of_all;
