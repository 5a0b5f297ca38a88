-- Adds the redemptions of one discount that its own count does not hold yet to that count. A loop in the background
-- calls it, and so does whoever gives the discount a cap. The discount is locked first and its redemptions second, here
-- as everywhere else, so that nobody waits in a circle. Counting is one statement, so that a reader who adds up both
-- always sees the same sum; and it starts after the lock was had, so that nothing is counted twice.
create or replace function fold_discount_counts_1(p_discount_id uuid) returns void language plpgsql as $$
begin
  perform from discounts d where d.id = p_discount_id for no key update;
  with counted as (
    update discount_redemptions r set is_counted = true
    where r.discount_id = p_discount_id and not r.is_counted returning r.status
  )
  update discounts d
  set redemptions_count = d.redemptions_count + (select count(*) from counted c where c.status <> 'released')
  where d.id = p_discount_id;
end $$;
