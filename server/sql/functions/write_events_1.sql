create or replace function write_events_1(p_events jsonb) returns void language sql as $$
  insert into events (event_id, organization_id, type, object_type, object_id, object_version, data,
    previous_attributes, request_id, created_at)
  select event_id, organization_id, type, object_type, object_id, object_version, data,
    nullif(previous_attributes, 'null'::jsonb), request_id, created_at
  from rows from (jsonb_to_recordset(p_events) as (event_id uuid, organization_id uuid, type text, object_type text,
    object_id uuid, object_version integer, data jsonb, previous_attributes jsonb, request_id text,
    created_at timestamptz)) with ordinality as given(event_id, organization_id, type, object_type, object_id,
    object_version, data, previous_attributes, request_id, created_at, position)
  order by position
$$;
