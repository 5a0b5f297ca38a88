import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../support/checkout-factories.ts'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, makeToken, unique } from '../support/factories.ts'
import { makeFile } from '../support/file-factories.ts'
import { activate, LICENSE_CALLS } from '../support/license-key-factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
let shop: string
let file: string
let sdks: ExistingSdks
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  file = (await makeFile(till, shop)).id
  sdks = existingSdks(till, await makeToken(till, shop), answered)
})
afterAll(() => till.stop())

const email = () => `ada-${unique()}@example.com`
const reviewed = () => expect.poll(() => till.sql`select from grant_reviews`, { timeout: 10_000 }).toHaveLength(0)

/** Bought by somebody new, with these benefits. */
async function sell(benefits: readonly string[], isRecurring = false) {
  const product = await (isRecurring ? makeRecurringProduct : makeProduct)(till, shop)
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits }))
  return buy(till, product.id, email())
}

/** The clients have the same calls here; the newest one's types are wide enough for what all of them take. */
describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const sdk = () => sdks[version] as ExistingSdks['v026']
  const PROPERTIES = {
    custom: { note: 'Welcome' },
    license_keys: {
      prefix: 'TAPE',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 3, enableCustomerAdmin: true },
      limitUsage: 10,
    },
    downloadables: () => ({ files: [file], archived: {} }),
  } as const
  const propertiesOf = (type: keyof typeof PROPERTIES) =>
    type === 'downloadables' ? PROPERTIES.downloadables() : PROPERTIES[type]
  // A union of types with their properties, which the compiler cannot follow through an index.
  const create = (type: keyof typeof PROPERTIES) =>
    sdk().benefits.create({ type, description: `Some ${type}`, properties: propertiesOf(type) } as never)

  it.each(['custom', 'license_keys', 'downloadables'] as const)('makes, reads, lists and deletes: %s', async (type) => {
    const made = await create(type)
    expect(made).toMatchObject({ type, properties: propertiesOf(type), createdAt: expect.any(Date), modifiedAt: null })
    expect(await sdk().benefits.get({ id: made.id })).toEqual(made)
    const requestBody = { type, description: 'Something better' }
    const changed = await sdk().benefits.update({ id: made.id, requestBody } as never)
    expect(changed).toEqual({ ...made, description: 'Something better', modifiedAt: expect.any(Date) })
    const { result } = await sdk().benefits.list({ organizationId: shop, typeFilter: type, limit: 100 })
    expect(result.items).toContainEqual(changed)
    await sdk().benefits.delete({ id: made.id })
    await expect(sdk().benefits.get({ id: made.id })).rejects.toMatchObject({ name: 'ResourceNotFound' })
  })

  it('reads grants of every kind, given and taken back', async () => {
    const benefits = [await create('custom'), await create('license_keys'), await create('downloadables')]
    const order = await sell(benefits.map(({ id }) => id))
    const grantsOf = async (id: string, fields = {}) =>
      (await sdk().benefits.grants({ id, customerId: order.customer_id, ...fields })).result.items
    const all = await Promise.all(benefits.map(({ id }) => grantsOf(id, { isGranted: true })))
    for (const [index, grants] of all.entries()) {
      expect(grants).toMatchObject([
        { benefitId: benefits[index]?.id, orderId: order.id, subscriptionId: null, isGranted: true, isRevoked: false },
      ])
    }
    await till.owner.must(till.owner.post(`/v1/products/${order.product_id}/benefits`, { benefits: [] }))
    await reviewed()
    for (const { id } of benefits) {
      expect(await grantsOf(id)).toMatchObject([{ isGranted: false, isRevoked: true, revokedAt: expect.any(Date) }])
    }
  })

  it('lists subscriptions by everything it can ask for', async () => {
    const { id } = await create('license_keys')
    const order = await sell([id], true)
    const { result } = await sdk().subscriptions.list({
      organizationId: shop,
      productId: order.product_id,
      customerId: order.customer_id,
      active: true,
      sorting: [
        ...['customer', '-status', 'started_at', '-current_period_end'],
        ...['amount', '-product', 'discount', '-discount'],
      ] as never,
      limit: 5,
    })
    expect(result).toMatchObject({
      items: [{ id: order.subscription_id, status: 'active', startedAt: expect.any(Date), endedAt: null }],
      pagination: { totalCount: 1, maxPage: 1 },
    })
  })

  it('reads, changes and finds license keys', async () => {
    const { id: benefitId } = await create('license_keys')
    const order = await sell([benefitId])
    const { result } = await sdk().licenseKeys.list({ organizationId: shop, benefitId, limit: 5 })
    expect(result.items).toMatchObject([{ status: 'granted', customerId: order.customer_id, limitActivations: 3 }])
    const [key] = result.items
    if (!key) throw new Error('the sale issued no license key')
    const held = { key: key.key, organizationId: shop }
    const activation = await activate(till, held as never, { conditions: { major: 2 } })
    expect(await sdk().licenseKeys.get({ id: key.id })).toMatchObject({
      id: key.id,
      activations: [{ id: activation.id }],
    })
    expect(await sdk().licenseKeys.getActivation({ id: key.id, activationId: activation.id })).toMatchObject({
      licenseKeyId: key.id,
      licenseKey: { displayKey: key.displayKey },
    })
    const expiresAt = new Date('2030-01-31T09:30:00.000Z')
    const licenseKeyUpdate = { status: 'disabled', usage: 2, limitActivations: 5, limitUsage: 100, expiresAt } as const
    expect(await sdk().licenseKeys.update({ id: key.id, licenseKeyUpdate })).toMatchObject(licenseKeyUpdate)
    const validation = { key: key.key, organization_id: shop, activation_id: activation.id }
    expect((await till.anonymous.post(`${LICENSE_CALLS}/validate`, validation)).status).toBe(404)
  })
})

