set local lock_timeout = '5s';

-- A product's benefits have changed, and everybody who bought it has to be looked at again: all its orders, or all its
-- subscriptions when it recurs. The row is the work that is left: it remembers how far the look got, and is gone when
-- there is nothing left to do. Of several rows of one product the one with the highest id covers the others.
create table grant_reviews (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  product_id uuid not null references products (id),
  -- The last order or subscription that was looked at, in the order of their creation.
  after_at timestamptz not null default '-infinity',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- When it was last worked on: the one that has waited longest comes first, so that a large one delays no small one.
  worked_at timestamptz not null
);
create index grant_reviews_by_wait on grant_reviews (worked_at);
create index grant_reviews_by_product on grant_reviews (product_id, id);
