import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { makeOrganization } from '../support/factories.ts'
import { freePort, startSharedTill, type TillProcess } from '../support/process.ts'
import { makeProduct } from '../support/product-factories.ts'
import { type Behavior, behave, Receiver } from '../support/receiver.ts'
import { createDatabase, type TestDatabase, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'
import { makeEndpoint } from '../support/webhook-factories.ts'

const TOKEN = 'a-token-of-the-owner-for-webhooks'
const ROLES = ['api', 'worker', 'worker'] as const

let database: TestDatabase
let receiver: Receiver
const processes: TillProcess[] = []
beforeAll(async () => {
  database = await createDatabase(4)
  receiver = await Receiver.start()
  for (const role of ROLES) processes.push(await start(role))
}, 60_000)
afterAll(async () => {
  for (const each of processes) each.kill('SIGTERM')
  for (const each of processes) expect(await each.ended()).toBe(0)
  await receiver.stop()
  await stopWithCleanBooks({ sql: database.sql, stop: () => database.drop() })
}, 60_000)

const start = (role: (typeof ROLES)[number]): Promise<TillProcess> =>
  startSharedTill({ databaseUrl: database.url, token: TOKEN, role, env: { TILL_WEBHOOK_ALLOW: '127.0.0.1' } })

const till = () =>
  ({ owner: new Client((processes[0] as TillProcess).url, TOKEN), sql: database.sql }) as unknown as TestTill

/** Takes everything, and remembers it in order. */
function taking(taken: string[] = []): Behavior {
  return {
    respond(response, request) {
      taken.push(String(request.headers['webhook-id']))
      return behave.answer(204).respond(response, request)
    },
  }
}

/** Everything that can go wrong with an answer, by turns; what is left is taken. */
function moody(taken: string[] = []): Behavior {
  const moods = [
    behave.answer(500),
    behave.closeEarly(),
    behave.redirect('http://127.0.0.1:1/'),
    behave.endless(503),
    behave.closeInBody(500),
    behave.raw('nonsense\r\n\r\n'),
    behave.answer(429, { headers: { 'retry-after': '1' } }),
  ]
  let turn = 0
  return {
    respond(response, request) {
      turn += 1
      const mood = turn % 3 === 0 ? moods[(turn / 3) % moods.length] : undefined
      return (mood ?? taking(taken)).respond(response, request)
    },
  }
}

/** Retries come at once, and what the dead have held is free. Nothing goes before its turn. */
const hurry = () => database.sql`
  update webhook_queue set next_attempt_at = now(), taken_until = null
  where attempts > 0 and (next_attempt_at > now() or taken_until is not null)`

it('workers are killed, receivers do everything wrong: all is delivered, with the same ids, and in order', async () => {
  const { id: shop } = await makeOrganization(till())
  const taken = { calm: [], moody: [], hanging: [], dripping: [], vanished: [] } as Record<string, string[]>
  const hooks: Record<string, Behavior> = {
    calm: taking(taken.calm),
    moody: moody(taken.moody),
    hanging: behave.hang(),
    dripping: behave.drip(),
  }
  for (const [name, behavior] of Object.entries(hooks)) {
    receiver.at(`/${name}`, behavior)
    await makeEndpoint(till(), shop, { url: receiver.url(`/${name}`) })
  }
  const vanished = await makeEndpoint(till(), shop, { url: `http://127.0.0.1:${await freePort()}/` })
  let isOver = false
  let written = 0
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    while (!isOver) {
      const product = await makeProduct(till(), shop).catch(() => null)
      for (let round = 0; product && round < 5; round += 1) {
        const name = `Edition ${writer}-${round}`
        await till()
          .owner.patch(`/v1/products/${product.id}`, { name })
          .then(() => (written += 1))
          .catch(() => {})
      }
      await sleep(20)
    }
  })
  for (const victim of [1, 2, 0, 1, 2, 1]) {
    await sleep(700)
    processes[victim]?.kill('SIGKILL')
    processes[victim] = await start(ROLES[victim] ?? 'worker')
    await hurry()
  }
  isOver = true
  await Promise.all(writers)
  expect(written).toBeGreaterThan(50)
  for (const name of ['hanging', 'dripping', 'vanished']) receiver.at(`/${name}`, taking(taken[name]))
  const url = receiver.url('/vanished')
  await till().owner.must(till().owner.patch(`/v1/webhooks/endpoints/${vanished.id}`, { url }))
  receiver.cutConnections()
  const open = async () => {
    await hurry()
    return database.sql`select from webhook_deliveries where status = 'pending' limit 1`
  }
  await expect.poll(open, { timeout: 90_000, interval: 300 }).toHaveLength(0)

  const events = await database.sql<{ eventId: string; objectId: string; sequence: number }[]>`
    select event_id, object_id, sequence from events
    where organization_id = ${shop} and type in ('product.created', 'product.updated') order by sequence`
  const byId = new Map(events.map((event) => [event.eventId, event]))
  expect(await database.sql`select status from webhook_deliveries where status <> 'succeeded'`).toEqual([])
  for (const [name, ids] of Object.entries(taken)) {
    const first = [...new Set(ids)]
    expect(new Set(first), name).toEqual(new Set(byId.keys()))
    const last = new Map<string, number>()
    for (const id of first) {
      const { objectId, sequence } = byId.get(id) ?? { objectId: '', sequence: 0 }
      expect(sequence, `${name}: ${id}`).toBeGreaterThan(last.get(objectId) ?? 0)
      last.set(objectId, sequence)
    }
  }
  // Whoever got an event twice got the same.
  const bodies = new Map<string, string>()
  for (const { headers, body } of receiver.requests) {
    const id = String(headers['webhook-id'])
    expect(bodies.get(id) ?? body).toBe(body)
    bodies.set(id, body)
  }
}, 240_000)
