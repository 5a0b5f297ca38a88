import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { makeEndpoint } from '../../../../test/support/webhook-factories.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const path = '/v1/webhooks/endpoints'
const URL = 'https://shop.example.com/hooks/till'
const create = (fields: object) =>
  till.owner.post(path, { organization_id: shop, url: URL, events: ['order.paid'], ...fields })
const eventsOf = async (id: string) => {
  const { body } = await till.owner.get(`/v1/events/?organization_id=${shop}&object_id=${id}`)
  return body.items
}

describe('POST /v1/webhooks/endpoints', () => {
  it('201: shows the secret, and never again', async () => {
    const { status, body } = await create({})
    expect(status).toBe(201)
    const { secret, ...shown } = body
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: shop,
      url: URL,
      format: 'raw',
      events: ['order.paid'],
      status: 'enabled',
      disabled_at: null,
      disabled_reason: null,
      old_secret_until: null,
    })
    expect((await till.owner.get(`${path}/${body.id}`)).body).toEqual(shown)
    const { items } = (await till.owner.get(`${path}?organization_id=${shop}`)).body
    expect(items.find(({ id }: { id: string }) => id === body.id)).toEqual(shown)
    await expect.poll(() => eventsOf(body.id)).toMatchObject([{ type: 'webhook_endpoint.created', data: shown }])
    const [row] = await till.sql`select row_to_json(w)::text as row from webhook_endpoints w where id = ${body.id}`
    expect(row?.row).not.toContain(secret.slice(6))
  })

  it('201: with a secret of the seller’s own', async () => {
    const { status, body } = await create({ secret: 'any text will do' })
    expect([status, body.secret]).toEqual([201, 'any text will do'])
  })

  it('201: for everything, shown as it was said', async () => {
    const { status, body } = await create({ events: ['*'] })
    expect([status, body.events]).toEqual([201, ['*']])
    expect((await till.owner.get(`${path}/${body.id}`)).body.events).toEqual(['*'])
  })

  it('422: says what was sent, but nothing that could be a secret', async () => {
    const { body } = await create({ events: ['order.payd'], secret: 'short', format: 'slack' })
    expect(body.detail).toMatchObject([
      { loc: ['body', 'events', 0], input: 'order.payd' },
      { loc: ['body', 'format'], input: 'slack' },
      { loc: ['body', 'secret'], input: null },
    ])
    const missing = await till.owner.post(path, { organization_id: shop, secret: 'a secret of mine' })
    expect(missing.body.detail).toMatchObject([
      { type: 'missing', loc: ['body', 'url'], input: null },
      { type: 'missing', loc: ['body', 'events'], input: null },
    ])
    const misspelled = await till.owner.post(
      path,
      { organization_id: shop, url: URL, events: ['order.paid'], secrt: 'a secret of mine' },
      { prefer: 'handling=strict' },
    )
    expect(misspelled.body.detail).toMatchObject([{ loc: ['body', 'secrt'], input: null }])
  })

  it.each([
    ['http://shop.example.com/hook'],
    ['https://localhost/hook'],
    ['https://127.0.0.1/hook'],
    ['https://[::1]/hook'],
    ['https://192.168.1.1/hook'],
    ['https://shop/hook'],
    ['https://ada:pass@shop.example.com/hook'],
    ['ftp://shop.example.com/hook'],
    ['https://0x7f000001/hook'],
    ['https://169.254.169.254/latest'],
    ['nonsense'],
  ])('422: %s', async (url) => {
    const { status, body } = await create({ url })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'url']])
  })

  it('422: a person’s token that does not say for which organization', async () => {
    const { status, body } = await till.owner.post(path, { url: URL, events: ['order.paid'] })
    const msg = 'Say which of your organizations'
    expect([status, body.detail]).toEqual([
      422,
      [{ type: 'missing', loc: ['body', 'organization_id'], msg, input: null }],
    ])
  })

  it.each<[string, object]>([
    ['events', { events: [] }],
    ['events', { events: ['order.paid', 'order.paid'] }],
    ['events', { events: ['order.lost'] }],
    ['secret', { secret: 'short' }],
    ['secret', { secret: 'x'.repeat(257) }],
    ['format', { format: 'slack' }],
    ['organization_id', { organization_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }],
  ])('422 at %s: %j', async (field, fields) => {
    const { status, body } = await create(fields)
    expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', field]])
    expect(JSON.stringify(body)).not.toContain('x'.repeat(20))
  })
})

