import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doorOf } from '../../src/modules/access/index.ts'
import { foldCounts } from '../../src/platform/due-work/fold-counts.ts'
import { begin } from '../../src/platform/postgres/begin.ts'
import type { Door } from '../../src/platform/postgres/door.ts'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import { type Kept, startOf } from '../../src/platform/postgres/spans.ts'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { buy } from '../support/checkout-factories.ts'
import type { Client } from '../support/client.ts'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { makePerson } from '../support/member-factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { expectTotalsToHold } from '../support/totals.ts'

interface Shop {
  readonly id: string
  readonly productId: string
  readonly benefitId: string
  readonly client: Client
}

let till: TestTill
let shops: readonly [Shop, Shop]
/** Sees the first shop and not the other. */
let member: Client

/** So many rows of each list, of each shop, in each round: enough for a span. */
const MANY = 1100
const ROUNDS = 4
const UPGRADE = new URL('../../sql/migrations/0080_longer_spans_of_all.sql', import.meta.url)

/** What of a copied row may not be the same, besides its id and its time. */
const COPIES: Readonly<Record<string, string>> = {
  customers: `'email', gen_random_uuid() || '@example.com'`,
  checkouts: `'client_secret', gen_random_uuid()`,
  // A tenth of the second shop's come before all of the first's, and the others after them.
  orders: `'checkout_id', gen_random_uuid(), 'amount', case when IS_FIRST then 5000 when n % 10 = 0 then 100 else 9000 end`,
  subscriptions: `'checkout_id', gen_random_uuid(), 'started_at', case when n % 40 > 0 then TIME end`,
  payments: `'order_id', gen_random_uuid(), 'processor_reference', 'sandbox_' || gen_random_uuid()`,
  benefit_grants: `'order_id', gen_random_uuid(), 'subscription_id', null`,
  license_keys: `'key', gen_random_uuid(), 'grant_id', gen_random_uuid()`,
}

interface Start {
  readonly totalCount: number
  readonly skip: number
}

/** Where a page begins, by the spans of one organization or of all. */
async function startAt(
  sql: Sql,
  door: Door,
  kept: Kept,
  descending: boolean,
  offset: number,
  late = 0,
): Promise<Start> {
  const number = sql`select count(*) + ${late}::bigint as total_count from orders where ${door.admits(sql`organization_id`)} = true`
  const [start] = await sql<{ totalCount: string; skip: string | null }[]>`
    select total.total_count, start.skip from (${number}) total
    left join lateral (${startOf(sql, kept, door.only ? door : null, descending, offset)}) start on true`
  return { totalCount: Number(start?.totalCount), skip: Number(start?.skip ?? Number.NaN) }
}

/** A third of each round is from the time of the one before, and two rows are always of the same time. */
async function copyRows(round: number): Promise<void> {
  const time = `'2100-01-01'::timestamptz + make_interval(secs => ${round} * 1000 + (n * 7 % 1500) / 2 * 2)`
  await till.sql.begin(async (sql) => {
    // Some of what these refer to does not exist.
    await sql`set local session_replication_role = replica`
    for (const { id } of shops) {
      for (const [table, others] of Object.entries(COPIES)) {
        const fields = `'id', gen_random_uuid(), 'created_at', TIME, ${others}`
          .replaceAll('TIME', time)
          .replaceAll('IS_FIRST', String(id === shops[0].id))
        await sql`
          insert into ${sql(table)}
          select (json_populate_record(r, json_build_object(${sql.unsafe(fields)}))).*
          from ${sql(table)} r, generate_series(1, ${MANY}) n where r.id = (
            select id from ${sql(table)} where organization_id = ${id} order by created_at desc limit 1)`
      }
      await sql`
        insert into sandbox.charges (id, created_at, reference, payment_id, organization_id, amount, currency)
        select gen_random_uuid(), ${sql.unsafe(time)}, gen_random_uuid(), gen_random_uuid(), ${id}, 100, 'usd'
        from generate_series(1, 300) n`
    }
  })
}

beforeAll(async () => {
  till = await startTill()
  const open = async (n: number): Promise<Shop> => {
    const { id } = await makeOrganization(till)
    const benefit = await makeLicenseKeysBenefit(till, id)
    const product = await makeProduct(till, id)
    const plan = await makeRecurringProduct(till, id)
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
    await buy(till, plan.id, `plan-${n}@example.com`)
    await buy(till, product.id, `product-${n}@example.com`)
    return { id, productId: product.id, benefitId: benefit.id, client: till.as(await makeToken(till, id)) }
  }
  shops = [await open(1), await open(2)]
  member = (await makePerson(till, shops[0].id)).client
  for (let round = 0; round < ROUNDS; round += 1) {
    await copyRows(round)
    await foldCounts(till.sql)
  }
  await till.sql`analyze`
}, 120_000)
afterAll(() => till.stop())

