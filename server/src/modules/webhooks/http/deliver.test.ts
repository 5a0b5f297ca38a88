import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numbered } from '../../../../test/support/event-log.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { behave, type ReceivedRequest, Receiver } from '../../../../test/support/receiver.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { deliveriesOf, makeEndpoint } from '../../../../test/support/webhook-factories.ts'
import { Allowed } from '../../../platform/outbound/allowed.ts'
import { forgetDeliveries } from '../index.ts'

let till: TestTill
let receiver: Receiver
let shop: string
let path: string

beforeAll(async () => {
  till = await startTill({ webhookAllow: Allowed.parse('127.0.0.1') as Allowed })
  receiver = await Receiver.start()
})
afterAll(async () => {
  await till.stop()
  await receiver.stop()
})
beforeEach(async () => {
  shop = (await makeOrganization(till)).id
  path = `/hook/${shop}`
})

const soon = { timeout: 10_000, interval: 10 }
const endpoint = (fields: object = {}) => makeEndpoint(till, shop, { url: receiver.url(path), ...fields })
const received = () => receiver.requestsTo(path)
const bodyOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body ?? 'null')
const rename = (product: { id: string }, name: string) =>
  till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { name }))
/** The time of the next attempt has come. */
const hurry = (endpointId: string) => till.sql`
  update webhook_queue set next_attempt_at = now() where endpoint_id = ${endpointId} and next_attempt_at is not null`

describe('an event', () => {
  it('is posted within 100 ms', async () => {
    await endpoint()
    const took: number[] = []
    for (let nth = 1; nth <= 5; nth += 1) {
      await makeProduct(till, shop)
      const committed = Date.now()
      await expect.poll(received, soon).toHaveLength(nth)
      took.push((received().at(-1)?.at ?? Number.POSITIVE_INFINITY) - committed)
    }
    // The machine may be busy with something else now and then.
    expect(took.sort((a, b) => a - b)[2]).toBeLessThan(100)
  })

  it('is posted as the log has it, with a signature that libraries verify', async () => {
    const { id, secret } = await endpoint()
    const product = await makeProduct(till, shop)
    await expect.poll(received, soon).toHaveLength(1)
    const [request] = received()
    expect(request?.headers['content-type']).toBe('application/json')
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>)).toMatchObject({
      type: 'product.created',
      data: { id: product.id, name: product.name },
    })
    const { items } = (await till.owner.get(`/v1/events/?organization_id=${shop}&type=product.created`)).body
    expect(bodyOf(request)).toEqual(items[0])
    expect(request?.headers['webhook-id']).toBe(items[0].id)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ status: 'succeeded' }])
    const [delivery] = await deliveriesOf(till, id)
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
    const [mine, other, asleep] = [await endpoint(), await endpoint({ events: ['order.paid'] }), await endpoint()]
    await till.owner.must(till.owner.delete(`/v1/webhooks/endpoints/${asleep.id}`))
    const stranger = (await makeOrganization(till)).id
    const foreign = await makeEndpoint(till, stranger, { url: receiver.url(path) })
    await makeProduct(till, shop)
    await expect.poll(() => deliveriesOf(till, mine.id), soon).toMatchObject([{ status: 'succeeded' }])
    expect(await deliveriesOf(till, other.id)).toEqual([])
    expect(await deliveriesOf(till, foreign.id)).toEqual([])
    expect(received()).toHaveLength(1)
  })
})

