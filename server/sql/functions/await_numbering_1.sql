-- Waits until whoever numbers events at this moment has committed, and keeps nobody from numbering afterwards. The lock
-- goes with the block that is undone; a statement that is cut off in the middle leaves none behind, as a lock of the
-- connection might.
create or replace function await_numbering_1() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7455106);
  raise exception using errcode = 'TL000', message = 'waited';
exception when sqlstate 'TL000' then
  null;
end $$;