interface List {
  readonly path: string
  /** `from ... where ...`, of a table that is called `r`. */
  readonly rows: (shop: Shop) => string
  /** The criterion, and the column where that has another name; the time that it was made at unless said otherwise. */
  readonly by?: string
  readonly column?: string
  /** Where there is no choice. */
  readonly order?: 'asc' | 'desc'
  /** What was asked for is of one shop, whoever asks. */
  readonly isOfOne?: boolean
}

const LISTS: readonly List[] = [
  { path: '/v1/customers/', rows: () => 'customers r where r.deleted_at is null' },
  {
    path: '/v1/customers/',
    rows: () => 'customers r where r.deleted_at is null',
    by: 'email',
    column: 'lower(r.email)',
  },
  { path: '/v1/checkouts/custom/', rows: () => 'checkouts r where true' },
  { path: '/v1/checkouts/custom/?status=succeeded', rows: () => `checkouts r where r.status = 'succeeded'` },
  { path: '/v1/orders/', rows: () => 'orders r where true' },
  { path: '/v1/orders/', rows: () => 'orders r where true', by: 'amount' },
  {
    path: '/v1/orders/',
    rows: () => 'orders r join products p on p.id = r.product_id where true',
    by: 'product',
    column: 'p.name SORTED, p.id SORTED, r.created_at',
  },
  { path: '/v1/orders/?product_price_type=one_time', rows: () => `orders r where r.price_type = 'one_time'` },
  {
    path: '/v1/orders/?product_id=PRODUCT',
    rows: ({ productId }) => `orders r where r.product_id = '${productId}'`,
    isOfOne: true,
  },
  { path: '/v1/subscriptions/', rows: () => 'subscriptions r where true', by: 'started_at' },
  {
    path: '/v1/subscriptions/?active=true',
    rows: () => `subscriptions r where r.status in ('active', 'trialing')`,
    by: 'started_at',
  },
  { path: '/v1/payments/', rows: () => 'payments r where true' },
  { path: '/v1/payments/?status=succeeded', rows: () => `payments r where r.status = 'succeeded'` },
  { path: '/v1/sandbox/charges', rows: () => 'sandbox_charges r where true', order: 'desc' },
  { path: '/v1/license-keys', rows: () => 'license_keys r where true', order: 'asc' },
  {
    path: '/v1/license-keys?status=granted',
    rows: () => `license_keys r where r.status = 'granted'`,
    order: 'asc',
  },
  {
    path: '/v1/benefits/BENEFIT/grants',
    rows: ({ benefitId }) => `benefit_grants r where r.benefit_id = '${benefitId}'`,
    order: 'asc',
    isOfOne: true,
  },
]

const LIMIT = 20
const idsIn = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id)

/** Every list, by whoever may ask, in both directions and on pages from one end to the other. */
async function expectPagesToHold(list: List): Promise<void> {
  const { path, rows, by = 'created_at', column = `r.${by}`, order, isOfOne = false } = list
  const [shop] = shops
  const own = `and r.organization_id = '${shop.id}'`
  const base = path.replace('PRODUCT', shop.productId).replace('BENEFIT', shop.benefitId)
  for (const sorting of order ? [order] : ['desc', 'asc']) {
    for (const [client, seen] of [
      [till.owner, isOfOne ? own : ''] as const,
      [shop.client, own] as const,
      [member, own] as const,
    ]) {
      const all = await till.sql<{ id: string }[]>`
        select r.id from ${till.sql.unsafe(`${rows(shop)} ${seen} order by ${column.replaceAll('SORTED', sorting)} ${sorting} nulls last, r.id ${sorting}`)}`
      const last = Math.ceil(all.length / LIMIT)
      for (const page of [26, 60, Math.floor(last / 2), last - 30, last, last + 1]) {
        const query = new URLSearchParams({ page: String(page), limit: String(LIMIT) })
        if (order === undefined) query.set('sorting', `${sorting === 'desc' ? '-' : ''}${by}`)
        const found = await client.must(client.get(`${base}${base.includes('?') ? '&' : '?'}${query}`))
        const wanted = all.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id)
        const shown = { base, sorting, page, total: found.pagination.total_count }
        const wrong = idsIn(found).findIndex((id, index) => id !== wanted[index])
        expect({ ...shown, wrong, many: found.items.length }).toEqual({
          ...shown,
          total: all.length,
          wrong: -1,
          many: wanted.length,
        })
      }
    }
  }
}

