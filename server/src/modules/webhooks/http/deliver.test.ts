import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numbered } from '../../../../test/support/event-log.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { behave } from '../../../../test/support/receiver.ts'
import { makeEndpoint } from '../../../../test/support/webhook-factories.ts'
import { bodyOf, soon, WebhookShop } from '../../../../test/support/webhook-shop.ts'

let shop: WebhookShop
beforeAll(async () => {
  shop = await WebhookShop.open()
})
afterAll(() => shop.close())
beforeEach(() => shop.begin())

/** The time of the next attempt has come. */
const hurry = (endpointId: string) => shop.till.sql`
  update webhook_queue set next_attempt_at = now() where endpoint_id = ${endpointId} and next_attempt_at is not null`

describe('an event', () => {
  it('is posted within 100 ms', async () => {
    await shop.endpoint()
    const took: number[] = []
    for (let nth = 1; nth <= 5; nth += 1) {
      await shop.product()
      const committed = Date.now()
      await expect.poll(shop.received, soon).toHaveLength(nth)
      took.push((shop.received().at(-1)?.at ?? Number.POSITIVE_INFINITY) - committed)
    }
    // The machine may be busy with something else now and then.
    expect(took.sort((a, b) => a - b)[2]).toBeLessThan(100)
  })

  it('is posted as the log has it, with a signature that libraries verify', async () => {
    const { id, secret } = await shop.endpoint()
    const product = await shop.product()
    await expect.poll(shop.received, soon).toHaveLength(1)
    const [request] = shop.received()
    expect(request?.headers['content-type']).toBe('application/json')
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>)).toMatchObject({
      type: 'product.created',
      data: { id: product.id, name: product.name },
    })
    const { items } = (await shop.till.owner.get(`/v1/events/?organization_id=${shop.id}&type=product.created`)).body
    expect(bodyOf(request)).toEqual(items[0])
    expect(request?.headers['webhook-id']).toBe(items[0].id)
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ status: 'succeeded' }])
    const [delivery] = await shop.deliveries(id)
    expect(delivery).toMatchObject({
      succeeded: true,
      http_code: 204,
      is_repeat: false,
      next_attempt_at: null,
      webhook_event: { id: items[0].id, type: 'product.created', object_id: product.id },
      attempts: [{ number: 1, http_code: 204, failure: null, answer: '', milliseconds: expect.any(Number) }],
    })
  })

  it('goes to those who want it, and to nobody else', async () => {
    const [mine, other, asleep] = [
      await shop.endpoint(),
      await shop.endpoint({ events: ['order.paid'] }),
      await shop.endpoint(),
    ]
    await shop.till.owner.must(shop.till.owner.delete(`/v1/webhooks/endpoints/${asleep.id}`))
    const stranger = (await makeOrganization(shop.till)).id
    const foreign = await makeEndpoint(shop.till, stranger, { url: shop.receiver.url(shop.path) })
    await shop.product()
    await expect.poll(() => shop.deliveries(mine.id), soon).toMatchObject([{ status: 'succeeded' }])
    expect(await shop.deliveries(other.id)).toEqual([])
    expect(await shop.deliveries(foreign.id)).toEqual([])
    expect(shop.received()).toHaveLength(1)
  })
})

describe('an endpoint for everything', () => {
  it('is told of every type, also of those that it did not name, and can have them again', async () => {
    // What only waits for its number would be told too.
    await numbered(shop.till)
    const { id } = await shop.endpoint({ events: ['*'] })
    const since = new Date().toISOString()
    const product = await shop.product()
    await shop.till.owner.must(shop.till.owner.patch(`/v1/organizations/${shop.id}`, { name: 'Another name' }))
    const told = () => shop.received().map((request) => bodyOf(request).type)
    const expected = ['webhook_endpoint.created', 'product.created', 'organization.updated']
    await expect.poll(() => told().sort(), soon).toEqual([...expected].sort())
    const redeliver = (at: string, body: object) => shop.till.owner.must(shop.till.owner.post(`${at}/redeliver`, body))
    const { items } = (await shop.till.owner.get(`/v1/events/?organization_id=${shop.id}&object_id=${product.id}`)).body
    await expect.poll(async () => (await shop.deliveries(id, '&status=succeeded')).length, soon).toBe(3)
    expect(await redeliver(`/v1/webhooks/events/${items[0].id}`, {})).toEqual({ queued: 1 })
    await expect.poll(async () => (await shop.deliveries(id, '&status=succeeded')).length, soon).toBe(4)
    expect(await redeliver(`/v1/webhooks/endpoints/${id}`, { since })).toEqual({ queued: 2 })
    await expect.poll(() => told().length, soon).toBe(6)
  })
})

describe('a failed attempt', () => {
  it('is repeated with the same id, and both are on record', async () => {
    shop.receiver.at(shop.path, behave.answer(500, { body: 'out of order' }), behave.answer(200, { body: 'thanks' }))
    const { id } = await shop.endpoint()
    await shop.product()
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ attempts: [{ http_code: 500 }] }])
    const [failed] = await shop.deliveries(id)
    expect(failed).toMatchObject({ status: 'pending', succeeded: null, http_code: 500 })
    const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[0].started_at)
    expect(wait).toBeGreaterThan(4000)
    expect(wait).toBeLessThan(7000)
    await hurry(id)
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ status: 'succeeded' }])
    const [first, second] = shop.received()
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect((await shop.deliveries(id))[0].attempts).toMatchObject([
      { number: 1, http_code: 500, answer: 'out of order' },
      { number: 2, http_code: 200, answer: 'thanks' },
    ])
  })

  it.each([
    ['closes the connection', behave.closeEarly(), 'reset'],
    ['talks nonsense', behave.raw('hello\r\n\r\n'), 'garbage'],
  ])('of a receiver that %s says so', async (_, behavior, failure) => {
    shop.receiver.at(shop.path, behavior)
    const { id } = await shop.endpoint()
    await shop.product()
    await expect
      .poll(() => shop.deliveries(id), soon)
      .toMatchObject([{ status: 'pending', http_code: null, attempts: [{ http_code: null, failure }] }])
  })

  it('is not followed anywhere', async () => {
    shop.receiver.at(shop.path, behave.redirect(shop.receiver.url('/elsewhere')))
    const { id } = await shop.endpoint()
    await shop.product()
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ attempts: [{ http_code: 302 }] }])
    expect(shop.receiver.requestsTo('/elsewhere')).toEqual([])
  })

  it('waits as long as the receiver asks for', async () => {
    shop.receiver.at(shop.path, behave.answer(503, { headers: { 'retry-after': '120' } }))
    const { id } = await shop.endpoint()
    await shop.product()
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ attempts: [{ http_code: 503 }] }])
    const [{ next_attempt_at, attempts }] = await shop.deliveries(id)
    const wait = Date.parse(next_attempt_at) - Date.parse(attempts[0].started_at)
    expect(Math.abs(wait - 120_000)).toBeLessThan(2000)
  })
})
