-- A subscription that a purchase moves to another price, and the grants that come and go with that. It must still be
-- as it was read: a second purchase that wants the same, and an end that came first, have to be decided again.
create or replace function move_subscription_1(p_subscription jsonb, p_grants jsonb) returns void language plpgsql as $$
declare
  wanted subscriptions := jsonb_populate_record(null::subscriptions, p_subscription);
begin
  update subscriptions s set
    product_id = wanted.product_id, price_id = wanted.price_id, discount_id = wanted.discount_id,
    status = wanted.status, amount = wanted.amount, currency = wanted.currency,
    recurring_interval = wanted.recurring_interval, current_period_start = wanted.current_period_start,
    current_period_end = wanted.current_period_end, anchor_day = wanted.anchor_day,
    cancel_at_period_end = wanted.cancel_at_period_end, canceled_at = wanted.canceled_at, ends_at = wanted.ends_at,
    customer_cancellation_reason = wanted.customer_cancellation_reason,
    customer_cancellation_comment = wanted.customer_cancellation_comment, metadata = wanted.metadata,
    custom_field_data = wanted.custom_field_data, payments_mode = wanted.payments_mode,
    payment_method_id = wanted.payment_method_id,
    modified_at = wanted.modified_at, version = wanted.version
  where s.id = wanted.id and s.version = wanted.version - 1;
  if not found then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;
  perform write_grants_1('{"orders": [], "subscriptions": []}', p_grants);
end $$;
