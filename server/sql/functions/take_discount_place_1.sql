-- A capped discount counts under its row's lock, so its limit is never passed and every place is usable. Without a cap
-- the row is only shared, so that buyers with a popular code do not queue; the redemption is counted later.
create or replace function take_discount_place_1(p_guards jsonb, p_rows jsonb) returns void language plpgsql as $$
declare
  redemption discount_redemptions;
  cap bigint;
begin
  for redemption in
    select * from jsonb_populate_recordset(null::discount_redemptions, p_rows -> 'discount_redemptions')
  loop
    if (p_guards ->> 'discount_is_capped')::boolean then
      update discounts d set redemptions_count = d.redemptions_count + 1
      where d.id = redemption.discount_id and d.max_redemptions is not null and d.redemptions_count < d.max_redemptions;
      if not found then
        select d.max_redemptions into cap from discounts d where d.id = redemption.discount_id;
        raise exception using errcode = 'TL001',
          message = case when cap is null then 'stale' else 'discount_used_up' end;
      end if;
      redemption.is_counted := true;
    else
      select d.max_redemptions into cap from discounts d where d.id = redemption.discount_id for share;
      if cap is not null then
        raise exception using errcode = 'TL001', message = 'stale';
      end if;
      redemption.is_counted := false;
    end if;
    insert into discount_redemptions select redemption.*;
  end loop;
end $$;
