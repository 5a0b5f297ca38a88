import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { behave, type ReceivedRequest } from '../../../../test/support/receiver.ts'
import { makeEndpoint } from '../../../../test/support/webhook-factories.ts'
import { soon, WebhookShop } from '../../../../test/support/webhook-shop.ts'

let shop: WebhookShop
beforeAll(async () => {
  shop = await WebhookShop.open()
})
afterAll(() => shop.close())
beforeEach(() => shop.begin())

describe('an endpoint', () => {
  it('that hangs delays others by nothing', async () => {
    const hanging = `/hanging/${shop.id}`
    shop.receiver.at(hanging, behave.hang())
    await makeEndpoint(shop.till, shop.id, { url: shop.receiver.url(hanging) })
    const { id } = await shop.endpoint()
    await Promise.all(Array.from({ length: 60 }, () => shop.product()))
    const made = Date.now()
    await expect.poll(() => shop.received().length, soon).toBe(60)
    expect(Math.max(...shop.received().map(({ at }) => at)) - made).toBeLessThan(1000)
    expect(shop.receiver.requestsTo(hanging).length).toBeLessThanOrEqual(20)
    await expect.poll(async () => (await shop.deliveries(id, '&status=succeeded')).length, soon).toBe(60)
  })

  it('that says 410 is disabled, with an event, and hears nothing more', async () => {
    shop.receiver.at(shop.path, behave.answer(410))
    const { id } = await shop.endpoint()
    await shop.product()
    const get = () => shop.readEndpoint(id)
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await expect
      .poll(
        async () =>
          (await shop.till.owner.get(`/v1/events/?organization_id=${shop.id}&type=webhook_endpoint.disabled`)).body,
        soon,
      )
      .toMatchObject({
        items: [{ object_id: id, data: { status: 'disabled' }, previous_attributes: { status: 'enabled' } }],
      })
    await shop.product()
    await sleep(300)
    expect(await shop.deliveries(id)).toMatchObject([{ status: 'failed', http_code: 410 }])
    expect(shop.received()).toHaveLength(1)
  })

  it('that says 410 is sent nothing of what waits behind it, also later ones of the same object', async () => {
    shop.receiver.at(shop.path, behave.answer(410))
    const { id } = await shop.endpoint()
    await shop.setStatus(id, 'paused')
    const product = await shop.product()
    for (const name of ['One', 'Two', 'Three']) await shop.rename(product, name)
    await expect.poll(async () => (await shop.deliveries(id)).length, soon).toBe(4)
    await shop.setStatus(id, 'enabled')
    const get = () => shop.readEndpoint(id)
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await sleep(300)
    expect(shop.received()).toHaveLength(1)
    shop.receiver.at(shop.path, behave.answer(204))
    await shop.setStatus(id, 'enabled')
    await expect.poll(async () => (await shop.deliveries(id, '&status=succeeded')).length, soon).toBe(3)
  })

  it('that is gone is disabled also when whoever heard it was killed before it could say so', async () => {
    const { id } = await shop.endpoint()
    await shop.till.sql`update webhook_endpoints set is_gone = true where id = ${id}`
    const get = () => shop.readEndpoint(id)
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await shop.setStatus(id, 'enabled')
    await sleep(700)
    expect((await get()).status).toBe('enabled')
  })

  it('is disabled after ten events in a row that used up all attempts; one that arrives begins the count anew', async () => {
    shop.receiver.at(shop.path, behave.answer(500))
    const { id } = await shop.endpoint()
    const get = () => shop.readEndpoint(id)
    const useUp = async (many: number) => {
      const before = (await shop.deliveries(id, '&status=failed')).length
      for (let n = 0; n < many; n += 1) await shop.product()
      await expect
        .poll(
          async () => (await shop.deliveries(id, '&status=pending')).filter((one) => one.attempts.length > 0).length,
          soon,
        )
        .toBe(many)
      await shop.till.sql`
        update webhook_queue set attempts = 10, next_attempt_at = now() where endpoint_id = ${id}`
      await expect.poll(async () => (await shop.deliveries(id, '&status=failed')).length, soon).toBe(before + many)
    }
    await useUp(9)
    shop.receiver.at(shop.path, behave.answer(204), behave.answer(500))
    await shop.product()
    await expect.poll(async () => (await shop.deliveries(id, '&status=succeeded')).length, soon).toBe(1)
    await useUp(9)
    expect((await get()).status).toBe('enabled')
    await useUp(1)
    await expect.poll(get, soon).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  }, 30_000)

  it('that is paused gets everything when it goes on', async () => {
    const { id } = await shop.endpoint()
    await shop.setStatus(id, 'paused')
    const product = await shop.product()
    await shop.rename(product, 'Second')
    await expect.poll(() => shop.deliveries(id), soon).toHaveLength(2)
    await sleep(700)
    expect(shop.received()).toEqual([])
    await shop.setStatus(id, 'enabled')
    await expect.poll(() => shop.receivedVersions(), soon).toEqual([1, 2])
  })

  it('whose secret is rotated is signed for with both, until the old one’s time is over', async () => {
    const { id, secret } = await shop.endpoint({ secret: 'a text of the seller' })
    const key = (text: string) => new Webhook(Buffer.from(text).toString('base64'))
    const rotated = await shop.till.owner.must(
      shop.till.owner.post(`/v1/webhooks/endpoints/${id}/rotate`, { secret: 'another text', overlap_seconds: 60 }),
    )
    expect(rotated.secret).toBe('another text')
    await shop.product()
    await expect.poll(shop.received, soon).toHaveLength(1)
    const verify = (request: ReceivedRequest | undefined, text: string) =>
      key(text).verify(request?.body ?? '', request?.headers as Record<string, string>)
    for (const text of [secret, rotated.secret]) verify(shop.received()[0], text)
    await shop.till.sql`update webhook_endpoints set old_secret_until = now() where id = ${id}`
    await shop.product()
    await expect.poll(shop.received, soon).toHaveLength(2)
    verify(shop.received()[1], rotated.secret)
    expect(() => verify(shop.received()[1], secret)).toThrow()
  })
})
