set local lock_timeout = '5s';

-- Readers see numbered rows only, so these leave the others out. That also makes them cheap: a sale writes about six
-- events, and its own transaction touches neither of these. The sequencer does, once per event, when it gives the number.
-- A plain index would be written twice, because a row that gets its number is a new row to every index.
--
-- By type: the events of one type may be one in a thousand of an organization's, and must be found without reading the
-- others. The organization comes first and the number last, so that each type is read in order, from any number on.
create index events_by_type on events (organization_id, type, sequence) where sequence is not null;
-- By their own id, for one event.
create unique index events_by_event_id on events (event_id) where sequence is not null;
-- By object there is an index since 0021. The events of one object are few and are put in order when they are read.

-- Up to which number an organization's events were forgotten, and when the newest of those had happened. Beside
-- event_sequences, because whoever forgets must not make the sequencer wait.
create table event_horizons (
  organization_id uuid primary key references organizations (id),
  forgotten_sequence bigint not null,
  forgotten_at timestamptz
);