describe('an endpoint for everything', () => {
  it('is told of every type, also of those that it did not name, and can have them again', async () => {
    // What only waits for its number would be told too.
    await numbered(till)
    const { id } = await endpoint({ events: ['*'] })
    const since = new Date().toISOString()
    const product = await makeProduct(till, shop)
    await till.owner.must(till.owner.patch(`/v1/organizations/${shop}`, { name: 'Another name' }))
    const told = () => received().map((request) => bodyOf(request).type)
    const expected = ['webhook_endpoint.created', 'product.created', 'organization.updated']
    await expect.poll(() => told().sort(), soon).toEqual([...expected].sort())
    const redeliver = (at: string, body: object) => till.owner.must(till.owner.post(`${at}/redeliver`, body))
    const { items } = (await till.owner.get(`/v1/events/?organization_id=${shop}&object_id=${product.id}`)).body
    await expect.poll(async () => (await deliveriesOf(till, id, '&status=succeeded')).length, soon).toBe(3)
    expect(await redeliver(`/v1/webhooks/events/${items[0].id}`, {})).toEqual({ queued: 1 })
    await expect.poll(async () => (await deliveriesOf(till, id, '&status=succeeded')).length, soon).toBe(4)
    expect(await redeliver(`/v1/webhooks/endpoints/${id}`, { since })).toEqual({ queued: 2 })
    await expect.poll(() => told().length, soon).toBe(6)
  })
})

describe('a failed attempt', () => {
  it('is repeated with the same id, and both are on record', async () => {
    receiver.at(path, behave.answer(500, { body: 'out of order' }), behave.answer(200, { body: 'thanks' }))
    const { id } = await endpoint()
    await makeProduct(till, shop)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ attempts: [{ http_code: 500 }] }])
    const [failed] = await deliveriesOf(till, id)
    expect(failed).toMatchObject({ status: 'pending', succeeded: null, http_code: 500 })
    const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[0].started_at)
    expect(wait).toBeGreaterThan(4000)
    expect(wait).toBeLessThan(7000)
    await hurry(id)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ status: 'succeeded' }])
    const [first, second] = received()
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect((await deliveriesOf(till, id))[0].attempts).toMatchObject([
      { number: 1, http_code: 500, answer: 'out of order' },
      { number: 2, http_code: 200, answer: 'thanks' },
    ])
  })

  it.each([
    ['closes the connection', behave.closeEarly(), 'reset'],
    ['talks nonsense', behave.raw('hello\r\n\r\n'), 'garbage'],
  ])('of a receiver that %s says so', async (_, behavior, failure) => {
    receiver.at(path, behavior)
    const { id } = await endpoint()
    await makeProduct(till, shop)
    await expect
      .poll(() => deliveriesOf(till, id), soon)
      .toMatchObject([{ status: 'pending', http_code: null, attempts: [{ http_code: null, failure }] }])
  })

  it('is not followed anywhere', async () => {
    receiver.at(path, behave.redirect(receiver.url('/elsewhere')))
    const { id } = await endpoint()
    await makeProduct(till, shop)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ attempts: [{ http_code: 302 }] }])
    expect(receiver.requestsTo('/elsewhere')).toEqual([])
  })

  it('waits as long as the receiver asks for', async () => {
    receiver.at(path, behave.answer(503, { headers: { 'retry-after': '120' } }))
    const { id } = await endpoint()
    await makeProduct(till, shop)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ attempts: [{ http_code: 503 }] }])
    const [{ next_attempt_at, attempts }] = await deliveriesOf(till, id)
    const wait = Date.parse(next_attempt_at) - Date.parse(attempts[0].started_at)
    expect(Math.abs(wait - 120_000)).toBeLessThan(2000)
  })
})

