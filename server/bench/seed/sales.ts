import type { Sql } from '../../src/platform/postgres/pool.ts'
import type { Catalog } from './catalog.ts'

/**
 * A year of sales by set-based statements: a checkout and an order each, half as many customers, every fifth a
 * subscription, every fourth with a discount, every tenth with a license key.
 */
export async function makeSales(sql: Sql, catalog: Catalog, orders: number): Promise<void> {
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await planSales(connection, orders)
    await insertCustomers(connection, catalog)
    await insertCheckouts(connection, catalog)
    await insertSubscriptions(connection, catalog)
    await insertOrders(connection, catalog)
    await insertKeys(connection, catalog)
    await countSales(connection, catalog)
    // Now, not in the middle of a measurement.
    await connection`vacuum analyze`
    await connection`checkpoint`
  } finally {
    connection.release()
  }
}

async function planSales(sql: Sql, orders: number): Promise<void> {
  const people = Math.ceil(orders / 2)
  await sql`
    create temp table people as
    select n, at, uuidv7(at - clock_timestamp()) as id from (
      select n, date_trunc('milliseconds', now() - interval '400 days' + n * interval '1 day' / ${orders}) as at
      from generate_series(1, ${people}::int) n) planned`
  await sql`analyze people`
  await sql`
    create temp table sales as
    select n, at, uuidv7(at - clock_timestamp()) as id, uuidv7(at - clock_timestamp()) as checkout_id,
      case when n % 5 = 0 then uuidv7(at - clock_timestamp()) end as subscription_id,
      n % 5 = 0 as recurs, n % 4 = 0 as discounted, customer_id
    from (
      select n, date_trunc('milliseconds', now() - interval '365 days' * (1 - n::float8 / ${orders}::int)) as at
      from generate_series(1, ${orders}::int) n) planned
    join (select n as customer, id as customer_id from people) p on customer = 1 + n % ${people}::int`
  await sql`analyze sales`
}

async function insertCustomers(sql: Sql, { organizationId }: Catalog): Promise<void> {
  await sql`
    insert into customers (id, created_at, organization_id, email, name, billing_address, metadata)
    select id, at, ${organizationId}, 'customer-' || n || '@example.com', 'Customer ' || n,
      '{"line1": "12 Harbor Street", "line2": null, "postal_code": "97201", "city": "Portland", "state": "US-OR", "country": "US"}',
      '{"campaign": "spring"}'
    from people`
}

async function insertCheckouts(sql: Sql, { organizationId, product, plan, discountId }: Catalog): Promise<void> {
  await sql`
    insert into checkouts (id, created_at, modified_at, version, organization_id, status, client_secret, expires_at,
      product_id, product_price_id, product_ids, discount_id, discount_is_fixed, allow_discount_codes, amount,
      subtotal_amount, tax_amount, total_amount, currency, customer_id, customer_name, customer_email,
      customer_billing_address, customer_metadata, metadata, custom_field_data, subscription_id, payments_mode,
      payment_processor_metadata)
    select s.checkout_id, s.at, s.at, 3, ${organizationId}, 'succeeded', 'till_cs_seed_' || s.checkout_id,
      s.at + interval '1 day', case when s.recurs then ${plan.id}::uuid else ${product.id}::uuid end,
      case when s.recurs then ${plan.prices[0].id}::uuid else ${product.prices[0].id}::uuid end,
      array[case when s.recurs then ${plan.id}::uuid else ${product.id}::uuid end],
      case when s.discounted then ${discountId}::uuid end, false, true, a.full_amount, a.subtotal, 0, a.subtotal, 'usd',
      s.customer_id, c.name, c.email, c.billing_address, '{}', '{"campaign": "spring"}', '{}', null, 'sandbox', '{}'
    from sales s join customers c on c.id = s.customer_id cross join lateral ${amounts(sql)} a`
}

async function insertSubscriptions(sql: Sql, { organizationId, plan, discountId }: Catalog): Promise<void> {
  await sql`
    insert into subscriptions (id, created_at, organization_id, customer_id, product_id, price_id, discount_id,
      checkout_id, status, amount, currency, recurring_interval, current_period_start, current_period_end, anchor_day,
      cancel_at_period_end, started_at, metadata, custom_field_data, payments_mode)
    select s.subscription_id, s.at, ${organizationId}, s.customer_id, ${plan.id}, ${plan.prices[0].id},
      case when s.discounted then ${discountId}::uuid end, s.checkout_id, 'active', 1900, 'usd', 'month', s.at,
      s.at + interval '1 month', extract(day from s.at), false, s.at, '{"campaign": "spring"}', '{}', 'sandbox'
    from sales s where s.recurs`
}

async function insertOrders(sql: Sql, { organizationId, product, plan, discountId }: Catalog): Promise<void> {
  await sql`
    insert into orders (id, created_at, organization_id, customer_id, product_id, product_price_id, price_type,
      discount_id, subscription_id, checkout_id, status, billing_reason, amount, tax_amount, refunded_amount,
      refunded_tax_amount, currency, billing_address, metadata, custom_field_data, payments_mode)
    select s.id, s.at, ${organizationId}, s.customer_id,
      case when s.recurs then ${plan.id}::uuid else ${product.id}::uuid end,
      case when s.recurs then ${plan.prices[0].id}::uuid else ${product.prices[0].id}::uuid end,
      case when s.recurs then 'recurring' else 'one_time' end, case when s.discounted then ${discountId}::uuid end,
      s.subscription_id, s.checkout_id, 'paid', case when s.recurs then 'subscription_create' else 'purchase' end,
      a.subtotal, 0, 0, 0, 'usd', c.billing_address, '{"campaign": "spring"}', '{}', 'sandbox'
    from sales s join customers c on c.id = s.customer_id cross join lateral ${amounts(sql)} a
    order by s.n`
}

/** The discount takes a fifth off. */
function amounts(sql: Sql) {
  return sql`(
    select full_amount, case when s.discounted then full_amount * 4 / 5 else full_amount end as subtotal
    from (select case when s.recurs then 1900 else 4900 end as full_amount) price)`
}

async function insertKeys(sql: Sql, { organizationId, benefitId }: Catalog): Promise<void> {
  await sql`
    create temp table keys as
    select s.*, uuidv7(s.at - clock_timestamp()) as grant_id, uuidv7(s.at - clock_timestamp()) as key_id,
      'NORTHWIND-' || upper(gen_random_uuid()::text) as key
    from sales s where s.n % 10 = 1`
  await sql`
    insert into benefit_grants (id, created_at, organization_id, customer_id, benefit_id, order_id, is_granted,
      granted_at, properties)
    select grant_id, at, ${organizationId}, customer_id, ${benefitId}, id, true, at,
      jsonb_build_object('license_key_id', key_id, 'display_key', '****-' || right(key, 6))
    from keys`
  await sql`
    insert into license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, display_key,
      status, usage, validations, payments_mode)
    select key_id, at, ${organizationId}, customer_id, ${benefitId}, grant_id, key, '****-' || right(key, 6), 'granted',
      0, 0, 'sandbox'
    from keys`
}

/** What purchases through the API would have counted. */
async function countSales(sql: Sql, { discountId }: Catalog): Promise<void> {
  await sql`select recount_lists_1()`
  await sql`
    insert into discount_redemptions (id, created_at, discount_id, checkout_id, customer_id, status, is_counted)
    select uuidv7(at - clock_timestamp()), at, ${discountId}, checkout_id, customer_id, 'used', true
    from sales where discounted`
  await sql`
    update discounts set redemptions_count = (select count(*) from sales where discounted) where id = ${discountId}`
}
