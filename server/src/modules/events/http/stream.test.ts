import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { numbered, readLog } from '../../../../test/support/event-log.ts'
import { EventStream, openStream } from '../../../../test/support/event-stream.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makePerson } from '../../../../test/support/member-factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import {
  createDatabase,
  startTill,
  startTillOn,
  type TestTill,
  tillForThisTest,
} from '../../../../test/support/till.ts'
import { giveBackMemory } from '../../../platform/give-back-memory.ts'

const path = '/v1/events/stream'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  await numbered(till)
})
afterAll(() => till.stop())

interface Following {
  readonly organizationId?: string
  readonly query?: string
  readonly headers?: Record<string, string>
  readonly token?: string
  readonly at?: TestTill
}

async function follow(given: Following = {}): Promise<EventStream> {
  const { at = till, query = '', headers = {}, token = at.ownerToken } = given
  const address = `${path}?organization_id=${given.organizationId ?? organizationId}${query}`
  const stream = await openStream(at, address, { authorization: `Bearer ${token}`, ...headers })
  onTestFinished(() => stream.close())
  return stream
}

const rename = (id: string, at = till) =>
  at.owner.must(at.owner.patch(`/v1/organizations/${id}`, { name: `Shop ${performance.now()}` }))
const numbersOf = (stream: EventStream) => stream.told.map(({ id }) => Number(id))
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('GET /v1/events/stream', () => {
  it('200: what is there after a number, then what comes, each as the list shows it', async () => {
    const { id } = await makeOrganization(till)
    await numbered(till)
    const stream = await follow({ organizationId: id, query: '&after=1' })
    await expect.poll(() => numbersOf(stream)).toEqual([2])
    await rename(id)
    await expect.poll(() => numbersOf(stream)).toEqual([2, 3])
    expect(stream.told.map(({ data }) => data)).toEqual(await readLog(till.owner, id, 1))
    expect(stream.told.map(({ name }) => name)).toEqual(['member.created', 'organization.updated'])
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  })

  it('200: without a number, what comes next', async () => {
    const { id } = await makeOrganization(till)
    await numbered(till)
    const stream = await follow({ organizationId: id })
    await rename(id)
    await expect.poll(() => numbersOf(stream)).toEqual([3])
  })

  it('200: Last-Event-ID goes on from there, whatever the address says', async () => {
    const { id } = await makeOrganization(till)
    await rename(id)
    await numbered(till)
    const stream = await follow({ organizationId: id, query: '&after=0', headers: { 'last-event-id': '2' } })
    await expect.poll(() => numbersOf(stream)).toEqual([3])
  })

  it('200: of some types only', async () => {
    const { id } = await makeOrganization(till)
    const query = '&after=0&type=organization.updated&type=product.created'
    const stream = await follow({ organizationId: id, query })
    await rename(id)
    await till.owner.must(
      till.owner.post('/v1/customers/', { organization_id: id, email: 'somebody-else@example.com' }),
    )
    await makeProduct(till, id)
    await expect.poll(() => stream.told.map(({ name }) => name)).toEqual(['organization.updated', 'product.created'])
  })

  it('200: many followers, many writers: everybody hears everything once, in order', async () => {
    const { id } = await makeOrganization(till)
    const streams = [await follow({ organizationId: id, query: '&after=0' })]
    const writing = Array.from({ length: 60 }, () => makeProduct(till, id))
    streams.push(await follow({ organizationId: id, query: '&after=0' }))
    await Promise.all(writing)
    streams.push(await follow({ organizationId: id, query: '&after=0' }))
    for (const stream of streams) await expect.poll(() => numbersOf(stream), { timeout: 5000 }).toEqual(upTo(62))
  })

  it('200: numbers that another process gives', async () => {
    const database = await createDatabase()
    const here = await startTillOn({ ...database, drop: async () => {} })
    const there = await startTillOn({ ...database, drop: async () => {} })
    onTestFinished(async () => {
      await Promise.all([here.stop(), there.stop()])
      await database.drop()
    })
    const { id } = await makeOrganization(here)
    const stream = await follow({ at: here, organizationId: id, query: '&after=0' })
    await rename(id, there)
    await expect.poll(() => numbersOf(stream), { timeout: 3000 }).toEqual([1, 2, 3])
  })

  it('200: thousands of events reach a reader who takes a break, and nothing piles up meanwhile', async () => {
    const { id } = await makeOrganization(till)
    await numbered(till)
    const MANY = 5000
    await till.sql`
      insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
      select gen_random_uuid(), ${id}, 'product.updated', 'product', ${id}, n,
        jsonb_build_object('text', repeat('x', 4000)), now() from generate_series(1, ${MANY}) n`
    await expect.poll(() => till.sql`select from events where sequence is null`, { timeout: 10_000 }).toHaveLength(0)
    const inUse = () => {
      giveBackMemory()
      return process.memoryUsage().arrayBuffers
    }
    const before = inUse()
    const stream = await new Promise<EventStream>((resolve) => {
      const headers = { authorization: `Bearer ${till.ownerToken}` }
      const address = `${till.url}${path}?organization_id=${id}&after=0`
      // The answer is there, and for a second nobody reads on.
      const request = get(address, { agent: false, headers }, (response) =>
        setTimeout(() => resolve(new EventStream(request, response)), 1000),
      )
    })
    onTestFinished(() => stream.close())
    expect(inUse() - before).toBeLessThan(8_000_000)
    await expect.poll(() => stream.told.length, { timeout: 20_000 }).toBe(MANY + 2)
    expect(numbersOf(stream)).toEqual(upTo(MANY + 2))
  }, 60_000)

  it('ends when the token is revoked, or the member is gone', async () => {
    const { id } = await makeOrganization(till)
    const person = await makePerson(till, id, 'admin')
    const token = await makeToken(till, id)
    const streams = [
      await follow({ organizationId: id, token }),
      await follow({ organizationId: id, token: person.token }),
      await follow({ organizationId: id }),
    ]
    const { items } = await till.owner.must(
      till.owner.get(`/v1/organization-access-tokens/?organization_id=${id}&limit=100`),
    )
    await till.owner.must(till.owner.delete(`/v1/organization-access-tokens/${items.at(-1).id}`))
    await till.owner.must(till.owner.delete(`/v1/organizations/${id}/members/${person.userId}`))
    await streams[0]?.over()
    await streams[1]?.over()
    await rename(id)
    await expect.poll(() => streams[2]?.told.at(-1)?.name).toBe('organization.updated')
  })

  it('goes on after the database was away', async () => {
    const { id } = await makeOrganization(till)
    await numbered(till)
    const stream = await follow({ organizationId: id })
    await till.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    // The same name each time, so that there is one event, however often it is tried.
    const body = { name: 'After the storm' }
    await expect.poll(async () => (await till.owner.patch(`/v1/organizations/${id}`, body)).status).toBe(200)
    await expect.poll(() => numbersOf(stream), { timeout: 5000 }).toEqual([3])
  })

  it('ends with the server', async () => {
    const own = await tillForThisTest()
    const { id } = await makeOrganization(own)
    const stream = await follow({ at: own, organizationId: id })
    await own.till.close()
    await stream.over()
    expect(stream.response.complete).toBe(true)
  })

  it('422: a Last-Event-ID that was never the number of an event', async () => {
    const address = `${path}?organization_id=${organizationId}`
    const { status, body } = await till.owner.get(address, { 'last-event-id': 'seven' })
    expect([status, body.detail[0].loc]).toEqual([422, ['header', 'last-event-id']])
  })

  it('422: after a number that no event has yet, wherever it is said: a stream that is deaf would look the same', async () => {
    const { id } = await makeOrganization(till)
    await numbered(till)
    const address = `${path}?organization_id=${id}`
    const inQuery = await till.owner.get(`${address}&after=3`)
    const inHeader = await till.owner.get(`${address}&after=1`, { 'last-event-id': '3' })
    const msg = expect.stringContaining('the last event has the number 2')
    expect([inQuery.status, inQuery.body.detail]).toEqual([
      422,
      [{ type: 'value_error', loc: ['query', 'after'], msg, input: 3 }],
    ])
    expect([inHeader.status, inHeader.body.detail]).toEqual([
      422,
      [{ type: 'value_error', loc: ['header', 'last-event-id'], msg, input: 3 }],
    ])
  })

  it('ends when the log goes back behind what was told, as under a restored backup', async () => {
    const { id } = await makeOrganization(till)
    await numbered(till)
    const stream = await follow({ organizationId: id, query: '&after=0' })
    await expect.poll(() => numbersOf(stream)).toEqual([1, 2])
    await till.sql`delete from events where organization_id = ${id} and sequence = 2`
    await till.sql`update event_sequences set last_sequence = 1 where organization_id = ${id}`
    await stream.over()
  })

  it.each(['after=-1', 'type=order.eaten', 'organization_id=7'])('422: %s', async (query) => {
    const { status } = await till.owner.get(`${path}?organization_id=${organizationId}&${query}`)
    expect(status).toBe(422)
  })
})
