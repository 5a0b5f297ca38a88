import type { Sql } from '../../../platform/postgres/pool.ts'
import { insertCopies } from './clone.ts'
import type { FirstShop } from './first-sales.ts'

export async function insertCustomers(sql: Sql, { organizationId }: FirstShop): Promise<void> {
  await insertCopies(
    sql,
    'customers',
    sql`organization_id = ${organizationId}`,
    {
      id: sql`p.id`,
      created_at: sql`p.at`,
      modified_at: sql`null`,
      version: sql`1`,
      organization_id: sql`p.organization_id`,
      email: sql`p.email`,
      name: sql`case when p.c % 20 > 0 then 'Customer ' || p.c end`,
      external_id: sql`'customer-' || p.c`,
    },
    sql`(select * from people order by at) p`,
  )
}

/** One for each sale, confirmed five minutes after it was opened, and those that nobody finished. */
export async function insertCheckouts(sql: Sql, { once }: FirstShop): Promise<void> {
  const original = sql`id = ${once.checkoutId}`
  await insertCopies(
    sql,
    'checkouts',
    original,
    {
      id: sql`s.checkout_id`,
      created_at: sql`s.at - interval '5 minutes'`,
      modified_at: sql`s.at`,
      organization_id: sql`s.organization_id`,
      client_secret: sql`t.secret`,
      expires_at: sql`s.at + interval '23 hours 55 minutes'`,
      product_id: sql`s.product_id`,
      product_price_id: sql`s.price_id`,
      product_ids: sql`array[s.product_id]`,
      discount_id: sql`s.discount_id`,
      amount: sql`s.amount`,
      subtotal_amount: sql`s.subtotal`,
      total_amount: sql`s.subtotal`,
      customer_id: sql`s.customer_id`,
      customer_email: sql`s.email`,
      customer_name: sql`case when s.c % 20 > 0 then 'Customer ' || s.c end`,
    },
    sql`(select * from sales order by n) s join secrets t using (n)`,
  )
  const nobody = ['customer_id', 'customer_email', 'customer_name', 'customer_billing_address', 'discount_id'] as const
  await insertCopies(
    sql,
    'checkouts',
    original,
    {
      ...Object.fromEntries(nobody.map((column) => [column, sql`null`])),
      id: sql`l.id`,
      created_at: sql`l.at`,
      modified_at: sql`case when not l.is_open then l.at + interval '24 hours' end`,
      version: sql`case when l.is_open then 1 else 2 end`,
      status: sql`case when l.is_open then 'open' else 'expired' end`,
      organization_id: sql`l.organization_id`,
      client_secret: sql`t.secret`,
      expires_at: sql`l.at + interval '24 hours'`,
      product_id: sql`l.product_id`,
      product_price_id: sql`l.price_id`,
      product_ids: sql`array[l.product_id]`,
      amount: sql`l.amount`,
      subtotal_amount: sql`l.amount`,
      total_amount: sql`l.amount`,
    },
    sql`leftovers l join secrets t using (n)`,
  )
}