describe('events of one object', () => {
  it('come in order, and wait for the one that fails; those of others do not', async () => {
    receiver.at(path, behave.answer(500), behave.answer(204))
    const { id } = await endpoint()
    const product = await makeProduct(till, shop)
    await expect.poll(received, soon).toHaveLength(1)
    await rename(product, 'Second')
    await rename(product, 'Third')
    const other = await makeProduct(till, shop)
    await expect.poll(() => received().length, soon).toBe(2)
    expect(bodyOf(received()[1]).object_id).toBe(other.id)
    const waiting = async () => {
      const untried = (await deliveriesOf(till, id)).filter(({ attempts }) => attempts.length === 0)
      return untried.map(({ next_attempt_at }) => next_attempt_at !== null)
    }
    await expect.poll(waiting, soon).toEqual([true, false])
    await hurryFirst(id)
    await expect.poll(() => received().length, soon).toBe(5)
    const mine = received()
      .map(bodyOf)
      .filter(({ object_id }) => object_id === product.id)
    expect(mine.map(({ object_version }) => object_version)).toEqual([1, 1, 2, 3])
  })

  it('do not wait for longer than an hour', async () => {
    receiver.at(path, behave.answer(500), behave.answer(204))
    const { id } = await endpoint()
    const product = await makeProduct(till, shop)
    await expect.poll(received, soon).toHaveLength(1)
    await rename(product, 'Second')
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ http_code: 500 }, { http_code: null }])
    const [first, second] = await deliveriesOf(till, id)
    const wait = Date.parse(second.next_attempt_at) - Date.parse(first.attempts[0].started_at)
    expect(Math.abs(wait - 3_600_000)).toBeLessThan(5000)
    // An hour later, when the first still fails.
    await till.sql`
      update webhook_queue set passes_at = now(), next_attempt_at = now() + interval '1 hour'
      where position = (select position from webhook_deliveries where id = ${first.id})`
    await till.sql`
      update webhook_queue set next_attempt_at = now()
      where position = (select position from webhook_deliveries where id = ${second.id})`
    await expect.poll(() => received().length, soon).toBe(2)
    await rename(product, 'Third')
    await expect.poll(() => received().length, soon).toBe(3)
    expect(received().map((request) => bodyOf(request).object_version)).toEqual([1, 2, 3])
    expect((await deliveriesOf(till, id))[0].status).toBe('pending')
  })

  it('that waited for one which was forgotten go all the same', async () => {
    const { id } = await endpoint()
    const set = (status: string) => till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status }))
    await set('paused')
    const product = await makeProduct(till, shop)
    for (const name of ['Second', 'Third']) await rename(product, name)
    await expect.poll(() => deliveriesOf(till, id), soon).toHaveLength(3)
    await till.sql`
      update webhook_deliveries set created_at = now() - interval '31 days' where position = (
        select min(position) from webhook_queue where endpoint_id = ${id})`
    await forgetDeliveries(till.sql, new Date())
    await set('enabled')
    await expect.poll(() => received().map((request) => bodyOf(request).object_version), soon).toEqual([2, 3])
  })

  it('are not sent before their turn because somebody asks for them', async () => {
    receiver.at(path, behave.answer(500))
    const { id } = await endpoint()
    const product = await makeProduct(till, shop)
    await rename(product, 'Second')
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ http_code: 500 }, { http_code: null }])
    const [, second] = await deliveriesOf(till, id)
    await till.owner.must(till.owner.post(`/v1/webhooks/events/${second.webhook_event.id}/redeliver`, {}))
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(received().map((request) => bodyOf(request).object_version)).toEqual([1])
  })

  /** The first open one, which the others wait for. */
  const hurryFirst = (endpointId: string) => till.sql`
    update webhook_queue set next_attempt_at = now() where position = (
      select min(position) from webhook_queue where endpoint_id = ${endpointId})`
})