describe('PATCH /v1/webhooks/endpoints/{id}', () => {
  it('200: pauses it, goes on, changes where and what; nothing changed means no event', async () => {
    const { id } = await makeEndpoint(till, shop)
    const patch = (fields: object) => till.owner.must(till.owner.patch(`${path}/${id}`, fields))
    expect(await patch({ status: 'paused' })).toMatchObject({ status: 'paused' })
    expect(await patch({ status: 'paused' })).toMatchObject({ status: 'paused' })
    const changed = { url: 'https://other.example.com/', events: ['order.refunded'], status: 'enabled' }
    expect(await patch(changed)).toMatchObject(changed)
    await expect.poll(async () => (await eventsOf(id)).length).toBe(3)
    expect(
      (await eventsOf(id)).map(({ type, previous_attributes }: Record<string, unknown>) => [type, previous_attributes]),
    ).toEqual([
      ['webhook_endpoint.created', null],
      ['webhook_endpoint.updated', { status: 'enabled' }],
      ['webhook_endpoint.updated', { status: 'paused', url: URL, events: ['product.created', 'product.updated'] }],
    ])
  })

  it('200: brings back one that Till has disabled', async () => {
    const { id } = await makeEndpoint(till, shop)
    await till.sql`
      update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing', given_up = 12
      where id = ${id}`
    const { body } = await till.owner.patch(`${path}/${id}`, { status: 'enabled' })
    expect(body).toMatchObject({ status: 'enabled', disabled_at: null, disabled_reason: null })
    expect(await till.sql`select given_up from webhook_endpoints where id = ${id}`).toEqual([{ givenUp: 0 }])
  })

  it('404, 412 and 422', async () => {
    const { id } = await makeEndpoint(till, shop)
    const gone = await till.owner.patch(`${path}/0197a6f0-1c2b-7d3e-8f40-51627384a5b6`, { status: 'paused' })
    expect(gone.status).toBe(404)
    const stale = await till.owner.patch(`${path}/${id}`, { status: 'paused' }, { 'if-match': '"99-x"' })
    expect(stale.status).toBe(412)
    const { status, body } = await till.owner.patch(`${path}/${id}`, { secret: 'a new secret of mine' })
    expect([status, body.detail]).toEqual([
      422,
      [{ type: 'value_error', loc: ['body', 'secret'], msg: expect.stringContaining('/rotate'), input: null }],
    ])
    for (const fields of [{ status: 'disabled' }, { url: 'https://10.0.0.1/' }, { events: [] }]) {
      expect((await till.owner.patch(`${path}/${id}`, fields)).status).toBe(422)
    }
  })
})

describe('POST /v1/webhooks/endpoints/{id}/rotate', () => {
  it('200: a new secret; the old one has a day, or as long as is said', async () => {
    const { id, secret } = await makeEndpoint(till, shop)
    const rotate = (fields: object) => till.owner.must(till.owner.post(`${path}/${id}/rotate`, fields))
    const first = await rotate({})
    expect(first.secret).toMatch(/^whsec_/)
    expect(first.secret).not.toBe(secret)
    expect(Math.abs(Date.parse(first.old_secret_until) - Date.now() - 86_400_000)).toBeLessThan(60_000)
    const second = await makeEndpoint(till, shop)
    const now = { overlap_seconds: 0, secret: 'a new one, by hand' }
    expect(await till.owner.must(till.owner.post(`${path}/${second.id}/rotate`, now))).toMatchObject({
      old_secret_until: null,
      secret: 'a new one, by hand',
    })
  })

  it('422: a second time while the old secret was promised to sign too, unless that is ended by saying so', async () => {
    const { id } = await makeEndpoint(till, shop)
    const rotate = (fields: object) => till.owner.post(`${path}/${id}/rotate`, fields)
    const first = (await rotate({})).body
    const { status, body } = await rotate({ overlap_seconds: 60 })
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          type: 'value_error',
          loc: ['body', 'overlap_seconds'],
          msg: expect.stringContaining(first.old_secret_until),
          input: 60,
        },
      ],
    ])
    expect((await rotate({})).status).toBe(422)
    expect((await till.owner.get(`${path}/${id}`)).body.old_secret_until).toBe(first.old_secret_until)
    expect(await till.owner.must(rotate({ overlap_seconds: 0 }))).toMatchObject({ old_secret_until: null })
    const again = await till.owner.must(rotate({ overlap_seconds: 1 }))
    await till.sql`update webhook_endpoints set old_secret_until = now() - interval '1 second' where id = ${id}`
    expect(again.old_secret_until).not.toBeNull()
    expect((await rotate({})).status).toBe(200)
  })

  it('422: longer than a week', async () => {
    const { id } = await makeEndpoint(till, shop)
    const { status, body } = await till.owner.post(`${path}/${id}/rotate`, { overlap_seconds: 604_801 })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'overlap_seconds']])
  })
})

describe('DELETE /v1/webhooks/endpoints/{id}', () => {
  it('204: and then 404', async () => {
    const { id } = await makeEndpoint(till, shop)
    expect((await till.owner.delete(`${path}/${id}`)).status).toBe(204)
    expect((await till.owner.get(`${path}/${id}`)).status).toBe(404)
    expect((await till.owner.delete(`${path}/${id}`)).status).toBe(404)
    await expect.poll(async () => (await eventsOf(id)).at(-1)?.type).toBe('webhook_endpoint.deleted')
  })
})

describe('sending again', () => {
  it('404: what is not there', async () => {
    const nobody = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
    expect((await till.owner.post(`/v1/webhooks/events/${nobody}/redeliver`, {})).status).toBe(404)
    const since = new Date().toISOString()
    expect((await till.owner.post(`${path}/${nobody}/redeliver`, { since })).status).toBe(404)
    expect((await till.owner.get(`/v1/webhooks/deliveries/${nobody}`)).status).toBe(404)
  })

  it('422: until a time that is not after since', async () => {
    const { id } = await makeEndpoint(till, shop)
    for (const until of ['2026-01-31T12:00:00Z', '2026-01-31T12:59:59+01:00']) {
      const span = { since: '2026-01-31T12:00:00Z', until }
      const { status, body } = await till.owner.post(`${path}/${id}/redeliver`, span)
      expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'until'], input: until }]])
    }
  })

  it('422: since nothing', async () => {
    const { id } = await makeEndpoint(till, shop)
    for (const body of [{}, { since: 'yesterday' }]) {
      const { status, body: refused } = await till.owner.post(`${path}/${id}/redeliver`, body)
      expect([status, refused.detail[0].loc]).toEqual([422, ['body', 'since']])
    }
  })
})
