import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { behave } from '../../../../test/support/receiver.ts'
import { soon, WebhookShop } from '../../../../test/support/webhook-shop.ts'

let shop: WebhookShop
beforeAll(async () => {
  shop = await WebhookShop.open()
})
afterAll(() => shop.close())
beforeEach(() => shop.begin())

describe('sending again', () => {
  it('one event: with the same id, as often as it is asked', async () => {
    const { id } = await shop.endpoint()
    await shop.product()
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ status: 'succeeded' }])
    const [delivery] = await shop.deliveries(id)
    const again = await shop.till.owner.post(`/v1/webhooks/events/${delivery.webhook_event.id}/redeliver`, {})
    expect([again.status, again.body]).toEqual([202, { queued: 1 }])
    await expect.poll(shop.received, soon).toHaveLength(2)
    expect(new Set(shop.received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await shop.deliveries(id)).map(({ is_repeat }) => is_repeat)).toEqual([false, true])
  })

  it('one that is still failing: its next attempt is made now', async () => {
    shop.receiver.at(shop.path, behave.answer(500), behave.answer(204))
    const { id } = await shop.endpoint()
    await shop.product()
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ attempts: [{ http_code: 500 }] }])
    const [delivery] = await shop.deliveries(id)
    await shop.till.owner.must(shop.till.owner.post(`/v1/webhooks/events/${delivery.webhook_event.id}/redeliver`, {}))
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ status: 'succeeded' }])
  })

  it('everything since a time, in order; or only what failed', async () => {
    const { id } = await shop.endpoint()
    const product = await shop.product()
    const [, since] = [await shop.rename(product, 'Second'), new Date(Date.now() - 60_000).toISOString()]
    await expect.poll(() => shop.deliveries(id, '&status=succeeded'), soon).toHaveLength(2)
    const redeliver = (body: object) => shop.till.owner.post(`/v1/webhooks/endpoints/${id}/redeliver`, body)
    expect((await redeliver({ since, only_failed: true })).body).toEqual({ queued: 0 })
    expect((await redeliver({ since: new Date(Date.now() + 60_000).toISOString() })).body).toEqual({ queued: 0 })
    expect(await redeliver({ since })).toMatchObject({ status: 202, body: { queued: 2 } })
    await expect.poll(() => shop.receivedVersions(), soon).toEqual([1, 2, 1, 2])
  })

  it('also what was getting its number while the endpoint was still disabled', async () => {
    const { id } = await shop.endpoint()
    const { sql } = shop.till
    await sql`
      update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing' where id = ${id}`
    const since = new Date(Date.now() - 60_000).toISOString()
    const redelivered = await sql.begin(async (sequencer) => {
      await sequencer`select pg_advisory_xact_lock(7455106)`
      await shop.product()
      await sequencer`select number_events_2(1000, now())`
      await shop.setStatus(id, 'enabled')
      const answer = shop.till.owner.post(`/v1/webhooks/endpoints/${id}/redeliver`, { since })
      await Promise.race([answer, sleep(300)])
      return { answer }
    })
    expect(await redelivered.answer).toMatchObject({ status: 202, body: { queued: 1 } })
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ status: 'succeeded' }])
  })

  it('waits for numbers that are being given, and then holds up nobody who gives some', async () => {
    const held = await shop.till.sql.begin(async (sql) => {
      await sql`select await_numbering_1()`
      return sql`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`
    })
    expect(held).toHaveLength(0)
  })
})
