import { afterAll, beforeAll, expect, it } from 'vitest'
import { Allowed } from '../../src/platform/outbound/allowed.ts'
import { numbered } from '../support/event-log.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { behave, Receiver } from '../support/receiver.ts'
import { createDatabase, startTillOn, type TestDatabase, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'
import { makeEndpoint } from '../support/webhook-factories.ts'

let database: TestDatabase
let tills: TestTill[]
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
  database = await createDatabase(40)
  const keep = { ...database, drop: async () => {} }
  const start = () => startTillOn(keep, { webhookAllow: Allowed.parse('127.0.0.1') as Allowed })
  tills = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all(tills.map((till) => till.stop()))
  await receiver.stop()
  await stopWithCleanBooks({ sql: database.sql, stop: () => database.drop() })
})

it('events that come while earlier ones of the same object are being finished: none waits for ever, all in order', async () => {
  const [till, other] = tills as [TestTill, TestTill]
  const { id: shop } = await makeOrganization(till)
  await Promise.all([1, 2, 3].map((n) => makeEndpoint(till, shop, { url: receiver.url(`/hook-${n}`) })))
  receiver.at('/hook-2', behave.answer(204, { afterMilliseconds: 3 }))
  const products = await Promise.all([1, 2, 3, 4].map(() => makeProduct(till, shop)))
  const changes = Array.from({ length: 200 }, (_, n) => async () => {
    const { id } = products[n % 4] as { id: string }
    await (n % 2 ? till : other).owner.must(till.owner.patch(`/v1/products/${id}`, { name: `Edition ${n}` }))
  })
  const workers = Array.from({ length: 50 }, async () => {
    for (let next = changes.pop(); next; next = changes.pop()) await next()
  })
  await Promise.all(workers)
  await numbered(till)
  const open = () => database.sql`select id from webhook_deliveries where status = 'pending' limit 1`
  await expect.poll(open, { timeout: 20_000 }).toEqual([])
  for (const path of ['/hook-1', '/hook-2', '/hook-3']) {
    const told = receiver.requestsTo(path).map(({ body }) => JSON.parse(body))
    expect(told).toHaveLength(204)
    for (const { id } of products) {
      const versions = told.filter(({ object_id }) => object_id === id).map(({ object_version }) => object_version)
      expect(versions).toEqual(Array.from({ length: 51 }, (_, version) => version + 1))
    }
  }
}, 60_000)

it('fifty who ask for the last places of an organization: exactly as many endpoints as there may be', async () => {
  const [till] = tills as [TestTill]
  const { id: organization_id } = await makeOrganization(till)
  const body = { organization_id, url: 'https://shop.example.com/hook', events: ['order.paid'] }
  const replies = await Promise.all(Array.from({ length: 50 }, () => till.owner.post('/v1/webhooks/endpoints', body)))
  const refused = replies.filter(({ status }) => status === 403)
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(new Set(refused.map(({ body: { code } }) => code))).toEqual(new Set(['too_many_endpoints']))
  expect(refused).toHaveLength(30)
})

it('ten who ask for everything again at once: each event is queued once more', async () => {
  const [till] = tills as [TestTill]
  const { id: shop } = await makeOrganization(till)
  const { id } = await makeEndpoint(till, shop, { url: receiver.url('/again') })
  await Promise.all(Array.from({ length: 20 }, () => makeProduct(till, shop)))
  const many = async () => (await database.sql`select from webhook_deliveries where endpoint_id = ${id}`).length
  await expect.poll(many).toBe(20)
  await expect.poll(() => database.sql`select from webhook_queue where endpoint_id = ${id}`).toHaveLength(0)
  await till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status: 'paused' }))
  const since = new Date(Date.now() - 60_000).toISOString()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => till.owner.post(`/v1/webhooks/endpoints/${id}/redeliver`, { since })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(202))
  expect(replies.reduce((sum, { body }) => sum + body.queued, 0)).toBe(20)
  expect(await many()).toBe(40)
})