describe('a page deep inside a list', () => {
  it.each(LISTS.map((list) => [`${list.path} by ${list.by ?? 'time'}`, list] as const))(
    'is the one that was asked for: %s',
    { timeout: 60_000 },
    (_, list) => expectPagesToHold(list),
  )

  it('is found from near by', async () => {
    const { sql } = till
    const [{ id, productId }] = shops
    const [owner] = await sql<{ userId: string }[]>`
      select user_id from organization_members group by user_id order by count(*) desc limit 1`
    const doors = [
      doorOf(sql, { kind: 'organization', organizationId: id } as never, undefined),
      doorOf(sql, { kind: 'personal', userId: owner?.userId, seesMany: true } as never, undefined),
    ]
    for (const door of doors) {
      const spans = door.only ? sql`list_totals where organization_id = ${id} and` : sql`overall_totals where`
      for (const facet of door.only ? ['', `product_id=${productId}`] : ['']) {
        const [longest] = await sql`select max(total) as total from ${spans} list = 'orders' and facet = ${facet}`
        for (const descending of [true, false]) {
          // From the front and from the back.
          for (const share of [0.3, 0.9]) {
            const offset = Math.floor(share * MANY * ROUNDS * (door.only ? 1 : 2))
            const { totalCount, skip } = await startAt(sql, door, { list: 'orders', facet }, descending, offset)
            expect(totalCount).toBeGreaterThan(MANY * ROUNDS)
            expect(skip).toBeGreaterThanOrEqual(0)
            expect(skip).toBeLessThan(Number(longest?.total))
            expect(skip).toBeLessThan(3 * MANY)
          }
        }
      }
    }
    const [cuts] = await sql`
      select count(*) filter (where organization_id = ${id}) as own, count(*) as all
      from list_totals where list = 'orders' and starts_at > '-infinity'`
    // Of all orders, of one price type and of one product: each has several spans by now.
    expect(cuts?.own).toBeGreaterThanOrEqual(3 * 2)
    expect(cuts?.all).toBe(2 * cuts?.own)
  })

  it('is found also when most rows are not in a span yet', async () => {
    const [{ id }] = shops
    const late = 3 * MANY * ROUNDS
    const found: number[] = []
    const undone = begin(till.sql, async (sql) => {
      const door = doorOf(sql, { kind: 'organization', organizationId: id } as never, undefined)
      await sql`
        insert into list_deltas (organization_id, list, facets, listed_at, delta)
        values (${id}, 'orders', ${['']}, '2200-01-01', ${late})`
      for (const descending of [true, false]) {
        for (const share of [0.1, 0.6, 0.95]) {
          const offset = Math.floor(share * late)
          found.push((await startAt(sql, door, { list: 'orders', facet: '' }, descending, offset, late)).skip)
        }
      }
      // Nobody should add it to the totals.
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(found.map((skip) => skip >= 0)).toEqual([true, true, true, true, true, true])
  })

  it('is the same in spans that were shorter before an upgrade', { timeout: 60_000 }, async () => {
    const { sql } = till
    // Together with what adds to the totals, which waits until this is done.
    await begin(till.sql, async (connection) => {
      await foldCounts(connection)
      await connection`delete from overall_totals`
      await connection`
        insert into overall_totals (list, facet, starts_at, total, latest_at)
        select list, facet, case when span = 0 then '-infinity' else min(listed_at) end, count(*), max(listed_at) from (
          select r.list, f.facet, r.listed_at,
            div(rank() over (partition by r.list, f.facet order by r.listed_at) - 1, 300) as span
          from listed_rows r cross join lateral unnest(r.facets) f(facet) where f.facet not like '%\\_id=%') placed
        group by list, facet, span`
    })
    await expectTotalsToHold(till)
    const number = () => sql`select count(*)::int as many from overall_totals where list = 'orders' and facet = ''`
    const [short] = await number()
    await sql.unsafe(await readFile(UPGRADE, 'utf8'))
    const [long] = await number()
    await expectTotalsToHold(till)
    expect(short?.many).toBeGreaterThan(4 * long?.many)
    expect(long?.many).toBeGreaterThan(2)
    for (const list of LISTS) await expectPagesToHold(list)
  })

  it('stays so while rows come, go and change, before and after they are added to the totals', {
    timeout: 120_000,
  }, async () => {
    const { sql } = till
    await sql.begin(async (connection) => {
      await connection`set local session_replication_role = replica`
      for (const table of Object.keys(COPIES)) {
        await connection`
          delete from ${connection(table)} where id in (
            select id from ${connection(table)} where created_at > '2100-01-01' order by md5(id::text) limit 200)`
      }
      await connection`update license_keys set status = 'revoked' where id::text like '%7'`
      await connection`update payments set status = 'failed' where id::text like '%7'`
      await connection`update subscriptions set status = 'canceled', started_at = started_at + interval '100 seconds'
        where id::text like '%7'`
    })
    await copyRows(1)
    for (const list of LISTS) await expectPagesToHold(list)
    await foldCounts(sql)
    for (const list of LISTS) await expectPagesToHold(list)
    await expectTotalsToHold(till)
    await sql`select recount_lists_1()`
    for (const list of LISTS) await expectPagesToHold(list)
    await expectTotalsToHold(till)
  })
})
