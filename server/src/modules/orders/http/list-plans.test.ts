import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { foldCounts } from '../../../platform/due-work/fold-counts.ts'

let till: TestTill
let organizationId: string
let productId: string
let discountId: string
/** 20,000 orders of 20,000 customers, half of them of one product, and every tenth with a discount. */
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  productId = (await makeProduct(till, organizationId)).id
  discountId = (await makeDiscount(till, organizationId)).id
  const { id } = await buy(till, productId, 'first@example.com', { discount_id: discountId })
  await till.sql.begin(async (sql) => {
    // Some of what these refer to does not exist.
    await sql`set local session_replication_role = replica`
    await sql`
      insert into customers
      select (json_populate_record(c, json_build_object('id', md5(n::text)::uuid, 'email', n || '@example.com'))).*
      from customers c join orders r on r.customer_id = c.id, generate_series(1, 20000) n where r.id = ${id}`
    await sql`
      insert into orders
      select (json_populate_record(r, json_build_object('id', gen_random_uuid(), 'customer_id', md5(n::text)::uuid,
        'created_at', r.created_at - make_interval(secs => n), 'checkout_id', gen_random_uuid(),
        'product_id', case when n % 2 = 0 then r.product_id else gen_random_uuid() end,
        'discount_id', case when n % 10 = 0 then r.discount_id end, 'amount', n % 1000))).*
      from orders r, generate_series(1, 20000) n where r.id = ${id}`
  })
  await foldCounts(till.sql)
  await till.sql`vacuum analyze orders, customers`
})
afterAll(() => till.stop())

/** Rows of the table that were looked up, as far as the database has written it down. */
const rowsRead = async () => {
  const [row] = await till.sql<{ rows: number }[]>`
    select coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) as rows
    from pg_stat_user_tables where relname = 'orders'`
  return Number(row?.rows)
}

describe('GET /v1/orders/ of one product in a long table', () => {
  it.each(['created_at', '-amount', 'customer', 'discount', 'subscription'])(
    '200: sorting=%s does not read them all',
    async (sorting) => {
      const client = till.as(await makeToken(till, organizationId))
      const before = await rowsRead()
      const path = `/v1/orders/?product_id=${productId}&sorting=${sorting}`
      const { items, pagination } = await client.must(client.get(path))
      expect([items.length, pagination.total_count]).toEqual([10, 10_001])
      // They are written down within a second of idleness.
      await expect.poll(rowsRead, { timeout: 15_000 }).toBeGreaterThan(before)
      expect((await rowsRead()) - before).toBeLessThan(2000)
    },
  )
})
