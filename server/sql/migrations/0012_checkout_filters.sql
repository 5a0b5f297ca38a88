set local lock_timeout = '5s';

-- Lists of checkouts can be asked for a customer or a product, and each counts what it finds: without these the whole
-- organization is read.
create index checkouts_by_customer on checkouts (customer_id);
create index checkouts_by_product on checkouts (organization_id, product_id, created_at, id);
