import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../../../../test/support/factories.ts'
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

const past = () => new Date(Date.now() - 1000)
const make = (overrides: Partial<LicenseKey> = {}) =>
  makeLicenseKey(till, organizationId, { limitActivations: 2, ...overrides })
const ask = (licenseKey: LicenseKey, fields: object = {}, headers: Record<string, string> = {}) =>
  till.anonymous.post(`${LICENSE_CALLS}/activate`, { ...held(licenseKey), label: 'Laptop', ...fields }, headers)
const giveBack = (licenseKey: LicenseKey, activationId: string, headers: Record<string, string> = {}) =>
  till.anonymous.post(`${LICENSE_CALLS}/deactivate`, { ...held(licenseKey), activation_id: activationId }, headers)
const eventsOf = ({ id }: LicenseKey) =>
  till.sql`select type, object_type, object_version, data, request_id from events where object_id = ${id} order by id`

describe('POST /v1/customer-portal/license-keys/activate', () => {
  it('200: shows the activation with its key', async () => {
    const licenseKey = await make()
    const { status, body } = await ask(licenseKey, { meta: { os: 'linux', cores: 8, arm: true }, conditions: { v: 1 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      license_key_id: licenseKey.id,
      label: 'Laptop',
      meta: { os: 'linux', cores: 8, arm: true },
      modified_at: null,
      license_key: { id: licenseKey.id, key: licenseKey.key, limit_activations: 2, validations: 0 },
    })
    expect(body).not.toHaveProperty('conditions')
    const read = await till.owner.get(`/v1/license-keys/${licenseKey.id}/activations/${body.id}`)
    expect(read.body).toEqual(body)
  })

  it('200: writes one event, which shows what was answered', async () => {
    const licenseKey = await make()
    const { body, headers } = await ask(licenseKey)
    expect(await eventsOf(licenseKey)).toEqual([
      {
        type: 'license_key.activated',
        objectType: 'license_key',
        objectVersion: 1,
        data: body,
        requestId: headers.get('x-request-id'),
      },
    ])
  })

  it('200: the same Idempotency-Key takes one place', async () => {
    const licenseKey = await make()
    const again = { 'idempotency-key': 'once' }
    const first = await ask(licenseKey, {}, again)
    const second = await ask(licenseKey, {}, again)
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect((await ask(licenseKey, { label: 'Other' }, again)).status).toBe(422)
    expect(await eventsOf(licenseKey)).toHaveLength(1)
    expect((await ask(licenseKey)).status).toBe(200)
    expect((await ask(licenseKey, {}, { 'idempotency-key': 'another' })).status).toBe(403)
  })

  it('403: when all places are taken; a place that is given back is free at once', async () => {
    const licenseKey = await make()
    const first = await activate(till, licenseKey)
    await activate(till, licenseKey)
    const { status, body } = await ask(licenseKey)
    expect(status).toBe(403)
    expect(body).toMatchObject({ error: 'NotPermitted', code: 'activation_limit_reached' })
    expect((await giveBack(licenseKey, first.id)).status).toBe(204)
    expect((await ask(licenseKey)).status).toBe(200)
    expect((await ask(licenseKey)).status).toBe(403)
  })

  it('403: a limit below what is in use admits nothing more, and takes nothing away', async () => {
    const licenseKey = await make()
    const kept = [await activate(till, licenseKey), await activate(till, licenseKey)]
    const url = `/v1/license-keys/${licenseKey.id}`
    expect((await till.owner.patch(url, { limit_activations: 1 })).status).toBe(200)
    expect((await ask(licenseKey)).body.code).toBe('activation_limit_reached')
    expect((await till.owner.get(url)).body.activations).toHaveLength(2)
    await giveBack(licenseKey, kept[0].id)
    expect((await ask(licenseKey)).body.code).toBe('activation_limit_reached')
    await giveBack(licenseKey, kept[1].id)
    expect((await ask(licenseKey)).status).toBe(200)
  })

  it('403: a key without activations, and one whose limit was cleared', async () => {
    const licenseKey = await make({ limitActivations: null })
    const { status, body } = await ask(licenseKey)
    expect(status).toBe(403)
    expect(body).toMatchObject({ error: 'NotPermitted', code: 'activation_not_supported' })
    const cleared = await make()
    await till.owner.patch(`/v1/license-keys/${cleared.id}`, { limit_activations: null })
    expect((await ask(cleared)).body.code).toBe('activation_not_supported')
  })

  it('200: a limit beyond 32 bits', async () => {
    expect((await ask(await make({ limitActivations: 2 ** 40 }))).body.license_key.limit_activations).toBe(2 ** 40)
  })

  it.each([
    ['revoked', { status: 'revoked' }, 'license_key_not_granted'],
    ['disabled', { status: 'disabled', limitActivations: null }, 'license_key_not_granted'],
    ['expired', { expiresAt: past() }, 'license_key_expired'],
    ['no longer entitled to', { entitledUntil: past(), limitActivations: null }, 'license_key_expired'],
  ] as const)('404: a key that is %s', async (_, overrides, code) => {
    const licenseKey = await make(overrides)
    const { status, body } = await ask(licenseKey)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'ResourceNotFound', code })
    expect(await eventsOf(licenseKey)).toHaveLength(0)
  })

  it('404: an unknown key, and one of another organization', async () => {
    const licenseKey = await make()
    for (const fields of [{ key: 'NOPE' }, { organization_id: newId() }]) {
      const { status, body } = await ask(licenseKey, fields)
      expect([status, body.code]).toEqual([404, 'license_key_unknown'])
    }
  })

  const fiftyOne = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index]))
  it.each([
    [{ label: undefined }, ['body', 'label'], 'missing'],
    [{ label: '' }, ['body', 'label'], 'string_too_short'],
    [{ label: 'x'.repeat(257) }, ['body', 'label'], 'string_too_long'],
    [{ label: null }, ['body', 'label'], 'string_type'],
    [{ conditions: { a: null } }, ['body', 'conditions', 'a'], 'value_error'],
    [{ conditions: { a: 1.5 } }, ['body', 'conditions', 'a'], 'value_error'],
    [{ conditions: fiftyOne }, ['body', 'conditions'], 'too_long'],
    [{ meta: { a: ['b'] } }, ['body', 'meta', 'a'], 'value_error'],
    [{ meta: fiftyOne }, ['body', 'meta'], 'too_long'],
    [{ meta: 'text' }, ['body', 'meta'], 'dict_type'],
  ])('422: %j', async (fields, loc, type) => {
    const { status, body } = await ask(await make(), fields)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc, type })
  })
})

