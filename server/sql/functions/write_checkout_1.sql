-- What a confirm may change of a checkout; the rest of the row stays as it is.
create or replace function write_checkout_1(p_checkout jsonb) returns void language sql as $$
  update checkouts c set
    status = wanted.status, modified_at = wanted.modified_at, version = wanted.version,
    product_id = wanted.product_id, product_price_id = wanted.product_price_id, discount_id = wanted.discount_id,
    discount_is_fixed = wanted.discount_is_fixed, amount = wanted.amount,
    -- A process of the version before does not know this one.
    amount_is_chosen = coalesce(wanted.amount_is_chosen, c.amount_is_chosen), subtotal_amount = wanted.subtotal_amount,
    tax_amount = wanted.tax_amount, total_amount = wanted.total_amount, currency = wanted.currency,
    customer_id = wanted.customer_id, customer_name = wanted.customer_name, customer_email = wanted.customer_email,
    customer_billing_address = wanted.customer_billing_address, customer_tax_id = wanted.customer_tax_id,
    custom_field_data = wanted.custom_field_data, subscription_id = wanted.subscription_id,
    payment_processor_metadata = wanted.payment_processor_metadata
  from jsonb_populate_record(null::checkouts, p_checkout) wanted
  where c.id = wanted.id and c.version <> wanted.version
$$;
