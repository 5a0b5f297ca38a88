import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { Client } from '../support/client.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { startSharedTill, type TillProcess } from '../support/process.ts'
import { makeProduct } from '../support/product-factories.ts'
import { createDatabase, type TestDatabase, type TestTill } from '../support/till.ts'
import { expectCleanBooks, stopWithCleanBooks } from '../support/verify.ts'

const TOKEN = 'a-token-of-the-owner-for-several-processes'
const ROLES = ['api', 'api', 'worker', 'worker'] as const

let database: TestDatabase
const processes: TillProcess[] = []
beforeAll(async () => {
  database = await createDatabase(4)
  for (const role of ROLES) processes.push(await start(role))
}, 60_000)
afterAll(async () => {
  for (const each of processes) each.kill('SIGTERM')
  for (const each of processes) await each.ended()
  await stopWithCleanBooks({ sql: database.sql, stop: () => database.drop() })
})

const start = (role: (typeof ROLES)[number]): Promise<TillProcess> =>
  startSharedTill({ databaseUrl: database.url, token: TOKEN, role, env: { TILL_SANDBOX_INLINE: 'off' } })

const apis = () => processes.filter((_, index) => ROLES[index] === 'api')
/** What the factories need of one. */
const asTestTill = ({ url }: TillProcess) =>
  ({ owner: new Client(url, TOKEN), anonymous: new Client(url) }) as unknown as TestTill

it('a worker answers no request of the API, and says that it is ready', async () => {
  const worker = processes[2] as TillProcess
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${worker.url}/v1/organizations/`)).status).toBe(404)
})

it('two that answer and two that work, one of them killed again and again: every answer holds, once', async () => {
  const [first] = apis() as [TillProcess]
  const product = (await makeProduct(asTestTill(first), (await makeOrganization(asTestTill(first))).id)).id
  const acknowledged = new Set<string>()
  let isOver = false
  const buyers = Array.from({ length: 6 }, async (_, buyer) => {
    for (let round = 0; !isOver; round += 1) {
      const token = round % 3 === 0 ? 'unknown' : round % 3 === 1 ? 'late' : 'success'
      const id = await buy(buyer + round, product, token).catch(() => null)
      if (id) acknowledged.add(id)
    }
  })
  for (const victim of [2, 0, 3, 1, 2, 0]) {
    await sleep(400)
    processes[victim]?.kill('SIGKILL')
    processes[victim] = await start(ROLES[victim] ?? 'api')
    // While everybody is at it: what is half way is known to be.
    await expectCleanBooks(database)
  }
  isOver = true
  await Promise.all(buyers)
  // The lease of what the dead held would end by itself; nobody wants to wait for that here.
  await database.sql`update payment_work set due_at = least(due_at, now())`
  await expect.poll(() => database.sql`select from payment_work`, { timeout: 60_000, interval: 200 }).toHaveLength(0)

  expect(acknowledged.size).toBeGreaterThan(10)
  const [books] = await database.sql<{ lost: number; doubled: number; strange: number }[]>`
    select
      (select count(*)::int from unnest(${[...acknowledged]}::uuid[]) t (id)
        where not exists (select from orders o where o.checkout_id = t.id)) as lost,
      (select count(*)::int from (select from orders group by checkout_id having count(*) > 1) d) as doubled,
      (select count(*)::int from sandbox.charges c full join orders o on o.checkout_id = c.checkout_id
        where (c.id is null or o.id is null) and coalesce(c.refunded_amount, 0) < coalesce(c.amount, 1)) as strange`
  expect(books).toEqual({ lost: 0, doubled: 0, strange: 0 })
}, 180_000)

/** The id of a checkout whose confirm was answered with 200. */
async function buy(turn: number, product: string, token: string): Promise<string | null> {
  const api = apis()[turn % 2] as TillProcess
  const checkout = await makeCheckout(asTestTill(api), { product_id: product })
  const body = { customer_email: `many-${unique()}@example.com`, confirmation_token_id: `ctoken_test_${token}` }
  const { status } = await confirm(new Client(api.url), checkout, body)
  return status === 200 ? checkout.id : null
}
