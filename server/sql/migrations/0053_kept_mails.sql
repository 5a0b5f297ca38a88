set local lock_timeout = '5s';

-- What mails said that were kept and not sent, oldest first: it is forgotten after a while.
create index mails_kept on mails (sent_at) where body is not null;
