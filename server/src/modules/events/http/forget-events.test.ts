import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numbered, readLog } from '../../../../test/support/event-log.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { expectCleanBooks } from '../../../../test/support/verify.ts'
import { forgetEvents } from '../operations/forget-events.ts'

const path = '/v1/events/'
const DAY = 86_400_000

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const age = (organizationId: string, days: number, upTo: number) => till.sql`
  update events set created_at = created_at - ${`${days} days`}::text::interval
  where organization_id = ${organizationId} and sequence <= ${upTo}`
const forget = (days = 30) => forgetEvents(till.sql, days, new Date())
const numbersOf = async (organizationId: string) =>
  (await readLog(till.owner, organizationId)).map(({ sequence }) => sequence)

/** With the numbers 1 to 5. */
async function openLog(): Promise<string> {
  const { id } = await makeOrganization(till)
  for (let count = 0; count < 3; count += 1) await makeProduct(till, id)
  await numbered(till)
  return id
}

describe('forgetting events', () => {
  it('takes those that are older, and keeps the others', async () => {
    const id = await openLog()
    await age(id, 31, 3)
    await forget(32)
    expect(await numbersOf(id)).toEqual([1, 2, 3, 4, 5])
    await forget()
    expect(await numbersOf(id)).toEqual([4, 5])
  })

  it('leaves the rest for later when the server stops', async () => {
    const id = await openLog()
    await age(id, 31, 3)
    await forgetEvents(till.sql, 30, new Date(), AbortSignal.abort())
    expect(await numbersOf(id)).toEqual([1, 2, 3, 4, 5])
    await forget()
    expect(await numbersOf(id)).toEqual([4, 5])
  })

  it('leaves a tail without a gap, also when an old event has a number above a newer one', async () => {
    const id = await openLog()
    await age(id, 31, 5)
    await till.sql`update events set created_at = now() where organization_id = ${id} and sequence = 3`
    await forget()
    expect(await numbersOf(id)).toEqual([3, 4, 5])
  })

  it('takes the last one too; numbers go on after it', async () => {
    const id = await openLog()
    await age(id, 31, 5)
    await forget()
    const empty = await till.owner.must(till.owner.get(`${path}?organization_id=${id}`))
    expect(empty).toEqual({ items: [], has_more: false, last_sequence: 5 })
    await makeProduct(till, id)
    await numbered(till)
    expect(await numbersOf(id)).toEqual([6])
  })

  it('takes many, in batches, by several at once', async () => {
    const id = await openLog()
    await till.sql`
      insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
      select gen_random_uuid(), ${id}, 'product.updated', 'product', ${id}, n, '{}', now()
      from generate_series(1, 12000) n`
    await expect.poll(() => till.sql`select from events where sequence is null`, { timeout: 20_000 }).toHaveLength(0)
    await age(id, 31, 12_003)
    await Promise.all([forget(), forget(), forget()])
    await forget()
    expect(await numbersOf(id)).toEqual([12_004, 12_005])
  }, 60_000)

  it('keeps what is still on its way to an endpoint, and all that comes after it', async () => {
    const id = await openLog()
    await age(id, 31, 4)
    const [endpoint] = await till.sql<{ id: string }[]>`
      insert into webhook_endpoints (id, created_at, version, organization_id, url, format, events, status, secret)
      values (gen_random_uuid(), now(), 1, ${id}, 'https://example.com', 'raw', '{}', 'paused', '') returning id`
    await till.sql`
      insert into webhook_deliveries (created_at, organization_id, endpoint_id, event_id, status, finished_at)
      select now(), ${id}, ${endpoint?.id ?? ''}, e.id, case e.sequence when 1 then 'succeeded' else 'pending' end,
        case e.sequence when 1 then now() end
      from events e where e.organization_id = ${id} and e.sequence in (1, 3)`
    await forget()
    expect(await numbersOf(id)).toEqual([3, 4, 5])
    await till.sql`update webhook_deliveries set status = 'failed', finished_at = now() where organization_id = ${id}`
    await forget()
    expect(await numbersOf(id)).toEqual([5])
    expect(await till.sql`select from webhook_deliveries where organization_id = ${id}`).toHaveLength(0)
  })

  it('leaves books that are in order, however far it has come', async () => {
    const shop = await openShop(till)
    await numbered(till)
    const { id } = shop.organization
    const { last_sequence: last } = await till.owner.must(till.owner.get(`${path}?organization_id=${id}`))
    for (const upTo of [3, Math.floor(last / 2), last - 2]) {
      const [newest] = await till.sql<{ createdAt: Date }[]>`
        select created_at from events where organization_id = ${id} and sequence = ${upTo}`
      const then = newest?.createdAt ?? new Date()
      await forgetEvents(till.sql, 7, new Date(then.getTime() + 7 * DAY))
      expect((await numbersOf(id))[0]).toBeGreaterThan(upTo)
      await expectCleanBooks(till)
    }
  })
})

describe('410: what comes next was forgotten', () => {
  it('of the list and of the stream, with the oldest number that is there', async () => {
    const id = await openLog()
    await age(id, 31, 3)
    await forget()
    for (const address of [path, `${path}stream`]) {
      for (const after of [1, 2]) {
        const { status, body } = await till.owner.get(`${address}?organization_id=${id}&after=${after}`)
        expect([status, body]).toEqual([
          410,
          expect.objectContaining({ error: 'EventsForgotten', code: 'events_forgotten', oldest_sequence: 4 }),
        ])
        expect(body.detail).toContain('after=3')
      }
    }
    const resumed = await till.owner.get(`${path}stream?organization_id=${id}`, { 'last-event-id': '2' })
    expect(resumed.status).toBe(410)
  })

  it('not for whoever begins at the beginning, has seen the last that was forgotten, or walks back', async () => {
    const id = await openLog()
    await age(id, 31, 3)
    await forget()
    for (const query of ['', '&after=0', '&after=3', '&sorting=-sequence&before=6']) {
      const { items } = await till.owner.must(till.owner.get(`${path}?organization_id=${id}${query}`))
      expect(items.map(({ sequence }: { sequence: number }) => sequence).sort()).toEqual([4, 5])
    }
  })
})