export async function insertSubscriptions(sql: Sql, { monthly }: FirstShop): Promise<void> {
  await insertCopies(
    sql,
    'payment_methods',
    sql`id = (select payment_method_id from subscriptions where checkout_id = ${monthly.checkoutId})`,
    {
      id: sql`s.payment_method_id`,
      created_at: sql`s.at`,
      organization_id: sql`s.organization_id`,
      customer_id: sql`s.customer_id`,
      processor_reference: sql`'pm_sandbox_pays_' || s.payment_method_id`,
    },
    sql`(select * from sales where payment_method_id is not null order by n) s`,
  )
  await insertCopies(
    sql,
    'subscriptions',
    sql`checkout_id = ${monthly.checkoutId}`,
    {
      id: sql`s.subscription_id`,
      created_at: sql`s.at`,
      modified_at: sql`s.left_at`,
      version: sql`case when s.left_at is null then 1 else 2 end`,
      organization_id: sql`s.organization_id`,
      customer_id: sql`s.customer_id`,
      product_id: sql`s.product_id`,
      price_id: sql`s.price_id`,
      discount_id: sql`s.discount_id`,
      checkout_id: sql`s.checkout_id`,
      status: sql`case when s.left_at is null then 'active' else 'canceled' end`,
      amount: sql`s.amount`,
      recurring_interval: sql`s.interval`,
      current_period_start: sql`s.at + make_interval(months => p.passed)`,
      current_period_end: sql`s.at + make_interval(months => p.passed + s.months)`,
      anchor_day: sql`extract(day from s.at)`,
      started_at: sql`s.at`,
      payment_method_id: sql`s.payment_method_id`,
      canceled_at: sql`s.left_at`,
      ends_at: sql`s.left_at`,
      ended_at: sql`s.left_at`,
    },
    sql`(
      select *, case interval when 'year' then 12 else 1 end as months from sales where recurs order by n) s
    cross join lateral (select age(coalesce(s.left_at, now()), s.at) as age) a
    cross join lateral (
      select ((extract(year from a.age) * 12 + extract(month from a.age))::int / s.months) * s.months as passed) p`,
  )
}

/** The first one was bought long ago: its period is the one that runs now, as with the others. */
export async function renewFirst(sql: Sql, { monthly }: FirstShop): Promise<void> {
  await sql`
    update subscriptions s set
      current_period_start = s.started_at + make_interval(months => p.passed),
      current_period_end = s.started_at + make_interval(months => p.passed + 1)
    from (
      select id, (extract(year from a.age) * 12 + extract(month from a.age))::int as passed
      from subscriptions cross join lateral (select age(now(), started_at) as age) a
      where checkout_id = ${monthly.checkoutId}) p
    where s.id = p.id`
}

export async function insertOrders(sql: Sql, { once }: FirstShop): Promise<void> {
  await insertCopies(
    sql,
    'orders',
    sql`checkout_id = ${once.checkoutId}`,
    {
      id: sql`s.id`,
      created_at: sql`s.at`,
      organization_id: sql`s.organization_id`,
      customer_id: sql`s.customer_id`,
      product_id: sql`s.product_id`,
      product_price_id: sql`s.price_id`,
      price_type: sql`case when s.recurs then 'recurring' else 'one_time' end`,
      discount_id: sql`s.discount_id`,
      subscription_id: sql`s.subscription_id`,
      checkout_id: sql`s.checkout_id`,
      billing_reason: sql`case when s.recurs then 'subscription_create' else 'purchase' end`,
      amount: sql`s.subtotal`,
    },
    sql`(select * from sales order by n) s`,
  )
}

/** Every payment that was due, one declined card in thirty, and the places that discounts gave. */
export async function insertPayments(sql: Sql, { once }: FirstShop): Promise<void> {
  const original = sql`checkout_id = ${once.checkoutId}`
  const shared = {
    organization_id: sql`s.organization_id`,
    checkout_id: sql`s.checkout_id`,
    amount: sql`s.subtotal`,
    id: sql`s.payment_id`,
    processor_reference: sql`'sandbox_' || s.payment_id`,
  }
  const due = (condition: string, early: string) => sql`(
    select *, pg_temp.id_at(at - ${early}::interval, n) as payment_id
    from sales where subtotal > 0 and ${sql.unsafe(condition)} order by n) s`
  await insertCopies(
    sql,
    'payments',
    original,
    { ...shared, created_at: sql`s.at`, order_id: sql`s.id` },
    due('true', '0'),
  )
  await insertCopies(
    sql,
    'payments',
    original,
    {
      ...shared,
      created_at: sql`s.at - interval '1 minute'`,
      order_id: sql`null`,
      status: sql`'failed'`,
      failure_code: sql`'card_declined'`,
    },
    due('n % 30 = 0', '1 minute'),
  )
  await sql`
    insert into discount_redemptions (id, created_at, discount_id, checkout_id, customer_id, status, is_counted)
    select pg_temp.id_at(at, n), at, discount_id, checkout_id, customer_id, 'used', true
    from sales where discount_id is not null order by n`
}
