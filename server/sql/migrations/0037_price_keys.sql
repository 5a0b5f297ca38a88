set local lock_timeout = '5s';

-- What products are put in order by, beside their own columns: the kind and the amount of the cheapest price that is
-- not archived. Nulls are for a product without a price.
create table product_price_keys (
  id uuid primary key references products (id),
  organization_id uuid not null references organizations (id),
  amount_type text,
  amount bigint
);
create index product_price_keys_by_type on product_price_keys (organization_id, amount_type, id);
create index product_price_keys_by_type_of_all on product_price_keys (amount_type, id);
create index product_price_keys_by_amount on product_price_keys (organization_id, amount, id);
create index product_price_keys_by_amount_of_all on product_price_keys (amount, id);
create index products_by_recurrence on products (organization_id, is_recurring, id);
create index products_by_recurrence_of_all on products (is_recurring, id);

create function write_price_key_1(p_product_id uuid) returns void language sql as $$
  insert into product_price_keys (id, organization_id, amount_type, amount)
  select p.id, p.organization_id, min(x.amount_type),
    min(coalesce(x.price_amount, x.preset_amount, x.minimum_amount, case when x.id is not null then 0 end))
  from products p left join product_prices x on x.product_id = p.id and not x.is_archived
  where p.id = p_product_id group by p.id, p.organization_id
  on conflict (id) do update set amount_type = excluded.amount_type, amount = excluded.amount
$$;

create function keep_price_key_1() returns trigger language plpgsql as $$
begin
  perform write_price_key_1(new.product_id);
  return null;
end $$;
create trigger keep_price_key
  after insert or update of is_archived, amount_type, price_amount, preset_amount, minimum_amount on product_prices
  for each row execute function keep_price_key_1();

create function begin_price_key_1() returns trigger language plpgsql as $$
begin
  perform write_price_key_1(new.id);
  return null;
end $$;
create trigger keep_price_key after insert on products for each row execute function begin_price_key_1();

select write_price_key_1(id) from products;
