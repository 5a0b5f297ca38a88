import type { Check } from './check.ts'

/** What the database does not hold together by itself. */
export const REFERENCE_CHECKS: readonly Check[] = [
  {
    name: 'offered_products_are_there',
    sentence: 'The checkout offers a product that is not there, or does not offer the one that is selected.',
    find: (sql) => sql`
      select c.id as checkout_id, o.product_id from checkouts c
      cross join lateral unnest(c.product_ids) o(product_id) left join products p on p.id = o.product_id
      where p.organization_id is distinct from c.organization_id
      union all
      select c.id, c.product_id from checkouts c where c.product_id <> all(c.product_ids)`,
  },
  {
    name: 'links_offer_what_is_there',
    sentence: 'The checkout link offers a product that is not there, or has a price that is not of its first product.',
    find: (sql) => sql`
      select l.id as checkout_link_id, o.product_id from checkout_links l
      cross join lateral unnest(l.product_ids) o(product_id) left join products p on p.id = o.product_id
      where p.organization_id is distinct from l.organization_id
      union all
      select l.id, x.product_id from checkout_links l left join product_prices x on x.id = l.product_price_id
      where x.product_id is distinct from l.product_ids[1]`,
  },
  {
    name: 'upgraded_subscription_is_there',
    sentence: 'The checkout upgrades a subscription that is not there, or that is somebody else’s.',
    find: (sql) => sql`
      select c.id as checkout_id, c.subscription_id, c.customer_id
      from checkouts c left join subscriptions s on s.id = c.subscription_id
      where c.subscription_id is not null and (s.id is null or s.customer_id is distinct from c.customer_id)`,
  },
  {
    name: 'price_is_of_the_product',
    sentence: 'The price belongs to another product, or is of another kind.',
    find: (sql) => sql`
      select o.id as object_id, 'order' as kind, o.product_id, o.product_price_id as price_id
      from orders o join product_prices x on x.id = o.product_price_id
      where x.product_id <> o.product_id or x.type <> o.price_type
      union all
      select c.id, 'checkout', c.product_id, c.product_price_id
      from checkouts c join product_prices x on x.id = c.product_price_id where x.product_id <> c.product_id
      union all
      select s.id, 'subscription', s.product_id, s.price_id
      from subscriptions s join product_prices x on x.id = s.price_id
      where x.product_id <> s.product_id or x.recurring_interval is distinct from s.recurring_interval`,
  },
  {
    name: 'downloads_are_there',
    sentence: 'The benefit lists a file that is not there.',
    find: (sql) => sql`
      select b.id as benefit_id, listed.file_id from benefits b
      cross join lateral jsonb_array_elements_text(b.properties -> 'files') listed(file_id)
      left join files f on f.id::text = listed.file_id
      where b.type = 'downloadables' and f.organization_id is distinct from b.organization_id`,
  },
  {
    name: 'everything_is_of_one_organization',
    sentence: 'This refers to something that is not there, or that is of another organization.',
    find: (sql) =>
      PAIRS.map(
        ([table, column, target]) => sql`
          select a.id as object_id, ${table}::text as table, a.${sql(column)} as refers_to, ${target}::text as in_table
          from ${sql(table)} a left join ${sql(target)} b on b.id = a.${sql(column)}
          where a.${sql(column)} is not null and b.organization_id is distinct from a.organization_id`,
      ).reduce((all, one) => sql`${all} union all ${one}`),
  },
  {
    name: 'catalog_is_of_one_organization',
    sentence: 'The product was given something of another organization.',
    find: (sql) =>
      LINKS.map(
        ([table, column, target]) => sql`
          select l.product_id, ${table}::text as table, l.${sql(column)} as refers_to
          from ${sql(table)} l left join products p on p.id = l.product_id left join ${sql(target)} b on b.id = l.${sql(column)}
          where b.organization_id is distinct from p.organization_id`,
      ).reduce((all, one) => sql`${all} union all ${one}`),
  },
]

/** Each row has an organization of its own, and so has what it refers to. */
const PAIRS = [
  ['checkouts', 'product_id', 'products'],
  ['checkouts', 'customer_id', 'customers'],
  ['checkouts', 'discount_id', 'discounts'],
  ['checkout_links', 'discount_id', 'discounts'],
  ['subscriptions', 'customer_id', 'customers'],
  ['subscriptions', 'product_id', 'products'],
  ['subscriptions', 'discount_id', 'discounts'],
  ['orders', 'customer_id', 'customers'],
  ['orders', 'product_id', 'products'],
  ['orders', 'discount_id', 'discounts'],
  ['orders', 'subscription_id', 'subscriptions'],
  ['payments', 'checkout_id', 'checkouts'],
  ['payment_methods', 'customer_id', 'customers'],
  ['benefit_grants', 'benefit_id', 'benefits'],
  ['customer_sessions', 'customer_id', 'customers'],
] as const

const LINKS = [
  ['product_benefits', 'benefit_id', 'benefits'],
  ['product_medias', 'file_id', 'files'],
  ['product_custom_fields', 'custom_field_id', 'custom_fields'],
  ['discount_products', 'discount_id', 'discounts'],
] as const
