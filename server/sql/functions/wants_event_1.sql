-- Whether an endpoint that wants these types wants this one. `*` is every type, also one that was not known when it was said.
create or replace function wants_event_1(p_events text[], p_type text) returns boolean language sql immutable as $$
  select p_type = any(p_events) or '*' = any(p_events)
$$;
