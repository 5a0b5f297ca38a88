-- When a new delivery may go: at once, or when the one before it of the same object has failed for long enough, or, for
-- as long as that one has not even failed, nobody knows.
create or replace function delivery_turn_1(p_endpoint_id uuid, p_object_id uuid, p_now timestamptz) returns timestamptz
language plpgsql stable as $$
declare
  predecessor record;
begin
  select q.passes_at into predecessor from webhook_queue q
  where q.endpoint_id = p_endpoint_id and q.object_id = p_object_id
  order by q.position desc limit 1;
  return case
    when not found then p_now
    when predecessor.passes_at is not null then greatest(predecessor.passes_at, p_now)
  end;
end $$;
