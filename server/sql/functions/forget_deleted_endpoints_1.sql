-- Forgets deliveries of endpoints that were deleted, of one endpoint at a time, and tells how many. Alone in its queue:
-- somebody may be finishing what was on its way.
create or replace function forget_deleted_endpoints_1(p_most integer) returns integer language plpgsql as $$
declare
  gone uuid;
  many integer;
begin
  select w.id into gone from webhook_endpoints w
  where w.deleted_at is not null and exists (select from webhook_deliveries d where d.endpoint_id = w.id) limit 1;
  if gone is null then
    return 0;
  end if;
  perform lock_endpoint_queues_1(array[gone]);
  delete from webhook_deliveries where position = any(array(
    select d.position from webhook_deliveries d where d.endpoint_id = gone limit p_most));
  get diagnostics many = row_count;
  return many;
end $$;
