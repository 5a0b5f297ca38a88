import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { Links } from '../../../kernel/links.ts'
import { systemClock } from '../../../kernel/time.ts'
import { transactionsOn } from '../../../platform/postgres/transaction.ts'
import { expireCheckouts } from '../index.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

it('writes one checkout.expired event per checkout, also when several processes look at once', async () => {
  const product = await makeProduct(till, (await makeOrganization(till)).id)
  const made = await Promise.all(Array.from({ length: 30 }, () => makeCheckout(till, { product_id: product.id })))
  const fresh = await makeCheckout(till, { product_id: product.id })
  const ids = made.map(({ id }) => id)
  await till.sql`update checkouts set expires_at = now() - interval '1 second' where id = any(${ids})`
  const links = new Links('http://till.example.com')
  const transactions = transactionsOn(till.sql, systemClock)
  await Promise.all(Array.from({ length: 4 }, () => expireCheckouts(transactions, links)))
  // The server's own loop may have some in hand.
  await expect.poll(() => till.sql`select from checkouts where id = any(${ids}) and status = 'open'`).toHaveLength(0)
  const events = await till.sql<{ many: number; previous: object; status: string }[]>`
    select count(*)::int as many, (array_agg(previous_attributes))[1] as previous, min(data ->> 'status') as status
    from events where type = 'checkout.expired' group by object_id`
  expect(events).toHaveLength(30)
  expect(events.every(({ many, status }) => many === 1 && status === 'expired')).toBe(true)
  expect(events[0]?.previous).toEqual({ status: 'open' })
  expect((await till.owner.get(`/v1/checkouts/custom/${ids[0]}`)).body.status).toBe('expired')
  expect((await till.owner.get(`/v1/checkouts/custom/${fresh.id}`)).body.status).toBe('open')
})
