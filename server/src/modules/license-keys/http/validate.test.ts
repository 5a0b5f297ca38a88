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

const HUGE = Number.MAX_SAFE_INTEGER
const past = () => new Date(Date.now() - 1000)
const make = (overrides: Partial<LicenseKey> = {}) => makeLicenseKey(till, organizationId, overrides)
const validate = (licenseKey: LicenseKey, fields: object = {}, headers: Record<string, string> = {}) =>
  till.anonymous.post(`${LICENSE_CALLS}/validate`, { ...held(licenseKey), ...fields }, headers)

async function countersOf({ id }: LicenseKey) {
  const [row] = await till.sql`
    select usage, validations, last_validated_at, modified_at, version from license_keys where id = ${id}`
  return row
}

describe('POST /v1/customer-portal/license-keys/validate', () => {
  it('200: shows the key with its customer and the new counters', async () => {
    const licenseKey = await make({ limitUsage: 100 })
    const { status, body } = await validate(licenseKey, { increment_usage: 7 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: licenseKey.id,
      organization_id: organizationId,
      customer_id: licenseKey.customerId,
      user_id: licenseKey.customerId,
      benefit_id: licenseKey.benefitId,
      user: { id: licenseKey.customerId },
      customer: { id: licenseKey.customerId },
      key: licenseKey.key,
      display_key: licenseKey.displayKey,
      status: 'granted',
      limit_activations: null,
      usage: 7,
      limit_usage: 100,
      validations: 1,
      expires_at: null,
      modified_at: null,
      activation: null,
    })
    expect(body.last_validated_at).toMatch(/^\d{4}-.*Z$/)
    expect((await validate(licenseKey, { increment_usage: 93 })).body).toMatchObject({ usage: 100, validations: 2 })
    expect((await validate(licenseKey)).body).toMatchObject({ usage: 100, validations: 3 })
  })

  it('200: of the customer only the address, as whoever holds a key may have typed it', async () => {
    const licenseKey = await make({ limitActivations: 2 })
    await till.owner.must(
      till.owner.patch(`/v1/customers/${licenseKey.customerId}`, {
        name: 'Ada Lovelace',
        billing_address: { country: 'DE', line1: '1 Test Street', postal_code: '10115', city: 'Berlin' },
        tax_id: ['DE136695976', 'eu_vat'],
        metadata: { margin: 12 },
        external_id: `user-${licenseKey.id}`,
      }),
    )
    const activation = await activate(till, licenseKey)
    const { body } = await validate(licenseKey, { activation_id: activation.id })
    const bare = { name: null, billing_address: null, tax_id: null, metadata: {}, external_id: null }
    const { email } = await till.owner.must(till.owner.get(`/v1/customers/${licenseKey.customerId}`))
    expect(body.customer).toMatchObject({ ...bare, id: licenseKey.customerId, email })
    expect(activation.license_key.customer).toMatchObject({ ...bare, id: licenseKey.customerId, email })
    expect(body.user).toEqual(expect.objectContaining({ email, public_name: email[0].toUpperCase() }))
    expect(JSON.stringify([body, activation])).not.toMatch(/Lovelace|Test Street|DE1366|margin|user-/)
  })

  it('200: an Authorization header is not even looked at', async () => {
    const licenseKey = await make()
    expect((await validate(licenseKey, {}, { authorization: 'Bearer nonsense' })).status).toBe(200)
  })

  it('200: counters are no change: no version, no modified_at, no event', async () => {
    const licenseKey = await make()
    await validate(licenseKey, { increment_usage: 1 })
    expect(await countersOf(licenseKey)).toMatchObject({ usage: 1, validations: 1, modifiedAt: null, version: 1 })
    expect(await till.sql`select 1 from events where object_id = ${licenseKey.id}`).toHaveLength(0)
  })

  it('200: null is the same as left out', async () => {
    const fields = { activation_id: null, benefit_id: null, customer_id: null, increment_usage: null, conditions: null }
    expect((await validate(await make(), fields)).body).toMatchObject({ usage: 0, validations: 1 })
  })

  it('200: the benefit and the customer, in any spelling of their ids', async () => {
    const licenseKey = await make()
    const fields = { benefit_id: licenseKey.benefitId.toUpperCase(), customer_id: licenseKey.customerId.toUpperCase() }
    expect((await validate(licenseKey, fields)).status).toBe(200)
  })

  it('200: with a live activation', async () => {
    const licenseKey = await make({ limitActivations: 1 })
    const activation = await activate(till, licenseKey, { meta: { os: 'linux' } })
    const { status, body } = await validate(licenseKey, { activation_id: activation.id.toUpperCase() })
    expect(status).toBe(200)
    const { license_key: _, ...base } = activation
    expect(body.activation).toEqual(base)
  })

  it('200: repeats the conditions of the activation, in any order', async () => {
    const licenseKey = await make({ limitActivations: 1 })
    const { id } = await activate(till, licenseKey, { conditions: { major: 2, edition: 'pro', beta: false } })
    const conditions = { beta: false, edition: 'pro', major: 2 }
    expect((await validate(licenseKey, { activation_id: id, conditions })).status).toBe(200)
  })

  it('200: up to the largest exact number, and then 400', async () => {
    const licenseKey = await make({ usage: 1 })
    expect((await validate(licenseKey, { increment_usage: HUGE - 1 })).body.usage).toBe(HUGE)
    const { status, body } = await validate(licenseKey, { increment_usage: 1 })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'BadRequest', code: 'license_key_usage_exceeded' })
    expect((await validate(licenseKey, { increment_usage: 0 })).status).toBe(200)
  })

  it('200: the same Idempotency-Key counts once and gets the first answer again', async () => {
    const licenseKey = await make()
    const again = { 'idempotency-key': 'once' }
    const first = await validate(licenseKey, { increment_usage: 2 }, again)
    const second = await validate(licenseKey, { increment_usage: 2 }, again)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await countersOf(licenseKey)).toMatchObject({ usage: 2, validations: 1 })
    expect((await validate(licenseKey, { increment_usage: 3 }, again)).status).toBe(422)
    // The scope is the license key: another one may use the same text.
    expect((await validate(await make(), {}, again)).headers.get('idempotent-replayed')).toBeNull()
  })

  it('200: a refusal is not kept under its Idempotency-Key', async () => {
    const licenseKey = await make({ limitUsage: 1 })
    const again = { 'idempotency-key': 'refused' }
    expect((await validate(licenseKey, { increment_usage: 2 }, again)).status).toBe(400)
    await till.owner.patch(`/v1/license-keys/${licenseKey.id}`, { limit_usage: 2 })
    expect((await validate(licenseKey, { increment_usage: 2 }, again)).body.usage).toBe(2)
  })

  it('400: over the limit, and nothing is counted', async () => {
    const licenseKey = await make({ limitUsage: 5, usage: 3 })
    const { status, body } = await validate(licenseKey, { increment_usage: 3 })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'BadRequest', code: 'license_key_usage_exceeded' })
    expect(await countersOf(licenseKey)).toMatchObject({ usage: 3, validations: 0, lastValidatedAt: null })
    expect((await validate(licenseKey, { increment_usage: 2 })).status).toBe(200)
    expect((await validate(licenseKey, { increment_usage: HUGE })).status).toBe(400)
  })

  it.each([
    ['revoked', { status: 'revoked' }, 'license_key_not_granted'],
    ['disabled', { status: 'disabled' }, 'license_key_not_granted'],
    ['revoked and expired', { status: 'revoked', expiresAt: past() }, 'license_key_not_granted'],
    ['expired', { expiresAt: past() }, 'license_key_expired'],
    ['no longer entitled to', { entitledUntil: past() }, 'license_key_expired'],
    ['expired and not activated', { expiresAt: past(), limitActivations: 1 }, 'license_key_expired'],
    ['not activated', { limitActivations: 1 }, 'activation_unknown'],
    ['not activated and used up', { limitActivations: 1, limitUsage: 1, usage: 1 }, 'activation_unknown'],
  ] as const)('404: a key that is %s', async (_, overrides, code) => {
    const licenseKey = await make(overrides)
    const { status, body } = await validate(licenseKey, { increment_usage: 1, benefit_id: newId() })
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'ResourceNotFound', code })
    expect(await countersOf(licenseKey)).toMatchObject({ validations: 0 })
  })

  it('404: an unknown key, and a key of another organization', async () => {
    const licenseKey = await make()
    const other = await makeOrganization(till)
    const asks = [
      { key: 'NOPE' },
      { organization_id: newId() },
      { organization_id: other.id },
      { key: licenseKey.key.toLowerCase() },
    ]
    for (const fields of asks) {
      const { status, body } = await validate(licenseKey, fields)
      expect([status, body.code]).toEqual([404, 'license_key_unknown'])
    }
  })

  it('404: an activation that is unknown, of another key, or given back', async () => {
    const licenseKey = await make({ limitActivations: 2 })
    const other = await make({ limitActivations: 1 })
    const foreign = await activate(till, other)
    const gone = await activate(till, licenseKey)
    const back = { ...held(licenseKey), activation_id: gone.id }
    expect((await till.anonymous.post(`${LICENSE_CALLS}/deactivate`, back)).status).toBe(204)
    for (const activation_id of [newId(), foreign.id, gone.id]) {
      const { status, body } = await validate(licenseKey, { activation_id, customer_id: newId() })
      expect([status, body.code]).toEqual([404, 'activation_unknown'])
    }
  })

  it('404: conditions, then the benefit, then the customer', async () => {
    const licenseKey = await make({ limitActivations: 1 })
    const { id } = await activate(till, licenseKey, { conditions: { major: 2 } })
    const right = { conditions: { major: 2 }, benefit_id: licenseKey.benefitId, customer_id: licenseKey.customerId }
    const wrong = { conditions: { major: 3 }, benefit_id: newId(), customer_id: newId() }
    const codeOf = async (fields: object) => (await validate(licenseKey, { activation_id: id, ...fields })).body.code
    expect(await codeOf(wrong)).toBe('conditions_differ')
    expect(await codeOf({ ...wrong, conditions: undefined })).toBe('conditions_differ')
    expect(await codeOf({ ...wrong, conditions: right.conditions })).toBe('benefit_differs')
    expect(await codeOf({ ...right, customer_id: wrong.customer_id })).toBe('customer_differs')
    expect(await codeOf(right)).toBeUndefined()
  })

  it.each([
    [{ key: undefined }, ['body', 'key'], 'missing'],
    [{ key: '' }, ['body', 'key'], 'string_too_short'],
    [{ key: 5 }, ['body', 'key'], 'string_type'],
    [{ organization_id: undefined }, ['body', 'organization_id'], 'missing'],
    [{ organization_id: 'x' }, ['body', 'organization_id'], 'uuid_parsing'],
    [{ activation_id: 'x' }, ['body', 'activation_id'], 'uuid_parsing'],
    [{ increment_usage: -1 }, ['body', 'increment_usage'], 'greater_than_equal'],
    [{ increment_usage: 1.5 }, ['body', 'increment_usage'], 'int_type'],
    [{ increment_usage: '1' }, ['body', 'increment_usage'], 'int_type'],
    [{ increment_usage: 2 ** 53 }, ['body', 'increment_usage'], 'less_than_equal'],
    [{ increment_usage: 1e300 }, ['body', 'increment_usage'], 'less_than_equal'],
    [{ conditions: { nested: {} } }, ['body', 'conditions', 'nested'], 'value_error'],
    [{ conditions: [] }, ['body', 'conditions'], 'dict_type'],
  ])('422: %j', async (fields, loc, type) => {
    const licenseKey = await make()
    const { status, body } = await validate(licenseKey, fields)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc, type })
    expect(await countersOf(licenseKey)).toMatchObject({ usage: 0, validations: 0 })
  })
})