/** The oldest client cannot change subscriptions; the newer ones can also read one. */
describe.each(['v020', 'v022', 'v026'] as const)('the existing client %s', (version) => {
  const sdk = () => sdks[version] as ExistingSdks['v026']
  const subscribe = async () => (await sell([], true)).subscription_id as string
  const update = (id: string, subscriptionUpdate: object) =>
    sdk().subscriptions.update({ id, subscriptionUpdate } as never)

  it('cancels, uncancels and revokes; it sends `revoke` along whether one wants or not', async () => {
    const id = await subscribe()
    const said = { customerCancellationReason: 'too_complex', customerCancellationComment: 'So many knobs' } as const
    expect(await update(id, { cancelAtPeriodEnd: true, ...said })).toMatchObject({
      ...said,
      status: 'active',
      cancelAtPeriodEnd: true,
      endsAt: expect.any(Date),
      endedAt: null,
    })
    expect(await update(id, { cancelAtPeriodEnd: false })).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
      canceledAt: null,
      customerCancellationReason: null,
    })
    expect(await update(id, { revoke: true })).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
    await expect(update(id, { revoke: true })).rejects.toMatchObject({ name: 'AlreadyCanceledSubscription' })
  })

  it('revokes, and reads what was refused', async () => {
    const id = await subscribe()
    expect(await sdk().subscriptions.revoke({ id })).toMatchObject({ id, status: 'canceled' })
    await expect(sdk().subscriptions.revoke({ id })).rejects.toMatchObject({ name: 'AlreadyCanceledSubscription' })
    const plan = version === 'v026' ? { productId: id } : { productPriceId: id }
    await expect(update(id, plan)).rejects.toMatchObject({
      name: 'HTTPValidationError',
      detail: [{ msg: 'The plan of a subscription cannot be changed yet' }],
    })
    if (version !== 'v020') expect(await sdk().subscriptions.get({ id })).toMatchObject({ id, status: 'canceled' })
  })
})

it.each(SDK_VERSIONS)('%s has made every call of this part that is answered', (version) => {
  expect(leftOut('grants', version, till.till.routes, answered)).toEqual([])
})
