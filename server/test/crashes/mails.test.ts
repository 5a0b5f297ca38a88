import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atOnce } from '../support/at-once.ts'
import { buy } from '../support/checkout-factories.ts'
import { Client } from '../support/client.ts'
import { numbered } from '../support/event-log.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { startSharedTill, type TillProcess } from '../support/process.ts'
import { makeFreeProduct } from '../support/product-factories.ts'
import { SmtpStandIn } from '../support/smtp-stand-in.ts'
import { createDatabase, type TestDatabase, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const TOKEN = 'a-token-of-the-owner-for-mails-and-kills'
const KILLS = 4
/** More than one process can have in hand at once. */
const MOST_IN_HAND = 20

const server = new SmtpStandIn()
let smtpPort: number
let database: TestDatabase
let till: TillProcess
beforeAll(async () => {
  smtpPort = (await server.start()).port
  database = await createDatabase(4)
  await start()
}, 60_000)
afterAll(async () => {
  till.kill('SIGTERM')
  await till.ended()
  await server.stop()
  await stopWithCleanBooks({ sql: database.sql, stop: () => database.drop() })
})

async function start(): Promise<void> {
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, SMTP_FROM: 'shop@example.com' }
  till = await startSharedTill({ databaseUrl: database.url, token: TOKEN, env })
}

/** What the factories need of one. */
const asTestTill = () =>
  ({ owner: new Client(till.url, TOKEN), anonymous: new Client(till.url) }) as unknown as TestTill

/** The lease of what the dead held would end by itself; nobody wants to wait for that here. */
const endLeases = () => database.sql`update mails set due_at = now() where status = 'waiting'`

it('killed while mails go out: each order is told of once, or again under the same Message-ID', async () => {
  const { id } = await makeOrganization(asTestTill())
  const product = await makeFreeProduct(asTestTill(), id)
  server.delay = 150
  const orders: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const sold = await atOnce(25, () => buy(asTestTill(), product.id, `mail-${unique()}@example.com`))
    orders.push(...sold.map((order) => order.id))
    await expect.poll(() => server.mails.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(kill * 25 + 5)
    await sleep(40 * kill)
    till.kill('SIGKILL')
    await till.ended()
    await endLeases()
    await start()
  }
  await numbered({ sql: database.sql })
  const waiting = () => database.sql`select from mails where status = 'waiting'`
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toHaveLength(0)

  const rows = await database.sql<{ objectId: string; status: string; messageId: string; tries: number }[]>`
    select object_id, status, message_id, tries from mails where kind = 'order_receipt'`
  expect(rows.map(({ objectId }) => objectId).sort()).toEqual([...orders].sort())
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']))
  const received = server.mails.map((mail) => SmtpStandIn.header(mail, 'Message-ID'))
  expect(new Set(received)).toEqual(new Set(rows.map(({ messageId }) => `<${messageId}>`)))
  const repeated = received.length - new Set(received).size
  const triedAgain = rows.filter(({ tries }) => tries > 1).length
  expect(repeated).toBeLessThanOrEqual(triedAgain)
  expect(triedAgain).toBeGreaterThan(0)
  expect(triedAgain).toBeLessThanOrEqual(KILLS * MOST_IN_HAND)
}, 180_000)
