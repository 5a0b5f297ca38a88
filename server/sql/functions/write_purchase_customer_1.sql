-- The buyer's row: new, changed, or as it was. When it is not the one that the purchase was decided on, the purchase
-- has to be decided again.
create or replace function write_purchase_customer_1(p_guards jsonb, p_rows jsonb) returns void language plpgsql as $$
declare
  wanted customers := jsonb_populate_record(null::customers, p_rows -> 'customer');
  touched integer;
begin
  if p_guards ->> 'customer' = 'new' then
    insert into customers select wanted.* on conflict do nothing;
    get diagnostics touched = row_count;
  elsif p_guards ->> 'customer' = 'changed' then
    update customers c set
      name = wanted.name, billing_address = wanted.billing_address, tax_id = wanted.tax_id,
      metadata = wanted.metadata, modified_at = wanted.modified_at, version = wanted.version
    where c.id = wanted.id and c.version = wanted.version - 1 and c.deleted_at is null;
    get diagnostics touched = row_count;
  elsif coalesce((p_guards ->> 'takes_turns')::boolean, jsonb_array_length(p_rows -> 'subscriptions') > 0) then
    -- The lock makes purchases of one customer take turns: at the question below, at a discount with a limit per
    -- customer, at a subscription that both want to move.
    perform from customers c where c.id = wanted.id and c.deleted_at is null for no key update;
    get diagnostics touched = row_count;
  else
    -- Shared, so that a deletion either comes first or finds the session that this purchase makes.
    perform from customers c where c.id = wanted.id and c.deleted_at is null for share;
    get diagnostics touched = row_count;
  end if;
  if touched = 0 then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;

  -- One that is being paid for at this moment counts as well, as long as this one is not paid for itself.
  if (p_guards ->> 'one_subscription')::boolean and exists (
    select from jsonb_populate_recordset(null::subscriptions,
        (p_rows -> 'subscriptions') || coalesce(p_rows -> 'moved_subscription', '[]')) n
    where exists (
      select from subscriptions s
      where s.customer_id = n.customer_id and s.product_id = n.product_id and s.id <> n.id
        and s.status in ('active', 'trialing')
    ) or not coalesce((p_guards ->> 'is_paid')::boolean, false) and exists (
      select from payment_work w join checkouts c on c.id = w.checkout_id
      -- A subscription that is upgraded has another checkout of its own.
      where w.task = 'find_out' and c.id <> (p_rows -> 'checkout' ->> 'id')::uuid
        and c.customer_id = n.customer_id and c.product_id = n.product_id
    )
  ) then
    raise exception using errcode = 'TL001', message = 'already_subscribed';
  end if;

  -- A subscription is upgraded by one attempt at a time.
  if p_rows ? 'moved_subscription' and not coalesce((p_guards ->> 'is_paid')::boolean, false) and exists (
    select from payment_work w join checkouts c on c.id = w.checkout_id
    where w.task = 'find_out' and c.id <> (p_rows -> 'checkout' ->> 'id')::uuid
      and c.subscription_id = (p_rows -> 'moved_subscription' ->> 'id')::uuid
  ) then
    raise exception using errcode = 'TL001', message = 'already_subscribed';
  end if;
end $$;
