import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let organizationId: string
let productId: string
let customerId: string
/** 20,000 checkouts, of which 20 are of this customer and 20 of this product. */
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  productId = (await makeProduct(till, organizationId)).id
  customerId = (await makeCustomer(till, organizationId)).id
  await till.sql.begin(async (sql) => {
    // What the others refer to does not exist.
    await sql`set local session_replication_role = replica`
    await sql`
      insert into checkouts (id, created_at, organization_id, status, client_secret, expires_at, product_id,
        product_price_id, product_ids, discount_is_fixed, allow_discount_codes, amount, subtotal_amount, total_amount,
        currency, customer_id, customer_metadata, metadata, custom_field_data, payments_mode,
        payment_processor_metadata)
      select gen_random_uuid(), now() - make_interval(secs => n), ${organizationId}, 'expired', 'secret-' || n, now(),
        case when n % 1000 = 0 then ${productId}::uuid else md5((n % 1000)::text)::uuid end,
        gen_random_uuid(), '{}', false, true, 0, 0, 0, 'usd',
        case when n % 1000 = 1 then ${customerId}::uuid else md5((n % 1000)::text)::uuid end,
        '{}', '{}', '{}', 'sandbox', '{}'
      from generate_series(1, 20000) n`
  })
  await till.sql`vacuum analyze checkouts`
})
afterAll(() => till.stop())

/** How often an index was asked, as far as the database has written it down. */
const uses = async (index: string) => {
  const [row] = await till.sql<{ scans: number }[]>`
    select idx_scan as scans from pg_stat_user_indexes where indexrelname = ${index}`
  return row?.scans
}

describe('GET /v1/checkouts/custom/ in a long table', () => {
  it.each([
    ['a customer', () => `customer_id=${customerId}`, 'checkouts_by_customer'],
    ['a product', () => `product_id=${productId}`, 'checkouts_by_product'],
  ])('200: of %s, by an index', async (_, filter, index) => {
    const client = till.as(await makeToken(till, organizationId))
    const { pagination } = await client.must(client.get(`/v1/checkouts/custom/?${filter()}`))
    expect(pagination.total_count).toBe(20)
    await expect.poll(() => uses(index), { timeout: 15_000 }).toBeGreaterThan(0)
  })
})
