set local lock_timeout = '5s';

-- A mail that waits for its next try can be asked for at once. One that somebody is handing over at this moment cannot.
alter table mails add column taken_until timestamptz;

-- Every mail is shown, also one that did not have to go out: `trouble` says why. Those were counted nowhere before.
-- Nobody writes a mail meanwhile: it would be counted by the old function, or by none.
lock table mails in share row exclusive mode;

create or replace function mail_facets_1(r mails) returns text[] language sql immutable as $$
  select array['', 'kind=' || r.kind, 'status=' || r.status, 'kind=' || r.kind || '&status=' || r.status]
$$;

insert into list_deltas (organization_id, list, facets, delta)
select m.organization_id, 'mails', mail_facets_1(m), count(*) from mails m
where m.status = 'skipped' group by m.organization_id, mail_facets_1(m);

update mails set trouble = 'the organization has switched it off' where status = 'skipped' and trouble is null;

-- Nobody needs them any more, and nothing has failed.
update mails set status = 'skipped'
where status = 'failed' and (trouble like 'the invitation is %' or trouble in ('the customer was deleted',
  'what it tells of is gone', 'the refund did not succeed in the end', 'the endpoint is enabled again',
  'the code has expired', 'no owner has an e-mail address, and the organization has none'));
