-- For whoever grants the benefits of a product. From here to the commit nobody changes which they are; and when they
-- are no longer those that were read, everything has to be decided again. So grants are always those of the benefits
-- that the product has at the commit, and a review that begins after a change finds all grants of before.
create or replace function require_current_benefits_1(p_product_id uuid, p_benefit_ids jsonb)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7455108, hashtext(p_product_id::text));
  -- A process of the version before does not say what it read.
  if p_benefit_ids is not null and array(
    select l.benefit_id from product_benefits l join benefits b on b.id = l.benefit_id
    where l.product_id = p_product_id and b.deleted_at is null order by 1
  ) <> array(select id::uuid from jsonb_array_elements_text(p_benefit_ids) id order by 1) then
    raise exception using errcode = 'TL001', message = 'stale';
  end if;
end $$;
