import type { Fragment, Sql } from '../../../src/platform/postgres/pool.ts'
import { change, type Damage, idOf } from './damage.ts'

const elsewhere = (sql: Sql, table: string, here: Fragment) =>
  sql`(select x.id from ${sql(table)} x where x.organization_id <> ${here} limit 1)`

export const REFERENCE_DAMAGES: readonly Damage[] = [
  {
    check: 'offered_products_are_there',
    what: 'a checkout offers what nobody knows',
    cause: (sql) => change(sql, 'checkouts', sql`product_ids = product_ids || gen_random_uuid()`, sql`true`),
  },
  {
    check: 'offered_products_are_there',
    what: 'a checkout does not offer what is selected',
    cause: (sql) =>
      change(
        sql,
        'checkouts',
        sql`product_ids = array(
          select p.id from products p where p.id <> checkouts.product_id and p.organization_id = checkouts.organization_id limit 1)`,
        sql`true`,
      ),
  },
  {
    check: 'links_offer_what_is_there',
    what: 'a checkout link offers what nobody knows',
    cause: (sql) => change(sql, 'checkout_links', sql`product_ids = product_ids || gen_random_uuid()`, sql`true`),
  },
  {
    check: 'links_offer_what_is_there',
    what: 'a checkout link has the price of another product',
    cause: (sql) =>
      change(
        sql,
        'checkout_links',
        sql`product_price_id = (
          select x.id from product_prices x where x.product_id <> checkout_links.product_ids[1] limit 1)`,
        sql`true`,
      ),
  },
  {
    check: 'upgraded_subscription_is_there',
    what: 'a checkout upgrades what nobody knows',
    cause: (sql) =>
      change(sql, 'checkouts', sql`subscription_id = gen_random_uuid()`, sql`subscription_id is not null`),
  },
  {
    check: 'price_is_of_the_product',
    what: 'a checkout has the price of another product',
    cause: (sql) =>
      change(
        sql,
        'checkouts',
        sql`product_price_id = (select x.id from product_prices x where x.product_id <> checkouts.product_id limit 1)`,
        sql`status = 'open'`,
      ),
  },
  {
    check: 'price_is_of_the_product',
    what: 'a subscription is paid at another interval than its price says',
    cause: (sql) => change(sql, 'subscriptions', sql`recurring_interval = 'week'`, sql`true`),
  },
  {
    check: 'downloads_are_there',
    what: 'a benefit lists a file that nobody knows',
    cause: (sql) =>
      change(
        sql,
        'benefits',
        sql`properties = properties || jsonb_build_object('files', jsonb_build_array(gen_random_uuid()))`,
        sql`type = 'downloadables'`,
      ),
  },
  {
    check: 'everything_is_of_one_organization',
    what: 'a checkout has the discount of another shop',
    cause: (sql) =>
      change(
        sql,
        'checkouts',
        sql`discount_id = ${elsewhere(sql, 'discounts', sql`checkouts.organization_id`)}`,
        sql`status = 'open'`,
      ),
  },
  {
    check: 'everything_is_of_one_organization',
    what: 'a session opens the door to the customer of another shop',
    cause: (sql) =>
      change(
        sql,
        'customer_sessions',
        sql`customer_id = ${elsewhere(sql, 'customers', sql`customer_sessions.organization_id`)}`,
        sql`true`,
      ),
  },
  {
    check: 'everything_is_of_one_organization',
    what: 'a payment method belongs to nobody',
    cause: (sql) =>
      idOf(sql`
        insert into payment_methods (id, created_at, organization_id, customer_id, processor, processor_reference, card)
        select gen_random_uuid(), now(), id, gen_random_uuid(), 'sandbox', 'pm_of_nobody', '{}' from organizations limit 1
        returning id`),
  },
  {
    check: 'catalog_is_of_one_organization',
    what: 'a product shows the picture of another shop',
    cause: (sql) =>
      change(
        sql,
        'product_medias',
        sql`file_id = (
          select f.id from files f join products p on p.id = product_medias.product_id
          where f.organization_id <> p.organization_id limit 1)`,
        sql`true`,
        sql`product_id`,
      ),
  },
]
