set local lock_timeout = '5s';

-- Which request asked for a refund stands in the event of the refund. Nobody names this column any more.
alter table refund_work drop column request_id;

-- How a secret signs is seen by its text. Processes of the version before this one still name both columns when they read
-- or make an endpoint, and run beside new ones during an upgrade. So here they may only be left empty; a later migration
-- drops them, when no such process can be running.
alter table webhook_endpoints
  alter column is_secret_ours drop not null,
  drop constraint webhook_endpoints_check2;
