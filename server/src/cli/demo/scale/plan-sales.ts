import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newSecret } from '../../../kernel/secrets.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import { FIRST_SALES } from './first-sales.ts'
import type { ScaleSize } from './size.ts'

/** For every ten checkouts that end in an order there is one that nobody finished. */
const ABANDONED = 10
const DISCOUNTED = 0.2

/**
 * Temporary tables that say what was sold: `sales` in the order of time, `people` who bought or only signed up, and
 * `leftovers`, checkouts without a sale. Everybody draws from the same numbers, so two runs make the same shops.
 */
export async function planSales(sql: Sql, size: ScaleSize): Promise<void> {
  await sql`select setseed(0.4242)`
  await drawSales(sql)
  await drawPeople(sql)
  await priceSales(sql)
  await drawLeftovers(sql, size)
  await sql`analyze sales`
  await sql`analyze leftovers`
}

/** A few products sell most, as everywhere: the power of a random number has that shape. */
async function drawSales(sql: Sql): Promise<void> {
  await sql`
    create temp table draws on commit drop as
    select row_number() over (order by at, k) as n, * from (
      select k, s.id as organization_id, s.customers,
        date_trunc('milliseconds', s.at + interval '1 day' + random() * (now() - interval '1 hour' - s.at - interval '1 day')) as at,
        floor(power(1 + goods_count, random()))::int as j, 1 + floor(random() * s.customers)::int as c,
        case when random() < ${DISCOUNTED} then floor(power(1 + offers_count, random()))::int end as d
      from shops s
      join (select k, count(*) as goods_count from goods group by k) g using (k)
      join (select k, count(*) as offers_count from offers group by k) o using (k)
      cross join lateral generate_series(1, s.orders - case when k = 1 then ${FIRST_SALES}::int else 0 end)
    ) drawn`
  await sql`analyze draws`
}

/** Whoever bought appears with the first purchase. One in twenty signed up and bought nothing. */
async function drawPeople(sql: Sql): Promise<void> {
  await sql`
    create temp table people on commit drop as
    select k, c, organization_id, at, pg_temp.id_at(at, row_number() over (order by at, k, c)) as id,
      -- Addresses that have as little in common as real ones, apart from where they end.
      substr(md5(k || ' ' || c), 1, 8) || '-' || c || '@example.com' as email
    from (
      select k, c, organization_id, min(at) as at from draws group by k, c, organization_id
      union all
      select k, customers + extra, id, date_trunc('milliseconds', at + random() * (now() - at))
      from shops cross join lateral generate_series(1, customers / 20) extra
    ) everybody`
  await sql`analyze people`
}

async function priceSales(sql: Sql): Promise<void> {
  await sql`
    create temp table sales on commit drop as
    select n, x.k, x.organization_id, x.at, p.id as customer_id, p.email, x.c, g.product_id, g.price_id, g.recurs, g.interval,
      g.amount, g.amount - off as subtotal, o.id as discount_id, g.key_id as benefit_id, g.note_id, g.files_id, g.activations,
      'SCALE-' || upper(gen_random_uuid()::text) as key,
      pg_temp.id_at(x.at, n) as id, pg_temp.id_at(x.at - interval '5 minutes', n) as checkout_id,
      case when g.recurs then pg_temp.id_at(x.at, n) end as subscription_id,
      -- What costs something again and again is charged on a card that was kept.
      case when g.recurs and g.amount > 0 then pg_temp.id_at(x.at, n) end as payment_method_id,
      -- Nobody subscribes twice at once to the same product: who came back had canceled.
      case when g.recurs then lead(x.at) over (partition by p.id, g.product_id order by n) end as left_at,
      pg_temp.id_at(x.at, n) as grant_id, pg_temp.id_at(x.at, n) as license_key_id
    from draws x
    join people p on p.k = x.k and p.c = x.c
    join goods g on g.k = x.k and g.j = x.j
    left join offers o on o.k = x.k and o.d = x.d and g.amount > 0
    cross join lateral (
      select case when o.id is null then 0 when o.is_fixed then 300 else g.amount * o.basis_points / 10000 end as off
    ) cut`
}

/** The youngest of them are still open. */
async function drawLeftovers(sql: Sql, { orders }: ScaleSize): Promise<void> {
  await sql`
    create temp table leftovers on commit drop as
    select ${orders}::int + row_number() over (order by at, k) as n, *, at > now() - interval '20 hours' as is_open,
      pg_temp.id_at(at, row_number() over (order by at, k)) as id
    from (
      select x.k, x.organization_id, g.product_id, g.price_id, g.amount,
        date_trunc('milliseconds', now() - (now() - x.at) * random()) as at
      from draws x join goods g on g.k = x.k and g.j = x.j where n % ${ABANDONED} = 0
    ) drawn`
}

/** Client secrets carry a checksum, so they are made where all others are. */
export async function makeSecrets(sql: Sql): Promise<void> {
  await sql`create temp table secrets (n bigint primary key, secret text not null) on commit drop`
  const [{ many } = { many: 0 }] = await sql<{ many: number }[]>`
    select greatest((select max(n) from sales), (select coalesce(max(n), 0) from leftovers))::int as many`
  await pipeline(Readable.from(secretLines(many)), await sql`copy secrets (n, secret) from stdin`.writable())
  await sql`analyze secrets`
}

const LINES = 1000

function* secretLines(many: number): Generator<string> {
  for (let start = 1; start <= many; start += LINES) {
    let text = ''
    for (let n = start; n < start + LINES && n <= many; n += 1) text += `${n}\t${newSecret('checkout')}\n`
    yield text
  }
}
