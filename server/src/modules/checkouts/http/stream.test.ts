import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { type EventStream, openStream } from '../../../../test/support/event-stream.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import {
  createDatabase,
  startTill,
  startTillOn,
  type TestTill,
  tillForThisTest,
} from '../../../../test/support/till.ts'

let till: TestTill
let productId: string
beforeAll(async () => {
  till = await startTill()
  productId = (await makeProduct(till, (await makeOrganization(till)).id)).id
})
afterAll(() => till.stop())

const opened: EventStream[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stream) => stream.close()))
})

const path = '/v1/checkouts/custom/'
const client = (checkout: { client_secret: string }) => `${path}client/${checkout.client_secret}`
const email = () => `watcher${unique()}@example.com`
const open = () => makeCheckout(till, { product_id: productId })

async function follow(checkout: { client_secret: string }, headers = {}, at = till): Promise<EventStream> {
  const stream = await openStream(at, `${client(checkout)}/stream`, headers)
  opened.push(stream)
  return stream
}

const tells = (stream: EventStream, many: number, timeout = 5000) =>
  expect.poll(() => stream.told.length, { timeout, interval: 10 }).toBe(many)

describe('200', () => {
  it('begins with the checkout as a read shows it, and says how to come back', async () => {
    const checkout = await open()
    const stream = await follow(checkout)
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    await tells(stream, 1)
    expect(stream.text).toMatch(/^retry: \d+\n\n/)
    expect(stream.told).toEqual([{ id: '1', name: undefined, data: (await till.anonymous.get(client(checkout))).body }])
  })

  it('answers without custom/ too', async () => {
    const { client_secret } = await open()
    const stream = await openStream(till, `/v1/checkouts/client/${client_secret}/stream`)
    opened.push(stream)
    await tells(stream, 1)
  })

  it('tells of every change by buyer or seller, and of nothing else', async () => {
    const checkout = await open()
    const other = await open()
    const stream = await follow(checkout)
    await tells(stream, 1)
    await till.anonymous.must(till.anonymous.patch(client(checkout), { customer_name: 'Ada' }))
    await tells(stream, 2)
    await till.owner.must(till.owner.patch(path + other.id, { customer_name: 'Eve' }))
    await till.owner.must(till.owner.patch(path + checkout.id, { customer_name: 'Ada' }))
    await till.owner.must(till.owner.patch(path + checkout.id, { metadata: { secret: 1 } }))
    await tells(stream, 3)
    expect(stream.told.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(stream.told[1]?.data.customer_name).toBe('Ada')
    expect(stream.text).not.toContain('secret":1')
  })

  it('tells that it has succeeded, and ends', async () => {
    const checkout = await open()
    const streams = [await follow(checkout), await follow(checkout)]
    await Promise.all(streams.map((stream) => tells(stream, 1)))
    await till.anonymous.must(confirm(till.anonymous, checkout, { customer_email: email() }))
    for (const stream of streams) {
      await stream.over()
      expect(stream.told.map(({ data }) => data.status)).toEqual(['open', 'succeeded'])
    }
  })

  it('of a checkout that has succeeded is told once, and ends', async () => {
    const checkout = await open()
    await till.anonymous.must(confirm(till.anonymous, checkout, { customer_email: email() }))
    const stream = await follow(checkout)
    await stream.over()
    expect(stream.told.map(({ data }) => data.status)).toEqual(['succeeded'])
  })

  it('tells of changes that another process makes', async () => {
    const database = await createDatabase()
    const here = await startTillOn(database)
    const there = await startTillOn({ ...database, drop: async () => {} })
    try {
      const product = await makeProduct(there, (await makeOrganization(there)).id)
      const checkout = await makeCheckout(there, { product_id: product.id })
      const stream = await follow(checkout, {}, here)
      await tells(stream, 1)
      await there.anonymous.must(there.anonymous.patch(client(checkout), { customer_name: 'Ada' }))
      await tells(stream, 2, 2000)
    } finally {
      await there.stop()
      await here.stop()
    }
  })

  it('tells that time has run out, and ends', async () => {
    let later = 0
    const clock = { now: () => new Date(Date.now() + later) }
    const aging = await tillForThisTest({ clock })
    const product = await makeProduct(aging, (await makeOrganization(aging)).id)
    const checkout = await makeCheckout(aging, { product_id: product.id })
    const stream = await follow(checkout, {}, aging)
    await tells(stream, 1)
    later = 25 * 3_600_000
    await stream.over()
    expect(stream.told.map(({ data }) => data.status)).toEqual(['open', 'expired'])
  })

  it('goes on after the database was away', async () => {
    const shaken = await tillForThisTest()
    const product = await makeProduct(shaken, (await makeOrganization(shaken)).id)
    const checkout = await makeCheckout(shaken, { product_id: product.id })
    const stream = await follow(checkout, {}, shaken)
    await tells(stream, 1)
    await shaken.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await expect
      .poll(async () => (await shaken.anonymous.patch(client(checkout), { customer_name: 'Ada' })).status)
      .toBe(200)
    await tells(stream, 2)
  })

  it('for HEAD are only the headers', async () => {
    const reply = await till.anonymous.send('HEAD', `${client(await open())}/stream`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })
})

describe('Last-Event-ID', () => {
  it('200: what was seen is not told again, what is newer is', async () => {
    const checkout = await open()
    const same = await follow(checkout, { 'last-event-id': '1' })
    await till.anonymous.must(till.anonymous.patch(client(checkout), { customer_name: 'Ada' }))
    await tells(same, 1)
    expect(same.told[0]?.id).toBe('2')
    for (const lastSeen of ['1', 'nonsense']) {
      const behind = await follow(checkout, { 'last-event-id': lastSeen })
      await tells(behind, 1)
      expect(behind.told[0]?.id).toBe('2')
    }
  })

  it('204: nothing more will come', async () => {
    const checkout = await open()
    await till.anonymous.must(confirm(till.anonymous, checkout, { customer_email: email() }))
    const { told } = await followToTheEnd(checkout)
    const again = await openStream(till, `${client(checkout)}/stream`, { 'last-event-id': told[0]?.id ?? '' })
    expect(again.response.statusCode).toBe(204)
  })

  async function followToTheEnd(checkout: { client_secret: string }): Promise<EventStream> {
    const stream = await follow(checkout)
    await stream.over()
    return stream
  }
})

describe('404, 410 and 429', () => {
  it('404: an unknown or malformed secret', async () => {
    expect((await till.anonymous.get(`${path}client/nonsense/stream`)).body.error).toBe('ResourceNotFound')
    const unknown = await till.anonymous.get(`${path}client/till_cs_${'a'.repeat(43)}/stream`)
    expect(unknown.body.error).toBe('ResourceNotFound')
  })

  it('410: an expired checkout', async () => {
    const checkout = await open()
    await till.sql`update checkouts set expires_at = now() - interval '1 second' where id = ${checkout.id}`
    expect((await till.anonymous.get(`${client(checkout)}/stream`)).body.error).toBe('ExpiredCheckout')
  })

  it('429: the budget of an address is for streams too', async () => {
    const size = { points: 4, seconds: 60 }
    const tight = await tillForThisTest({ rateLimits: { default: size, confirm: size, license_keys: size } })
    const statuses = []
    for (let i = 0; i < 6; i += 1) {
      statuses.push((await tight.anonymous.get(`${path}client/till_cs_${'a'.repeat(43)}/stream`)).status)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 429, 429])
  })
})

describe('many streams', () => {
  it('of one checkout: the oldest ends when one more comes', async () => {
    const checkout = await open()
    const streams = []
    for (let i = 0; i < 11; i += 1) streams.push(await follow(checkout))
    const [oldest, ...others] = streams
    await oldest?.over()
    await till.anonymous.must(till.anonymous.patch(client(checkout), { customer_name: 'Ada' }))
    await Promise.all(others.map((stream) => tells(stream, 2)))
    expect(oldest?.told).toHaveLength(1)
  })

  it('of 50 checkouts: each is told of its own, and a stop ends them all at once', async () => {
    const busy = await startTill()
    const product = await makeProduct(busy, (await makeOrganization(busy)).id)
    const checkouts = await Promise.all(
      Array.from({ length: 50 }, () => makeCheckout(busy, { product_id: product.id })),
    )
    const streams = await Promise.all(checkouts.map((checkout) => follow(checkout, {}, busy)))
    await Promise.all(
      checkouts.map((checkout, index) =>
        busy.anonymous.must(busy.anonymous.patch(client(checkout), { customer_name: `Buyer ${index}` })),
      ),
    )
    const names = () => streams.map(({ told }) => told.at(-1)?.data.customer_name)
    await expect.poll(names, { timeout: 10_000 }).toEqual(checkouts.map((_, index) => `Buyer ${index}`))
    const from = performance.now()
    await busy.stop()
    await Promise.all(streams.map((stream) => stream.over()))
    expect(performance.now() - from).toBeLessThan(5000)
  })
})
