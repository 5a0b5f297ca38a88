-- A capped discount counts under its row's lock, so its limit is never passed and every place is usable. Without a cap
-- the row is only shared, so that buyers with a popular code do not queue; the redemption is counted later. What one
-- customer has redeemed is counted here too: a limit per customer makes purchases of that customer take turns, and
-- nobody else's.
create or replace function take_discount_place_1(p_guards jsonb, p_rows jsonb) returns void language plpgsql as $$
declare
  redemption discount_redemptions;
  found_discount discounts;
begin
  for redemption in
    select * from jsonb_populate_recordset(null::discount_redemptions, p_rows -> 'discount_redemptions')
  loop
    if (p_guards ->> 'discount_is_capped')::boolean then
      update discounts d set redemptions_count = d.redemptions_count + 1
      where d.id = redemption.discount_id and d.max_redemptions is not null and d.redemptions_count < d.max_redemptions
      returning d.* into found_discount;
      if not found then
        select * into found_discount from discounts d where d.id = redemption.discount_id;
        raise exception using errcode = 'TL001',
          message = case when found_discount.max_redemptions is null then 'stale' else 'discount_used_up' end;
      end if;
      redemption.is_counted := true;
    else
      select * into found_discount from discounts d where d.id = redemption.discount_id for share;
      if found_discount.max_redemptions is not null then
        raise exception using errcode = 'TL001', message = 'stale';
      end if;
      redemption.is_counted := false;
    end if;
    if found_discount.version <> (p_guards ->> 'discount_version')::integer
      or (found_discount.max_redemptions_per_customer is not null)
        <> coalesce((p_guards ->> 'discount_limits_customer')::boolean, false)
    then
      raise exception using errcode = 'TL001', message = 'stale';
    end if;
    if found_discount.max_redemptions_per_customer is not null then
      if (
        select count(*) from discount_redemptions r
        where r.customer_id = redemption.customer_id and r.discount_id = redemption.discount_id
          and r.status <> 'released'
      ) >= found_discount.max_redemptions_per_customer then
        raise exception using errcode = 'TL001', message = 'discount_used_up_by_customer';
      end if;
    end if;
    insert into discount_redemptions select redemption.*;
  end loop;
end $$;
