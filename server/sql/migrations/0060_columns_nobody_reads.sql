set local lock_timeout = '5s';

-- Processes of the version before this one run beside new ones during an upgrade. They still name the columns that nobody
-- needs any more, or read whole rows by statements that were prepared with them. So here columns may only be left empty; a
-- later migration drops them, when no such process can be running.

-- refund_work.request_id: which request asked for a refund stands in the event of the refund. It may be empty already.

-- How a secret signs is seen by its text.
alter table webhook_endpoints
  alter column is_secret_ours drop not null,
  drop constraint webhook_endpoints_check2;