describe('an endpoint', () => {
  it('that hangs delays others by nothing', async () => {
    const hanging = `/hanging/${shop}`
    receiver.at(hanging, behave.hang())
    await makeEndpoint(till, shop, { url: receiver.url(hanging) })
    const { id } = await endpoint()
    const took: number[] = []
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => makeProduct(till, shop)))
      const made = Date.now()
      await expect.poll(() => received().length, soon).toBe(20 * round)
      took.push(Math.max(...received().map(({ at }) => at)) - made)
    }
    expect(took.sort((a, b) => a - b)[1]).toBeLessThan(500)
    expect(receiver.requestsTo(hanging).length).toBeLessThanOrEqual(20)
    await expect.poll(async () => (await deliveriesOf(till, id, '&status=succeeded')).length, soon).toBe(60)
  })

  it('that says 410 is disabled, with an event, and hears nothing more', async () => {
    receiver.at(path, behave.answer(410))
    const { id } = await endpoint()
    await makeProduct(till, shop)
    const get = async () => (await till.owner.get(`/v1/webhooks/endpoints/${id}`)).body
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await expect
      .poll(
        async () => (await till.owner.get(`/v1/events/?organization_id=${shop}&type=webhook_endpoint.disabled`)).body,
        soon,
      )
      .toMatchObject({
        items: [{ object_id: id, data: { status: 'disabled' }, previous_attributes: { status: 'enabled' } }],
      })
    await makeProduct(till, shop)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await deliveriesOf(till, id)).toMatchObject([{ status: 'failed', http_code: 410 }])
    expect(received()).toHaveLength(1)
  })

  it('that says 410 is sent nothing of what waits behind it, also later ones of the same object', async () => {
    receiver.at(path, behave.answer(410))
    const { id } = await endpoint()
    const setStatus = (status: string) => till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status }))
    await setStatus('paused')
    const product = await makeProduct(till, shop)
    for (const name of ['One', 'Two', 'Three']) await rename(product, name)
    await expect.poll(async () => (await deliveriesOf(till, id)).length, soon).toBe(4)
    await setStatus('enabled')
    const get = async () => (await till.owner.get(`/v1/webhooks/endpoints/${id}`)).body
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(received()).toHaveLength(1)
    receiver.at(path, behave.answer(204))
    await setStatus('enabled')
    await expect.poll(async () => (await deliveriesOf(till, id, '&status=succeeded')).length, soon).toBe(3)
  })

  it('that is gone is disabled also when whoever heard it was killed before it could say so', async () => {
    const { id } = await endpoint()
    await till.sql`update webhook_endpoints set is_gone = true where id = ${id}`
    const get = async () => (await till.owner.get(`/v1/webhooks/endpoints/${id}`)).body
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status: 'enabled' }))
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect((await get()).status).toBe('enabled')
  })

  it('is disabled after ten events in a row that used up all attempts; one that arrives begins the count anew', async () => {
    receiver.at(path, behave.answer(500))
    const { id } = await endpoint()
    const get = async () => (await till.owner.get(`/v1/webhooks/endpoints/${id}`)).body
    const useUp = async (many: number) => {
      const before = (await deliveriesOf(till, id, '&status=failed')).length
      for (let n = 0; n < many; n += 1) await makeProduct(till, shop)
      await expect
        .poll(
          async () => (await deliveriesOf(till, id, '&status=pending')).filter((one) => one.attempts.length > 0).length,
          soon,
        )
        .toBe(many)
      await till.sql`
        update webhook_queue set attempts = 10, next_attempt_at = now() where endpoint_id = ${id}`
      await expect.poll(async () => (await deliveriesOf(till, id, '&status=failed')).length, soon).toBe(before + many)
    }
    await useUp(9)
    receiver.at(path, behave.answer(204), behave.answer(500))
    await makeProduct(till, shop)
    await expect.poll(async () => (await deliveriesOf(till, id, '&status=succeeded')).length, soon).toBe(1)
    await useUp(9)
    expect((await get()).status).toBe('enabled')
    await useUp(1)
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  }, 30_000)

  it('that is paused gets everything when it goes on', async () => {
    const { id } = await endpoint()
    const set = (status: string) => till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status }))
    await set('paused')
    const product = await makeProduct(till, shop)
    await rename(product, 'Second')
    await expect.poll(() => deliveriesOf(till, id), soon).toHaveLength(2)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(received()).toEqual([])
    await set('enabled')
    await expect.poll(() => received().map((request) => bodyOf(request).object_version), soon).toEqual([1, 2])
  })

  it('whose secret is rotated is signed for with both, until the old one’s time is over', async () => {
    const { id, secret } = await endpoint({ secret: 'a text of the seller' })
    const key = (text: string) => new Webhook(Buffer.from(text).toString('base64'))
    const rotated = await till.owner.must(
      till.owner.post(`/v1/webhooks/endpoints/${id}/rotate`, { secret: 'another text', overlap_seconds: 60 }),
    )
    expect(rotated.secret).toBe('another text')
    await makeProduct(till, shop)
    await expect.poll(received, soon).toHaveLength(1)
    const verify = (request: ReceivedRequest | undefined, text: string) =>
      key(text).verify(request?.body ?? '', request?.headers as Record<string, string>)
    for (const text of [secret, rotated.secret]) verify(received()[0], text)
    await till.sql`update webhook_endpoints set old_secret_until = now() where id = ${id}`
    await makeProduct(till, shop)
    await expect.poll(received, soon).toHaveLength(2)
    verify(received()[1], rotated.secret)
    expect(() => verify(received()[1], secret)).toThrow()
  })
})

