import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { behave } from '../../../../test/support/receiver.ts'
import { bodyOf, soon, WebhookShop } from '../../../../test/support/webhook-shop.ts'
import { forgetDeliveries } from '../index.ts'

let shop: WebhookShop
beforeAll(async () => {
  shop = await WebhookShop.open()
})
afterAll(() => shop.close())
beforeEach(() => shop.begin())

describe('events of one object', () => {
  it('come in order, and wait for the one that fails; those of others do not', async () => {
    shop.receiver.at(shop.path, behave.answer(500), behave.answer(204))
    const { id } = await shop.endpoint()
    const product = await shop.product()
    await expect.poll(shop.received, soon).toHaveLength(1)
    await shop.rename(product, 'Second')
    await shop.rename(product, 'Third')
    const other = await shop.product()
    await expect.poll(() => shop.received().length, soon).toBe(2)
    expect(bodyOf(shop.received()[1]).object_id).toBe(other.id)
    const waiting = async () => {
      const untried = (await shop.deliveries(id)).filter(({ attempts }) => attempts.length === 0)
      return untried.map(({ next_attempt_at }) => next_attempt_at !== null)
    }
    await expect.poll(waiting, soon).toEqual([true, false])
    await hurryFirst(id)
    await expect.poll(() => shop.received().length, soon).toBe(5)
    const mine = shop
      .received()
      .map(bodyOf)
      .filter(({ object_id }) => object_id === product.id)
    expect(mine.map(({ object_version }) => object_version)).toEqual([1, 1, 2, 3])
  })

  it('do not wait for longer than an hour', async () => {
    shop.receiver.at(shop.path, behave.answer(500), behave.answer(204))
    const { id } = await shop.endpoint()
    const product = await shop.product()
    await expect.poll(shop.received, soon).toHaveLength(1)
    await shop.rename(product, 'Second')
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ http_code: 500 }, { http_code: null }])
    const [first, second] = await shop.deliveries(id)
    const wait = Date.parse(second.next_attempt_at) - Date.parse(first.attempts[0].started_at)
    expect(Math.abs(wait - 3_600_000)).toBeLessThan(5000)
    // An hour later, when the first still fails.
    await shop.till.sql`
      update webhook_queue set passes_at = now(), next_attempt_at = now() + interval '1 hour'
      where position = (select position from webhook_deliveries where id = ${first.id})`
    await shop.till.sql`
      update webhook_queue set next_attempt_at = now()
      where position = (select position from webhook_deliveries where id = ${second.id})`
    await expect.poll(() => shop.received().length, soon).toBe(2)
    await shop.rename(product, 'Third')
    await expect.poll(() => shop.received().length, soon).toBe(3)
    expect(shop.receivedVersions()).toEqual([1, 2, 3])
    expect((await shop.deliveries(id))[0].status).toBe('pending')
  })

  it('that waited for one which was forgotten go all the same', async () => {
    const { id } = await shop.endpoint()
    await shop.setStatus(id, 'paused')
    const product = await shop.product()
    for (const name of ['Second', 'Third']) await shop.rename(product, name)
    await expect.poll(() => shop.deliveries(id), soon).toHaveLength(3)
    await shop.till.sql`
      update webhook_deliveries set created_at = now() - interval '31 days' where position = (
        select min(position) from webhook_queue where endpoint_id = ${id})`
    await forgetDeliveries(shop.till.sql, new Date())
    await shop.setStatus(id, 'enabled')
    await expect.poll(() => shop.receivedVersions(), soon).toEqual([2, 3])
  })

  it('are not sent before their turn because somebody asks for them', async () => {
    shop.receiver.at(shop.path, behave.answer(500))
    const { id } = await shop.endpoint()
    const product = await shop.product()
    await shop.rename(product, 'Second')
    await expect.poll(() => shop.deliveries(id), soon).toMatchObject([{ http_code: 500 }, { http_code: null }])
    const [, second] = await shop.deliveries(id)
    await shop.till.owner.must(shop.till.owner.post(`/v1/webhooks/events/${second.webhook_event.id}/redeliver`, {}))
    await sleep(800)
    expect(shop.receivedVersions()).toEqual([1])
  })

  /** The first open one, which the others wait for. */
  const hurryFirst = (endpointId: string) => shop.till.sql`
    update webhook_queue set next_attempt_at = now() where position = (
      select min(position) from webhook_queue where endpoint_id = ${endpointId})`
})
