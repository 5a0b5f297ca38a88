import type { Fragment, Sql } from '../../src/platform/postgres/pool.ts'

/**
 * Many more customers who bought what one customer bought, put straight into the tables as copies of that purchase, with
 * its grants and license keys. `sourceId` is an order or a subscription that the API has made.
 */
export async function makeCrowd(sql: Sql, table: 'orders' | 'subscriptions', sourceId: string, many: number) {
  const column = table === 'orders' ? sql`order_id` : sql`subscription_id`
  const source = sql`select * from ${sql(table)} where id = ${sourceId}`
  const grants = sql`select * from benefit_grants where ${column} = ${sourceId}`
  const customer = idOf(sql, sql`${sourceId}::uuid`, 'customer')
  await copy(
    sql,
    'customers',
    sql`select c.* from customers c join (${source}) s on s.customer_id = c.id`,
    many,
    sql`
    'id', ${customer}, 'email', 'crowd-' || n || '-' || original.email`,
  )
  await copy(
    sql,
    table,
    source,
    many,
    sql`
    'id', ${idOf(sql, sql`original.id`, 'source')}, 'customer_id', ${customer}, 'checkout_id', null,
    'created_at', original.created_at + n * interval '1 millisecond'`,
  )
  await copy(
    sql,
    'benefit_grants',
    grants,
    many,
    sql`
    'id', ${idOf(sql, sql`original.id`, 'grant')}, 'customer_id', ${customer},
    ${table === 'orders' ? 'order_id' : 'subscription_id'}::text, ${idOf(sql, sql`${sourceId}::uuid`, 'source')}`,
  )
  await copy(
    sql,
    'license_keys',
    sql`select k.* from license_keys k join (${grants}) g on g.id = k.grant_id`,
    many,
    sql`
    'id', ${idOf(sql, sql`original.id`, 'key')}, 'customer_id', ${customer},
    'grant_id', ${idOf(sql, sql`original.grant_id`, 'grant')}, 'key', original.key || '-' || n`,
  )
  // So that statements are planned anew: those that were planned for an empty shop read whole tables.
  await sql`analyze customers, orders, subscriptions, benefit_grants, license_keys`
}

/** What of the books cannot be right then: nothing of it was paid for, and nobody was told. */
export const CROWD_IS_UNTOLD = [
  'order_is_paid',
  'order_has_its_checkout',
  'card_is_the_customers_own',
  'key_fits_its_grant',
  'creation_is_told',
  'every_version_is_told',
]

/** The same id wherever the same thing is meant. */
function idOf(sql: Sql, original: Fragment, kind: string): Fragment {
  return sql`md5(${original} || ${kind}::text || n)::uuid`
}

async function copy(sql: Sql, table: string, originals: Fragment, many: number, changes: Fragment): Promise<void> {
  await sql`
    insert into ${sql(table)}
    select made.* from (${originals}) original cross join generate_series(1, ${many}::int) n
    cross join lateral jsonb_populate_record(null::${sql(table)}, to_jsonb(original) || jsonb_build_object(${changes})) made`
}
