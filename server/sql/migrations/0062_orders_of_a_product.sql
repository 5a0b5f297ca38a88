set local lock_timeout = '5s';

-- One table in each of these files: whoever buys locks several, and in another order.

-- What was sold of a product, in the order of the amounts. The amounts of one product are much alike, so looking for it
-- among the first of everything finds nothing.
create index orders_by_product_and_amount on orders (product_id, amount, id);

-- The same for a discount; and of a product those with a discount, in the order of the other's name, whichever of the two
-- was asked for. Only for those that had one, so most sales write nothing here.
create index orders_by_discount_and_amount on orders (discount_id, amount, id) where discount_id is not null;
create index orders_by_product_and_discount on orders (product_id, discount_id, created_at, id)
  where discount_id is not null;
