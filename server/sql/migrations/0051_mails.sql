set local lock_timeout = '5s';

-- How an organization's mails look, and which of them go out. The keys are the API's.
alter table organizations add column mail_settings jsonb not null
  default '{"sender_name": null, "reply_to": null, "order_receipts": true, "refund_notices": true}';

-- One row for each mail to one recipient, made in the transaction that causes it: that of the sequencer for mails that
-- tell of an event, that of the operation for sign-in codes and invitations. What a mail shows is read when it is sent.
create table mails (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  kind text not null check (kind in ('order_receipt', 'refund_notice', 'sign_in_code', 'invitation',
    'endpoint_disabled')),
  -- events.id. No reference: events are forgotten one day, and the mail stays.
  event_id bigint,
  -- The order, refund, invitation or endpoint; null for a sign-in code, of which nobody knows yet whose it is.
  object_id uuid,
  -- The customer, user or organization that it goes to, as far as it is one of ours.
  recipient_id uuid,
  to_address text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'kept', 'failed', 'skipped')),
  -- What only the mail may show, sealed: a code, the token of a link. Gone when the mail has gone.
  secret bytea,
  subject text,
  -- The mail itself, sealed, where it was kept and not sent.
  body bytea,
  tries integer not null default 0,
  -- Whoever works on it moves it ahead: that is the lease.
  due_at timestamptz,
  trouble text,
  -- Given before the first try and then the same in all of them, so that mail programs show a repetition once.
  message_id text,
  sent_at timestamptz,
  check ((due_at is not null) = (status = 'waiting')),
  check ((sent_at is not null) = (status in ('sent', 'kept'))),
  check (body is null or status = 'kept')
);
-- A purchase has one receipt and a refund one notice, however often their events are told.
create unique index mails_once_per_object on mails (object_id, kind) where kind in ('order_receipt', 'refund_notice');
create unique index mails_once_per_event on mails (event_id, recipient_id) where kind = 'endpoint_disabled';
-- Somebody sits there and waits for a code. Everything else can wait for it.
create index mails_due on mails ((kind <> 'sign_in_code'), due_at) where status = 'waiting';
create index mails_of_codes on mails (created_at) where kind = 'sign_in_code';
create index mails_by_recipient on mails (recipient_id) where recipient_id is not null;
create index mails_by_address on mails (lower(to_address), organization_id);
create index mails_by_creation on mails (organization_id, created_at, id);
create index mails_by_kind on mails (organization_id, kind, created_at, id);
create index mails_by_status on mails (organization_id, status, created_at, id);
create index mails_by_time on mails (created_at, id) include (organization_id);

-- The list of mails, with exact totals like every other list: see 0035_list_totals.sql. What was switched off is no mail.
create function mail_facets_1(r mails) returns text[] language sql immutable as $$
  select case when r.status <> 'skipped' then array['', 'kind=' || r.kind, 'status=' || r.status,
    'kind=' || r.kind || '&status=' || r.status] end
$$;

create function count_mails_1() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform leave_deltas_1('mails', null, null, new.organization_id, mail_facets_1(new));
  elsif tg_op = 'DELETE' then
    perform leave_deltas_1('mails', old.organization_id, mail_facets_1(old), null, null);
  else
    perform leave_deltas_1('mails', old.organization_id, mail_facets_1(old), new.organization_id, mail_facets_1(new));
  end if;
  return null;
end $$;
create trigger count_rows after insert or delete or update of organization_id, kind, status on mails
  for each row execute function count_mails_1();
alter table mails enable always trigger count_rows;

do $$
begin
  execute format(
    'create or replace view listed_rows as %s union all select %L, organization_id, mail_facets_1(r) from mails r',
    rtrim(pg_get_viewdef('listed_rows'::regclass), ';'), 'mails');
end $$;
