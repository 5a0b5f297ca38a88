import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { activate, held, LICENSE_CALLS, makeLicenseKey } from '../../../../test/support/license-key-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'
import type { LicenseKey } from '../model.ts'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const make = (overrides: Partial<LicenseKey> = {}) => makeLicenseKey(till, organizationId, overrides)
const urlOf = ({ id }: LicenseKey) => `/v1/license-keys/${id}`
const validate = (licenseKey: LicenseKey, fields: object = {}) =>
  till.anonymous.post(`${LICENSE_CALLS}/validate`, { ...held(licenseKey), ...fields })
const eventsOf = ({ id }: LicenseKey) =>
  till.sql`select type, object_version, previous_attributes from events where object_id = ${id} order by id`

describe('GET /v1/license-keys', () => {
  it('200: oldest first, or newest first when asked', async () => {
    const { id } = await makeOrganization(till)
    const made = [await makeLicenseKey(till, id), await makeLicenseKey(till, id), await makeLicenseKey(till, id)]
    const ids = made.map((licenseKey) => licenseKey.id)
    const idsOf = async (query: string) => {
      const { status, body } = await till.owner.get(`/v1/license-keys?organization_id=${id}${query}`)
      expect(status).toBe(200)
      expect(body.pagination).toMatchObject({ total_count: 3 })
      return body.items.map((item: { id: string }) => item.id)
    }
    expect(await idsOf('')).toEqual(ids)
    expect(await idsOf('&sorting=-created_at')).toEqual(ids.toReversed())
    expect(await idsOf('&limit=2&page=2')).toEqual(ids.slice(2))
    expect(await idsOf('&page=7')).toEqual([])
  })

  it('200: keys made at the same moment have one order over all pages', async () => {
    const { id } = await makeOrganization(till)
    const createdAt = new Date()
    for (let n = 0; n < 5; n += 1) await makeLicenseKey(till, id, { createdAt })
    const seen = new Set<string>()
    for (let page = 1; page <= 5; page += 1) {
      const { body } = await till.owner.get(`/v1/license-keys?organization_id=${id}&limit=1&page=${page}`)
      seen.add(body.items[0].id)
    }
    expect(seen.size).toBe(5)
  })

  it('200: filters by benefit, customer and status', async () => {
    const { id } = await makeOrganization(till)
    const first = await makeLicenseKey(till, id)
    const second = await makeLicenseKey(till, id, { status: 'revoked' })
    const third = await makeLicenseKey(till, id, { status: 'disabled' })
    const found = async (query: string) => {
      const { body } = await till.owner.get(`/v1/license-keys/?organization_id=${id}&${query}`)
      return body.items.map((item: { id: string }) => item.id)
    }
    expect(await found(`benefit_id=${first.benefitId}`)).toEqual([first.id])
    expect(await found(`customer_id=${second.customerId}&customer_id=${third.customerId}`)).toEqual([
      second.id,
      third.id,
    ])
    expect(await found('status=granted&status=disabled')).toEqual([first.id, third.id])
    expect(await found(`status=granted&customer_id=${second.customerId}`)).toEqual([])
  })

  it('200: only what the token may see', async () => {
    const other = await makeOrganization(till)
    await makeLicenseKey(till, other.id)
    const mine = await make()
    const client = till.as(await makeToken(till, organizationId))
    const { body } = await client.get('/v1/license-keys?limit=100')
    expect(new Set(body.items.map((item: { organization_id: string }) => item.organization_id))).toEqual(
      new Set([organizationId]),
    )
    expect(body.items.map((item: { id: string }) => item.id)).toContain(mine.id)
    expect((await client.get(`/v1/license-keys?organization_id=${other.id}`)).body.items).toEqual([])
  })

  it.each([
    ['sorting=usage', ['query', 'sorting', 0]],
    ['status=expired', ['query', 'status', 0]],
    ['benefit_id=x', ['query', 'benefit_id', 0]],
    ['limit=0', ['query', 'limit']],
  ])('422: %s', async (query, loc) => {
    const { status, body } = await till.owner.get(`/v1/license-keys?${query}`)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe('GET /v1/license-keys/{id}', () => {
  it('200: with its activations, oldest first, and 304 for the same ETag', async () => {
    const licenseKey = await make({ limitActivations: 3 })
    const first = await activate(till, licenseKey, { label: 'First' })
    const second = await activate(till, licenseKey, { label: 'Second' })
    const { status, body, headers } = await till.owner.get(urlOf(licenseKey))
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: licenseKey.id, key: licenseKey.key })
    expect(body.activations.map((activation: { id: string }) => activation.id)).toEqual([first.id, second.id])
    const etag = headers.get('etag') ?? ''
    expect(etag).toMatch(/^"1-/)
    expect((await till.owner.get(urlOf(licenseKey), { 'if-none-match': etag })).status).toBe(304)
    // A counter is no new version, yet the answer is another one.
    await validate(licenseKey, { activation_id: first.id })
    const after = await till.owner.get(urlOf(licenseKey), { 'if-none-match': etag })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).toMatch(/^"1-/)
  })

  it('200: an empty list where there are none', async () => {
    expect((await till.owner.get(urlOf(await make()))).body.activations).toEqual([])
  })

  it('404: another organization, and nothing at all', async () => {
    const client = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await client.get(urlOf(await make()))).status).toBe(404)
    expect((await till.owner.get(`/v1/license-keys/${newId()}`)).status).toBe(404)
  })
})

describe('GET /v1/license-keys/{id}/activations/{activation_id}', () => {
  it('200: the activation with its key', async () => {
    const licenseKey = await make({ limitActivations: 1 })
    const activation = await activate(till, licenseKey)
    const { status, body } = await till.owner.get(`${urlOf(licenseKey)}/activations/${activation.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(activation)
  })

  it('404: unknown, of another key, or of another organization', async () => {
    const licenseKey = await make({ limitActivations: 1 })
    const { id } = await activate(till, licenseKey)
    const client = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await till.owner.get(`${urlOf(licenseKey)}/activations/${newId()}`)).status).toBe(404)
    expect((await till.owner.get(`${urlOf(await make())}/activations/${id}`)).status).toBe(404)
    expect((await client.get(`${urlOf(licenseKey)}/activations/${id}`)).status).toBe(404)
  })

  it('422: an id that is no UUID', async () => {
    const { status, body } = await till.owner.get(`${urlOf(await make())}/activations/x`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['path', 'activation_id'])
  })
})

describe('PATCH /v1/license-keys/{id}', () => {
  it('200: changes what is sent and keeps the rest', async () => {
    const licenseKey = await make({ limitUsage: 5, usage: 2 })
    const { status, body } = await till.owner.patch(urlOf(licenseKey), {
      status: 'disabled',
      usage: 0,
      limit_activations: 4,
      expires_at: '2031-01-01T00:00:00+01:00',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'disabled',
      usage: 0,
      limit_activations: 4,
      limit_usage: 5,
      expires_at: '2030-12-31T23:00:00.000Z',
    })
    expect(body.modified_at).not.toBeNull()
    expect((await till.owner.get(urlOf(licenseKey))).body).toMatchObject(body)
  })

  it('200: null clears', async () => {
    const licenseKey = await make({ limitUsage: 1, limitActivations: 1, expiresAt: new Date(0) })
    const cleared = { limit_usage: null, limit_activations: null, expires_at: null }
    expect((await till.owner.patch(urlOf(licenseKey), cleared)).body).toMatchObject(cleared)
    expect((await validate(licenseKey, { increment_usage: 2 })).status).toBe(200)
  })

  it('200: one event for a change, with what was before; none when nothing changed', async () => {
    const licenseKey = await make({ limitUsage: 5 })
    await till.owner.patch(urlOf(licenseKey), { limit_usage: 6, status: 'granted' })
    await till.owner.patch(urlOf(licenseKey), { limit_usage: 6 })
    await till.owner.patch(urlOf(licenseKey), {})
    expect(await eventsOf(licenseKey)).toEqual([
      { type: 'license_key.updated', objectVersion: 2, previousAttributes: { limit_usage: 5 } },
    ])
  })

  it('200: a new usage alone is stored, and is no change', async () => {
    const licenseKey = await make({ usage: 5 })
    const { body, headers } = await till.owner.patch(urlOf(licenseKey), { usage: 1 })
    expect(body).toMatchObject({ usage: 1, modified_at: null })
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect((await till.owner.get(urlOf(licenseKey))).body.usage).toBe(1)
    expect(await eventsOf(licenseKey)).toEqual([])
  })

  it('200: a revocation is also announced by its own name, once', async () => {
    const licenseKey = await make()
    await till.owner.patch(urlOf(licenseKey), { status: 'revoked' })
    await till.owner.patch(urlOf(licenseKey), { status: 'revoked' })
    const previousAttributes = { status: 'granted' }
    expect(await eventsOf(licenseKey)).toEqual([
      { type: 'license_key.updated', objectVersion: 2, previousAttributes },
      { type: 'license_key.revoked', objectVersion: 2, previousAttributes },
    ])
  })

  it.each(['revoked', 'disabled'])(
    '200: a %s key is refused at once, and a granted one accepted again',
    async (status) => {
      const licenseKey = await make()
      expect((await validate(licenseKey)).status).toBe(200)
      await till.owner.patch(urlOf(licenseKey), { status })
      expect((await validate(licenseKey)).body.code).toBe('license_key_not_granted')
      const { body } = await till.owner.patch(urlOf(licenseKey), { status: 'granted' })
      expect(body.key).toBe(licenseKey.key)
      expect((await validate(licenseKey)).body.validations).toBe(2)
    },
  )

  it('200: a status that the seller says again is theirs from then on, and is news to nobody', async () => {
    const licenseKey = await make({ status: 'revoked', returningStatus: 'granted' })
    const { status, body } = await till.owner.patch(urlOf(licenseKey), { status: 'revoked' })
    expect([status, body.status]).toEqual([200, 'revoked'])
    expect(await till.sql`select returning_status from license_keys where id = ${licenseKey.id}`).toEqual([
      { returningStatus: null },
    ])
    expect(await eventsOf(licenseKey)).toEqual([])
  })

  it('200: limits beyond 32 bits, and the last moment of year 9999', async () => {
    const patch = { limit_usage: 2 ** 53 - 1, limit_activations: 2 ** 40, expires_at: '9999-12-31T23:59:59.999Z' }
    expect((await till.owner.patch(urlOf(await make()), patch)).body).toMatchObject(patch)
  })

  it('404: another organization', async () => {
    const client = till.as(await makeToken(till, (await makeOrganization(till)).id))
    const licenseKey = await make()
    expect((await client.patch(urlOf(licenseKey), { status: 'revoked' })).status).toBe(404)
    expect((await validate(licenseKey)).status).toBe(200)
  })

  it('412: when somebody else changed it first; a validation is no such change', async () => {
    const licenseKey = await make()
    const stale = { 'if-match': (await till.owner.get(urlOf(licenseKey))).headers.get('etag') ?? '' }
    await validate(licenseKey)
    expect((await till.owner.patch(urlOf(licenseKey), { limit_usage: 5 }, stale)).status).toBe(200)
    expect((await till.owner.patch(urlOf(licenseKey), { limit_usage: 6 }, stale)).status).toBe(412)
  })

  it.each([
    [{ status: 'expired' }, ['body', 'status']],
    [{ status: null }, ['body', 'status']],
    [{ usage: -1 }, ['body', 'usage']],
    [{ usage: null }, ['body', 'usage']],
    [{ usage: 2 ** 53 }, ['body', 'usage']],
    [{ limit_activations: 0 }, ['body', 'limit_activations']],
    [{ limit_activations: 1.5 }, ['body', 'limit_activations']],
    [{ limit_usage: 0 }, ['body', 'limit_usage']],
    [{ limit_usage: '5' }, ['body', 'limit_usage']],
    [{ expires_at: 'tomorrow' }, ['body', 'expires_at']],
    [{ expires_at: '10000-01-01T00:00:00Z' }, ['body', 'expires_at']],
    [{ expires_at: '+010000-01-01T00:00:00Z' }, ['body', 'expires_at']],
    [{ expires_at: '9999-12-31T23:59:59-01:00' }, ['body', 'expires_at']],
    [{ expires_at: '0000-01-01T00:00:00Z' }, ['body', 'expires_at']],
    [{ expires_at: '2031-01-01' }, ['body', 'expires_at']],
  ])('422: %j', async (patch, loc) => {
    const licenseKey = await make()
    const { status, body } = await till.owner.patch(urlOf(licenseKey), patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
    expect(await eventsOf(licenseKey)).toEqual([])
  })
})

describe('POST /v1/license-keys/{id}/rotate', () => {
  it('200: a new text with the same prefix; everything else stays', async () => {
    const licenseKey = await make({ key: `APP-${newId().toUpperCase()}`, limitActivations: 1 })
    const activation = await activate(till, licenseKey)
    const { status, body } = await till.owner.post(`${urlOf(licenseKey)}/rotate`)
    expect(status).toBe(200)
    expect(body.key).toMatch(/^APP-[0-9A-F-]{36}$/)
    expect(body.key).not.toBe(licenseKey.key)
    expect(body.display_key).toBe(`****-${body.key.slice(-6)}`)
    expect((await validate(licenseKey, { activation_id: activation.id })).body.code).toBe('license_key_unknown')
    const renewed = await validate({ ...licenseKey, key: body.key }, { activation_id: activation.id })
    expect(renewed.body).toMatchObject({ id: licenseKey.id, validations: 1, activation: { id: activation.id } })
    expect((await eventsOf(licenseKey)).map((event) => event.type)).toEqual([
      'license_key.activated',
      'license_key.updated',
    ])
  })

  it('200: the grant shows the end of the new text, and says so', async () => {
    const licenseKey = await make()
    const { body } = await till.owner.post(`${urlOf(licenseKey)}/rotate`)
    const { body: grants } = await till.owner.get(`/v1/benefits/${licenseKey.benefitId}/grants`)
    const properties = { license_key_id: licenseKey.id, display_key: body.display_key }
    expect(grants.items).toMatchObject([{ id: licenseKey.grantId, properties }])
    const events = await till.sql`
      select type, object_version, data -> 'properties' as properties from events
      where object_id = ${licenseKey.grantId}`
    expect(events).toEqual([{ type: 'benefit_grant.updated', objectVersion: 2, properties }])
  })

  it('403: a token that may only read', async () => {
    const client = till.as(await makeToken(till, organizationId, ['license_keys:read']))
    expect((await client.post(`${urlOf(await make())}/rotate`)).body.code).toBe('insufficient_scope')
  })

  it('404: another organization', async () => {
    const client = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await client.post(`${urlOf(await make())}/rotate`)).status).toBe(404)
  })
})
