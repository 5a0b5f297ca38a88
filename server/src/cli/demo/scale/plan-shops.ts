import type { Sql } from '../../../platform/postgres/pool.ts'
import type { FirstShop } from './first-sales.ts'
import { LARGE_CATALOGS, type ScaleSize } from './size.ts'

/** How far back the oldest shop goes. */
export const DAYS = 730

/** Of each kind, in an organization with a large catalog. */
const KEYS = 20
const NOTES = 5
const DISCOUNTS = 50
const FIELDS = 20

/**
 * Ids as `newId` makes them, for any moment: its milliseconds, a number that counts up, and random bits. Postgres has
 * this itself only from version 18 on. One expression, which Postgres then puts into the statement instead of calling.
 */
export async function makeIdFunction(sql: Sql): Promise<void> {
  await sql`
    create or replace function pg_temp.id_at(at timestamptz, n bigint) returns uuid language sql volatile as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0')
        || substr(gen_random_uuid()::text, 20))::uuid
    $$`
}

/**
 * Temporary tables that say what every shop has: `shops`, their `goods` (products with their price), `keys` (benefits
 * that give a license key), `notes` (benefits that do not), `offers` (discounts) and custom `fields`.
 *
 * Shop 1 has two fifths of all orders, the other large catalogs have a fifth, and the rest is spread so that early
 * shops sell more than late ones.
 */
export async function planShops(sql: Sql, size: ScaleSize, first: FirstShop): Promise<void> {
  await planOrganizations(sql, size, first)
  await planBenefits(sql, first)
  await planGoods(sql, size, first)
  await planOffers(sql, first)
  await planFields(sql, first)
  for (const table of ['shops', 'keys', 'notes', 'goods', 'offers', 'fields']) await sql`analyze ${sql(table)}`
}

async function planOrganizations(sql: Sql, { organizations, orders }: ScaleSize, first: FirstShop): Promise<void> {
  await sql`
    create temp table shops on commit drop as
    with weighed as (
      select k, at, case
          when k = 1 then 0.4
          when k <= ${LARGE_CATALOGS} then 0.2 / ${LARGE_CATALOGS - 1}::float8
          else 0.4 * power(k, -0.5) / sum(power(k, -0.5)) filter (where k > ${LARGE_CATALOGS}) over ()
        end as share
      from (
        select k, date_trunc('milliseconds', now() - make_interval(days => ${DAYS}) * (1 - 0.5 * (k - 1) / ${organizations}::float8)) as at
        from generate_series(1, ${organizations}::int) k) opened
    ), sold as (
      select k, at, floor(share * ${orders}::int)::int as orders from weighed
    )
    select k, at, case when k = 1 then ${first.organizationId}::uuid else pg_temp.id_at(at, k) end as id,
      k <= ${LARGE_CATALOGS} as is_large,
      -- What rounding left over goes to the first.
      case when k = 1 then orders + ${orders}::int - (sum(orders) over ())::int else orders end as orders
    from sold`
  await sql`alter table shops add customers int`
  await sql`update shops set customers = greatest(1, orders / 2)`
}

async function planBenefits(sql: Sql, { benefits }: FirstShop): Promise<void> {
  const planned = (many: number, first: string) => sql`
    select k, b, shops.id as organization_id, shops.at,
      case when k = 1 and b = 1 then ${first}::uuid else pg_temp.id_at(shops.at, b) end as id,
      not (k = 1 and b = 1) as is_new
    from shops cross join lateral generate_series(1, case when is_large then ${many}::int else 1 end) b`
  await sql`create temp table keys on commit drop as ${planned(KEYS, benefits.key)}`
  await sql`create temp table notes on commit drop as ${planned(NOTES, benefits.note)}`
}

/** Of each ten products one recurs; some are free, some cost what the buyer likes, a few are archived. */
async function planGoods(sql: Sql, { products }: ScaleSize, { once, monthly, benefits }: FirstShop): Promise<void> {
  await sql`
    create temp table goods on commit drop as
    select k, j, organization_id, at, recurs, amount_type, is_new,
      case when k = 1 and j = 1 then ${once.productId}::uuid when k = 1 and j = 2 then ${monthly.productId}::uuid
        else pg_temp.id_at(at, j) end as product_id,
      case when k = 1 and j = 1 then ${once.priceId}::uuid when k = 1 and j = 2 then ${monthly.priceId}::uuid
        else pg_temp.id_at(at, j) end as price_id,
      case when recurs then case when j % 20 = 0 then 'year' else 'month' end end as interval,
      case when amount_type = 'free' then 0 when j = 1 then ${once.amount}::bigint when j = 2 then ${monthly.amount}::bigint
        else 500 + j * 3700::bigint % 19500 end as amount,
      j % 25 = 0 as is_archived, key_place
    from (
      select *, j = 2 or j % 10 = 0 as recurs,
        case when j % 17 = 0 then 'free' when j % 13 = 0 and j % 10 <> 0 then 'custom' else 'fixed' end as amount_type,
        not (k = 1 and j <= 2) as is_new
      from (
        select k, j, shops.id as organization_id, shops.at + j * interval '1 second' as at,
          case when is_large then 1 + greatest(j - 2, 0) % ${KEYS}::int else 1 end as key_place
        from shops cross join lateral generate_series(1, case when is_large then ${products}::int else 2 end) j
      ) numbered
    ) kinds`
  // The license key that comes with each, and the note that comes with every fourth, as with the first two.
  await sql`alter table goods add key_id uuid, add note_id uuid, add activations bigint`
  await sql`
    update goods g set key_id = k.id, activations = case when k.b % 3 = 1 then 3 end
    from keys k where k.k = g.k and k.b = g.key_place`
  // Files have bytes, so only the first shop has them.
  await sql`alter table goods add files_id uuid`
  await sql`update goods set files_id = ${benefits.files} where k = 1 and (j <= 2 or j % 5 = 0)`
  await sql`
    update goods g set note_id = n.id from notes n where n.k = g.k and n.b = 1 and (g.j % 4 = 0 or g.j <= 2 and g.k = 1)`
}

async function planOffers(sql: Sql, { discountId }: FirstShop): Promise<void> {
  await sql`
    create temp table offers on commit drop as
    select k, d, shops.id as organization_id, shops.at, d % 4 = 0 as is_fixed, d % 3 = 0 as is_capped,
      case when k = 1 and d = 1 then ${discountId}::uuid else pg_temp.id_at(shops.at, d) end as id,
      case when d % 4 <> 0 then case when d = 1 then 2000 else 1000 * (1 + d % 5) end end as basis_points,
      not (k = 1 and d = 1) as is_new
    from shops cross join lateral generate_series(1, case when is_large then ${DISCOUNTS}::int else 1 end) d`
}

async function planFields(sql: Sql, { customFieldId }: FirstShop): Promise<void> {
  await sql`
    create temp table fields on commit drop as
    select k, f, shops.id as organization_id, shops.at,
      case when k = 1 and f = 1 then ${customFieldId}::uuid else pg_temp.id_at(shops.at, f) end as id,
      not (k = 1 and f = 1) as is_new
    from shops cross join lateral generate_series(1, case when is_large then ${FIELDS}::int else 1 end) f`
}