describe('sending again', () => {
  it('one event: with the same id, as often as it is asked', async () => {
    const { id } = await endpoint()
    await makeProduct(till, shop)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ status: 'succeeded' }])
    const [delivery] = await deliveriesOf(till, id)
    const again = await till.owner.post(`/v1/webhooks/events/${delivery.webhook_event.id}/redeliver`, {})
    expect([again.status, again.body]).toEqual([202, { queued: 1 }])
    await expect.poll(received, soon).toHaveLength(2)
    expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await deliveriesOf(till, id)).map(({ is_repeat }) => is_repeat)).toEqual([false, true])
  })

  it('one that is still failing: its next attempt is made now', async () => {
    receiver.at(path, behave.answer(500), behave.answer(204))
    const { id } = await endpoint()
    await makeProduct(till, shop)
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ attempts: [{ http_code: 500 }] }])
    const [delivery] = await deliveriesOf(till, id)
    await till.owner.must(till.owner.post(`/v1/webhooks/events/${delivery.webhook_event.id}/redeliver`, {}))
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ status: 'succeeded' }])
  })

  it('everything since a time, in order; or only what failed', async () => {
    const { id } = await endpoint()
    const product = await makeProduct(till, shop)
    const [, since] = [await rename(product, 'Second'), new Date(Date.now() - 60_000).toISOString()]
    await expect.poll(() => deliveriesOf(till, id, '&status=succeeded'), soon).toHaveLength(2)
    const redeliver = (body: object) => till.owner.post(`/v1/webhooks/endpoints/${id}/redeliver`, body)
    expect((await redeliver({ since, only_failed: true })).body).toEqual({ queued: 0 })
    expect((await redeliver({ since: new Date(Date.now() + 60_000).toISOString() })).body).toEqual({ queued: 0 })
    expect(await redeliver({ since })).toMatchObject({ status: 202, body: { queued: 2 } })
    await expect.poll(() => received().map((request) => bodyOf(request).object_version), soon).toEqual([1, 2, 1, 2])
  })

  it('also what was being numbered at that moment, for nobody to hear of', async () => {
    const { id } = await endpoint()
    await till.sql`update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing' where id = ${id}`
    const since = new Date(Date.now() - 60_000).toISOString()
    const redelivered = await till.sql.begin(async (sequencer) => {
      await sequencer`select pg_advisory_xact_lock(7455106)`
      await makeProduct(till, shop)
      await sequencer`select number_events_2(1000, now())`
      await till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status: 'enabled' }))
      const answer = till.owner.post(`/v1/webhooks/endpoints/${id}/redeliver`, { since })
      await Promise.race([answer, sleep(300)])
      return { answer }
    })
    expect(await redelivered.answer).toMatchObject({ status: 202, body: { queued: 1 } })
    await expect.poll(() => deliveriesOf(till, id), soon).toMatchObject([{ status: 'succeeded' }])
  })
})
