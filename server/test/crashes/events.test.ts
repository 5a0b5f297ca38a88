import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { unique } from '../support/factories.ts'
import { startSharedTill, type TillProcess } from '../support/process.ts'
import { createDatabase, type TestDatabase } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const TOKEN = 'a-token-of-the-owner-who-reads-all-events'
const KILLS = 4

let database: TestDatabase
const processes: TillProcess[] = []
beforeAll(async () => {
  database = await createDatabase(30)
  processes.push(await start(), await start())
}, 60_000)
afterAll(async () => {
  for (const each of processes) each.kill('SIGTERM')
  for (const each of processes) await each.ended()
  await stopWithCleanBooks({ sql: database.sql, stop: () => database.drop() })
})

const start = (): Promise<TillProcess> => startSharedTill({ databaseUrl: database.url, token: TOKEN })

/** One that may be dead in a moment. */
const urlOf = (turn: number) => processes[turn % processes.length]?.url ?? ''
const clientOf = (turn: number) => new Client(urlOf(turn), TOKEN)

/** What a reader has heard, in the order of hearing. */
class Heard {
  readonly numbers: number[] = []
  readonly ids = new Set<string>()

  get last(): number {
    return this.numbers.at(-1) ?? 0
  }

  note({ sequence, id }: { sequence: number; id: string }): void {
    this.numbers.push(sequence)
    this.ids.add(id)
  }
}

/** Until somebody says that it is over. Whoever fails tries again: processes are killed all the time. */
async function again(isOver: () => boolean, work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) await work(turn).catch(() => sleep(20))
}

const write = (organizationId: string) => async (turn: number) => {
  const body = { organization_id: organizationId, email: `reader-${unique()}-${Date.now()}@example.com` }
  await clientOf(turn).must(clientOf(turn).post('/v1/customers/', body))
}

/** Its event has its place in the order of writing long before it can be seen. Every fourth never can. */
const writeSlowly = (organizationId: string, kept: Set<string>) => async (turn: number) => {
  const id = randomUUID()
  const isKept = turn % 4 !== 3
  await database.sql
    .begin(async (sql) => {
      await sql`
        insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
        values (${id}, ${organizationId}, 'file.updated', 'file', ${id}, 1, '{}', now())`
      await sleep(100 + Math.random() * 900)
      if (!isKept) throw new Error('not this time')
    })
    .catch(() => {})
  if (isKept) kept.add(id)
}

const readList = (organizationId: string, heard: Heard) => async (turn: number) => {
  const client = clientOf(turn)
  const address = `/v1/events/?organization_id=${organizationId}&after=${heard.last}&limit=7`
  const { items } = await client.must(client.get(address))
  for (const item of items) heard.note(item)
  if (items.length === 0) await sleep(20)
}

/** Until the connection breaks, or everything was heard. */
const readStream = (organizationId: string, heard: Heard, isOver: () => boolean) => async (turn: number) => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'last-event-id': String(heard.last) }
  const stream = await openStream({ url: urlOf(turn) }, `/v1/events/stream?organization_id=${organizationId}`, headers)
  let isBroken = stream.response.statusCode !== 200
  void stream.over().then(() => {
    isBroken = true
  })
  for (let seen = 0; ; await sleep(10)) {
    for (; seen < stream.told.length; seen += 1) heard.note(stream.told[seen]?.data)
    if (isBroken || isOver()) break
  }
  await stream.close()
}

it('processes are killed, transactions are slow: readers miss nothing and hear nothing twice', async () => {
  const owner = clientOf(0)
  const made = await owner.must(owner.post('/v1/organizations/', { name: 'Heard', slug: `heard-${unique()}` }))
  const { id } = made
  const [listed, streamed] = [new Heard(), new Heard()]
  const kept = new Set<string>()
  let isWritten = false
  let isRead = false
  const writers = [
    ...Array.from({ length: 4 }, () => again(() => isWritten, write(id))),
    ...Array.from({ length: 8 }, () => again(() => isWritten, writeSlowly(id, kept))),
  ]
  const readers = [
    again(() => isRead, readList(id, listed)),
    again(
      () => isRead,
      readStream(id, streamed, () => isRead),
    ),
  ]
  for (let victim = 0; victim < KILLS; victim += 1) {
    await sleep(500)
    processes[victim % 2]?.kill('SIGKILL')
    await processes[victim % 2]?.ended()
    processes[victim % 2] = await start()
  }
  isWritten = true
  await Promise.all(writers)
  await expect.poll(() => database.sql`select from events where sequence is null`, { timeout: 20_000 }).toHaveLength(0)
  const events = await database.sql<{ id: string; sequence: number }[]>`
    select event_id as id, sequence from events where organization_id = ${id} order by sequence`
  for (const reader of [listed, streamed]) await expect.poll(() => reader.last, { timeout: 20_000 }).toBe(events.length)
  isRead = true
  await Promise.all(readers)

  const all = Array.from(events, (_, index) => index + 1)
  expect(events.map(({ sequence }) => sequence)).toEqual(all)
  expect(listed.numbers).toEqual(all)
  expect(streamed.numbers).toEqual(all)
  const ids = new Set(events.map((event) => event.id))
  expect([listed.ids, streamed.ids]).toEqual([ids, ids])
  expect(kept.size).toBeGreaterThan(20)
  expect([...kept].filter((one) => !ids.has(one))).toEqual([])
}, 180_000)