describe('POST /v1/customer-portal/license-keys/deactivate', () => {
  it('204: gives the place back and writes one event', async () => {
    const licenseKey = await make()
    const activation = await activate(till, licenseKey)
    expect((await giveBack(licenseKey, activation.id)).status).toBe(204)
    const url = `/v1/license-keys/${licenseKey.id}/activations/${activation.id}`
    expect((await till.owner.get(url)).status).toBe(404)
    const events = await eventsOf(licenseKey)
    expect(events.map((event) => event.type)).toEqual(['license_key.activated', 'license_key.deactivated'])
    expect(events[1]?.data).toEqual(activation)
  })

  it.each([
    ['revoked', { status: 'revoked' }],
    ['expired', { expires_at: '2020-01-01T00:00:00Z' }],
  ])('204: also of a key that is %s', async (_, patch) => {
    const licenseKey = await make()
    const activation = await activate(till, licenseKey)
    await till.owner.patch(`/v1/license-keys/${licenseKey.id}`, patch)
    expect((await giveBack(licenseKey, activation.id)).status).toBe(204)
  })

  it('204: the same Idempotency-Key again; without it 404', async () => {
    const licenseKey = await make()
    const { id } = await activate(till, licenseKey)
    const again = { 'idempotency-key': 'back' }
    expect((await giveBack(licenseKey, id, again)).status).toBe(204)
    const second = await giveBack(licenseKey, id, again)
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([204, 'true'])
    const third = await giveBack(licenseKey, id)
    expect([third.status, third.body.code]).toEqual([404, 'activation_unknown'])
  })

  it('404: an unknown key before an unknown activation, and an activation of another key', async () => {
    const licenseKey = await make()
    const foreign = await activate(till, await make())
    expect((await giveBack({ ...licenseKey, key: 'NOPE' }, newId())).body.code).toBe('license_key_unknown')
    expect((await giveBack(licenseKey, newId())).body.code).toBe('activation_unknown')
    expect((await giveBack(licenseKey, foreign.id)).body.code).toBe('activation_unknown')
  })

  it.each([
    [{ activation_id: undefined }, 'missing'],
    [{ activation_id: null }, 'string_type'],
    [{ activation_id: 'x' }, 'uuid_parsing'],
  ])('422: %j', async (fields, type) => {
    const body = { ...held(await make()), ...fields }
    const reply = await till.anonymous.post(`${LICENSE_CALLS}/deactivate`, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'activation_id'], type })])
  })
})
