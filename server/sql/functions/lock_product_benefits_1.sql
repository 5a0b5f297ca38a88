-- For whoever changes which benefits a product has. Waits for the purchases and reviews that are under way with the
-- benefits of before, and makes later ones wait until this change is committed. A lock on the product's row alone would
-- not do: buyers who only share the row overtake somebody who waits to have it alone, again and again. But the row
-- comes first, because every change of a product begins with it.
create or replace function lock_product_benefits_1(p_product_id uuid) returns void language plpgsql as $$
begin
  perform from products p where p.id = p_product_id for no key update;
  perform pg_advisory_xact_lock(7455108, hashtext(p_product_id::text));
end $$;
