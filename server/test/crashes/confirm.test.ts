import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { Client } from '../support/client.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { freePort, spawnTill, type TillProcess } from '../support/process.ts'
import { makeProduct } from '../support/product-factories.ts'
import { createDatabase, type TestDatabase, type TestTill } from '../support/till.ts'
import { expectCleanBooks, stopWithCleanBooks } from '../support/verify.ts'

const TOKEN = 'a-token-of-the-owner-for-crash-tests'
const GATE = 7_070_707

let database: TestDatabase
let till: TillProcess
let product: string
let discount: { id: string }
const env = () => ({
  DATABASE_URL: database.url,
  TILL_ADMIN_TOKEN: TOKEN,
  TILL_SECRET_KEY: 'k'.repeat(40),
  TILL_SANDBOX_INLINE: 'off',
  TILL_RATE_LIMITS: 'off',
})

beforeAll(async () => {
  database = await createDatabase(4)
  await start()
  product = (await makeProduct(asTestTill(), (await makeOrganization(asTestTill())).id)).id
  const { organization_id } = await owner().must(owner().get(`/v1/products/${product}`))
  discount = await makeDiscount(asTestTill(), organization_id, { max_redemptions: 1000 })
}, 60_000)
afterAll(async () => {
  till.kill('SIGTERM')
  await till.ended()
  await stopWithCleanBooks({ sql: database.sql, stop: () => database.drop() })
})

async function start(): Promise<void> {
  till = spawnTill({ port: await freePort(), env: env() })
  await till.ready()
}

const owner = () => new Client(till.url, TOKEN)
/** What the factories need of one. */
const asTestTill = () => ({ owner: owner(), anonymous: new Client(till.url) }) as unknown as TestTill

type Step = readonly [what: string, table: string, verb: 'insert' | 'update', when: string]

/** Whoever writes like this waits at the gate, for as long as it is held. */
const STEPS = [
  ['the reservation', 'public.payments', 'insert', 'true'],
  ['the attempt at the processor', 'sandbox.intents', 'insert', 'true'],
  ['its reference', 'public.payments', 'update', "new.status = 'pending'"],
  ['the charge', 'sandbox.charges', 'insert', 'true'],
  ['the order', 'public.orders', 'insert', 'true'],
  ['the end of the attempt', 'public.payments', 'update', "new.status = 'succeeded'"],
] as const satisfies readonly Step[]

async function putGate([, table, verb, when]: Step): Promise<void> {
  await database.sql.unsafe(`
    create or replace function stop_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${GATE});
      return new;
    end $$;
    create trigger gate before ${verb} on ${table} for each row when (${when}) execute function stop_at_gate();`)
}

async function takeGateAway([, table]: Step): Promise<void> {
  await database.sql.unsafe(`drop trigger gate on ${table}`)
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`within 10 s it did not come to this: ${what}`)
}

const waiting = () => database.sql<{ pid: number }[]>`
  select pid from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted
    and database = (select oid from pg_database where datname = current_database())`

/** Killed while it writes this; what it was writing is then committed all the same, or undone. */
async function killAt(step: Step, fate: 'committed' | 'undone', send: () => Promise<unknown>) {
  await putGate(step)
  const gate = await database.sql.reserve()
  await gate`select pg_advisory_lock(${GATE})`
  const answer = send().catch(() => null)
  await until(async () => (await waiting()).length > 0, 'somebody waits at the gate')
  till.kill('SIGKILL')
  await till.ended()
  await answer
  if (fate === 'undone') for (const { pid } of await waiting()) await gate`select pg_terminate_backend(${pid})`
  await gate`select pg_advisory_unlock(${GATE})`
  gate.release()
  await until(async () => (await waiting()).length === 0, 'nobody waits at the gate')
  await until(
    async () =>
      (
        await database.sql`
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'till%' and state <> 'idle'
          and backend_type = 'client backend' and query not like '%pg_stat_activity%'`
      ).length === 0,
    'what the dead server had sent is done',
  )
  await takeGateAway(step)
}

describe.each(['committed', 'undone'] as const)('killed while it writes, and that is %s', (fate) => {
  it.each(STEPS)(
    '%s: one charge and one order, or an open checkout and no charge',
    async (...step) => {
      const checkout = await makeCheckout(asTestTill(), { product_id: product, discount_id: discount.id })
      const body = { customer_email: `crash-${unique()}@example.com`, confirmation_token_id: 'ctoken_test_success' }
      const headers = { 'idempotency-key': `crash-${unique()}` }
      await killAt(step, fate, () => confirm(new Client(till.url), checkout, body, headers))
      // What is half way is known to be.
      await expectCleanBooks(database)
      // The lease would end by itself; nobody wants to wait for that here.
      await database.sql`update payment_work set due_at = now()`
      await start()

      const status = async () => (await owner().get(`/v1/checkouts/custom/${checkout.id}`)).body.status
      await until(async () => ['open', 'succeeded'].includes(await status()), 'open or succeeded')
      const [charges, orders] = await books(checkout.id)
      expect(charges).toBe(orders)
      expect(await status()).toBe(orders === 1 ? 'succeeded' : 'open')
      // The same request again, under the same key: it is answered or it pays, and never twice.
      const again = await confirm(new Client(till.url), checkout, body, headers)
      expect([again.status, again.body.status]).toEqual([200, 'confirmed'])
      expect(again.body.customer_session_token).toMatch(/^till_cst_/)
      expect(await books(checkout.id)).toEqual([1, 1])
      expect(await status()).toBe('succeeded')
      expect(await database.sql`select from payment_work`).toHaveLength(0)
      const places = await database.sql`
      select status from discount_redemptions where checkout_id = ${checkout.id} and status <> 'released'`
      expect(places).toEqual([{ status: 'used' }])
    },
    60_000,
  )
})

async function books(checkoutId: string): Promise<readonly [charges: number, orders: number]> {
  const charges = await database.sql`select from sandbox.charges where checkout_id = ${checkoutId}`
  const orders = await database.sql`select from orders where checkout_id = ${checkoutId}`
  return [charges.length, orders.length]
}
