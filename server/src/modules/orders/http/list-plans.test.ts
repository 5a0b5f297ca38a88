import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Client } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { foldCounts } from '../../../platform/due-work/fold-counts.ts'

let till: TestTill
let client: Client
let productId: string
/**
 * 20,000 orders of 10,000 customers, half of them of one product, and every tenth with one of two discounts. The two orders
 * of a customer came at the same time.
 */
beforeAll(async () => {
  till = await startTill()
  const organizationId = (await makeOrganization(till)).id
  client = till.as(await makeToken(till, organizationId))
  productId = (await makeProduct(till, organizationId)).id
  const another = (await makeRecurringProduct(till, organizationId)).id
  const discounts = [await makeDiscount(till, organizationId), await makeDiscount(till, organizationId)]
  const { id } = await buy(till, productId, 'first@example.com')
  await till.sql.begin(async (sql) => {
    // Some of what these refer to does not exist.
    await sql`set local session_replication_role = replica`
    await sql`
      insert into customers
      select (json_populate_record(c, json_build_object('id', md5(n::text)::uuid, 'email', n || '@example.com'))).*
      from customers c join orders r on r.customer_id = c.id, generate_series(1, 10000) n where r.id = ${id}`
    await sql`
      insert into orders
      select (json_populate_record(r, json_build_object('id', gen_random_uuid(), 'customer_id', md5((n / 2)::text)::uuid,
        'created_at', r.created_at - make_interval(secs => n / 2), 'checkout_id', gen_random_uuid(),
        'product_id', case when n % 4 < 2 then r.product_id else ${another}::uuid end,
        'discount_id', case n % 20 when 0 then ${discounts[0]?.id}::uuid when 8 then ${discounts[1]?.id}::uuid end,
        'amount', n % 1000))).*
      from orders r, generate_series(2, 20001) n where r.id = ${id}`
  })
  await foldCounts(till.sql)
  await till.sql`vacuum analyze orders, customers`
})
afterAll(() => till.stop())

const SORTINGS = ['created_at', 'amount', 'customer', 'discount', 'subscription'].flatMap((by) => [by, `-${by}`])
const list = (sorting: string, page = 1) =>
  client.must(client.get(`/v1/orders/?product_id=${productId}&sorting=${sorting}&page=${page}`))

/** As a statement without any wit would have it. */
async function allIn(sorting: string): Promise<string[]> {
  const keys: Record<string, string[]> = {
    created_at: ['r.created_at'],
    amount: ['r.amount'],
    customer: ['lower(cu.email)', 'cu.id', 'r.created_at'],
    discount: ['d.name', 'd.id', 'r.created_at'],
    subscription: ['r.created_at'],
  }
  const direction = sorting.startsWith('-') ? 'desc nulls last' : 'asc nulls last'
  const order = [...(keys[sorting.replace('-', '')] ?? []), 'r.id'].map((key) => `${key} ${direction}`).join()
  const rows = await till.sql<{ id: string }[]>`
    select r.id from orders r join customers cu on cu.id = r.customer_id left join discounts d on d.id = r.discount_id
    where r.product_id = ${productId} order by ${till.sql.unsafe(order)}`
  return rows.map(({ id }) => id)
}

/** Rows of the table that were looked up, as far as the database has written it down. */
const rowsRead = async () => {
  const [row] = await till.sql<{ rows: number }[]>`
    select coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) as rows
    from pg_stat_user_tables where relname = 'orders'`
  return Number(row?.rows)
}

/** A connection that has nothing to do tells what it has read after ten seconds at the latest. */
const UNTIL_TOLD = 11_000

describe('GET /v1/orders/ of one product in a long table', () => {
  it('200: its first pages do not read them all, in any order', { timeout: 60_000 }, async () => {
    await sleep(UNTIL_TOLD)
    const before = await rowsRead()
    for (const sorting of SORTINGS) {
      const { items, pagination } = await list(sorting)
      expect([items.length, pagination.total_count]).toEqual([10, 10_001])
    }
    await sleep(UNTIL_TOLD)
    const read = (await rowsRead()) - before
    expect(read).toBeGreaterThan(100)
    // Putting them in order even once would be more.
    expect(read).toBeLessThan(9000)
  })

  it.each(SORTINGS)('200: sorting=%s is one order on all pages, however each is found', async (sorting) => {
    const all = await allIn(sorting)
    expect(all).toHaveLength(10_001)
    for (const page of [1, 2, 10, 11, 12, 500, 1000, 1001]) {
      const { items } = await list(sorting, page)
      const wanted = all.slice((page - 1) * 10, page * 10)
      expect([page, ...items.map(({ id }: { id: string }) => id)]).toEqual([page, ...wanted])
    }
  })
})
