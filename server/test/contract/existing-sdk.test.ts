import { Polar } from '@polar-sh/sdk'
import { HTTPClient } from '@polar-sh/sdk/lib/http.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { Unauthorized } from '@polar-sh/sdk/models/errors/unauthorized.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDiscount } from '../support/discount-factories.ts'
import { makeToken, unique } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

/**
 * A published client for this API, which checks every answer against its own idea of the shapes: a missing key, a null
 * where none is allowed, an unknown value or another success code makes the call fail. It has to work by changing
 * nothing but the address.
 */
const MISSING = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

/** What the client has no call for. */
const UNKNOWN_TO_THE_CLIENT = [
  'GET /v1/subscriptions/{id}',
  'POST /v1/license-keys/{id}/rotate',
  'POST /v1/sandbox/confirmation-tokens',
  'GET /v1/organization-access-tokens/',
  'POST /v1/organization-access-tokens/',
  'DELETE /v1/organization-access-tokens/{id}',
]

let till: TestTill
let sdk: Polar
let organizationId: string
const called = new Set<string>()

beforeAll(async () => {
  till = await startTill()
  sdk = client(till.ownerToken)
  organizationId = (await sdk.organizations.create({ name: 'Northwind Audio', slug: 'northwind-audio' })).id
})
afterAll(() => till.stop())

/** A client that notes which routes have answered it. */
function client(accessToken: string): Polar {
  const httpClient = new HTTPClient()
  httpClient.addHook('response', (_, request) => {
    const path = new URL(request.url).pathname
    const route = till.till.routes.find(
      ({ spec }) => spec.method === request.method && templateOf(spec.path).test(path.replace(/\/$/, '')),
    )
    if (route) called.add(`${route.spec.method} ${route.spec.path}`)
  })
  return new Polar({ serverURL: till.url, accessToken, httpClient })
}

const templateOf = (path: string) => new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`)

const oneTime = (priceAmount = 1900) => ({
  name: `Tape Machine ${unique()}`,
  organizationId,
  prices: [{ type: 'one_time', amountType: 'fixed', priceAmount, priceCurrency: 'usd' } as const],
})
const monthly = () => ({
  name: `Tape Club ${unique()}`,
  organizationId,
  prices: [{ type: 'recurring', amountType: 'fixed', priceAmount: 900, recurringInterval: 'month' } as const],
})

async function sell(productId: string, fields: object = {}) {
  const checkout = await sdk.checkouts.custom.create({ productId, ...fields })
  return sdk.checkouts.custom.clientConfirm({
    clientSecret: checkout.clientSecret,
    checkoutConfirmStripe: { customerEmail: `ada-${unique()}@example.com`, customerName: 'Ada Example' },
  })
}

async function sellLicense() {
  const benefit = await sdk.benefits.create({
    type: 'license_keys',
    description: 'A key for three machines',
    organizationId,
    properties: { prefix: 'TAPE', activations: { limit: 3, enableCustomerAdmin: true }, limitUsage: 10 },
  })
  const product = await sdk.products.create(oneTime())
  await sdk.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefit.id] } })
  const confirmed = await sell(product.id)
  const [licenseKey] = (await sdk.licenseKeys.list({ benefitId: benefit.id })).result.items
  if (!licenseKey) throw new Error('the sale issued no license key')
  return { benefit, product, confirmed, licenseKey }
}

describe('an existing client', () => {
  it('manages organizations', async () => {
    const organization = await sdk.organizations.get({ id: organizationId })
    expect(organization).toMatchObject({ slug: 'northwind-audio', createdAt: expect.any(Date), modifiedAt: null })
    const updated = await sdk.organizations.update({
      id: organizationId,
      organizationUpdate: {
        name: 'Northwind',
        profileSettings: { enabled: true, description: 'We make tools', links: ['https://example.com'] },
        featureSettings: { issueFundingEnabled: true },
      },
    })
    expect(updated).toMatchObject({ name: 'Northwind', modifiedAt: expect.any(Date) })
    expect(updated.profileSettings).toMatchObject({ description: 'We make tools' })
    const { result } = await sdk.organizations.list({ slug: 'northwind-audio', sorting: ['-name', 'created_at'] })
    expect(result).toMatchObject({ items: [{ id: organizationId }], pagination: { totalCount: 1, maxPage: 1 } })
  })

  it('manages products', async () => {
    const product = await sdk.products.create({ ...oneTime(), metadata: { shelf: 3, rare: true, label: 'x' } })
    expect(product).toMatchObject({ isRecurring: false, prices: [{ type: 'one_time', priceAmount: 1900 }] })
    const plan = await sdk.products.create(monthly())
    expect(plan.prices).toMatchObject([{ type: 'recurring', recurringInterval: 'month' }])
    const free = { name: 'Free sample', organizationId, prices: [{ type: 'one_time', amountType: 'free' } as const] }
    expect((await sdk.products.create(free)).prices).toMatchObject([{ amountType: 'free' }])
    expect(await sdk.products.get({ id: plan.id })).toEqual(plan)
    const changed = await sdk.products.update({
      id: product.id,
      productUpdate: { description: 'Warm', prices: [{ id: product.prices[0]?.id ?? '' }] },
    })
    expect(changed).toMatchObject({ description: 'Warm', prices: product.prices })
    const { result } = await sdk.products.list({ organizationId, isArchived: false, sorting: ['-name'], limit: 100 })
    expect(result.items.map((item) => item.id)).toEqual(expect.arrayContaining([product.id, plan.id]))
  })

  it('manages benefits', async () => {
    const made = await sdk.benefits.create({
      type: 'custom',
      description: 'A warm welcome',
      organizationId,
      properties: { note: 'Hello' },
    })
    const changed = await sdk.benefits.update({
      id: made.id,
      requestBody: { type: 'custom', description: 'A warmer welcome', properties: { note: null } },
    })
    expect(changed).toMatchObject({ id: made.id, description: 'A warmer welcome' })
    expect(await sdk.benefits.get({ id: made.id })).toEqual(changed)
    const { result } = await sdk.benefits.list({ organizationId, typeFilter: 'custom' })
    expect(result.items).toContainEqual(changed)
    await sdk.benefits.delete({ id: made.id })
    await expect(sdk.benefits.get({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound)
  })

  it('reads who has a benefit', async () => {
    const { benefit, confirmed } = await sellLicense()
    const { result } = await sdk.benefits.grants({ id: benefit.id, isGranted: true })
    expect(result.items).toMatchObject([{ benefitId: benefit.id, customerId: confirmed.customerId, isGranted: true }])
  })

  it('creates discounts', async () => {
    const common = { name: 'Spring sale', organizationId }
    const share = await sdk.discounts.create({ ...common, type: 'percentage', basisPoints: 2000, duration: 'once' })
    expect(share).toMatchObject({ type: 'percentage', basisPoints: 2000, duration: 'once' })
    const amount = await sdk.discounts.create({ ...common, type: 'fixed', amount: 500, duration: 'forever' })
    expect(amount).toMatchObject({ type: 'fixed', amount: 500, currency: 'usd', duration: 'forever' })
  })

  // Made without the client, which loses the number of months when it sends them.
  it.each([
    { type: 'percentage', basis_points: 2000, duration: 'once' },
    { type: 'percentage', basis_points: 2000, duration: 'repeating', duration_in_months: 3 },
    { type: 'fixed', basis_points: null, amount: 500, currency: 'usd', duration: 'forever' },
    { type: 'fixed', basis_points: null, amount: 500, currency: 'usd', duration: 'repeating', duration_in_months: 3 },
  ])('manages a discount: $type, $duration', async (terms) => {
    const { id, code } = await makeDiscount(till, organizationId, terms)
    expect(await sdk.discounts.get({ id })).toMatchObject({ code, type: terms.type, duration: terms.duration })
    const changed = await sdk.discounts.update({ id, discountUpdate: { maxRedemptions: 5 } })
    expect(changed).toMatchObject({ maxRedemptions: 5, redemptionsCount: 0 })
    const { result } = await sdk.discounts.list({ organizationId, query: code, sorting: ['-created_at'] })
    expect(result.items).toEqual([changed])
    const plan = await sdk.products.create(monthly())
    const confirmed = await sell(plan.id, { discountId: id })
    expect(confirmed.discount).toMatchObject({ id, code })
    const orders = await sdk.orders.list({ discountId: id })
    expect(orders.result.items[0]?.discount).toMatchObject({ id, redemptionsCount: 1 })
    await sdk.discounts.delete({ id })
    await expect(sdk.discounts.get({ id })).rejects.toBeInstanceOf(ResourceNotFound)
  })

  it('runs a checkout from the seller’s side', async () => {
    const product = await sdk.products.create(oneTime())
    const customer = await sdk.customers.create({ email: `grace-${unique()}@example.com`, organizationId })
    const made = await sdk.checkouts.custom.create({
      productPriceId: product.prices[0]?.id ?? '',
      customerId: customer.id,
      customerBillingAddress: { country: 'US', state: 'US-CA' },
      successUrl: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
      metadata: { campaign: 'spring' },
    })
    expect(made).toMatchObject({ status: 'open', productId: product.id, metadata: { campaign: 'spring' } })
    expect(await sdk.checkouts.custom.get({ id: made.id })).toEqual(made)
    const updated = await sdk.checkouts.custom.update({
      id: made.id,
      checkoutUpdate: { customerName: 'Grace Example', metadata: { campaign: 'summer' }, allowDiscountCodes: false },
    })
    expect(updated).toMatchObject({ customerName: 'Grace Example', allowDiscountCodes: false })
    const { result } = await sdk.checkouts.custom.list({ productId: product.id, sorting: ['-created_at'] })
    expect(result.items).toEqual([updated])
  })

  it('runs a checkout from the buyer’s side', async () => {
    const product = await sdk.products.create(oneTime())
    const { clientSecret } = await sdk.checkouts.custom.create({ productId: product.id })
    const seen = await sdk.checkouts.custom.clientGet({ clientSecret })
    expect(seen).toMatchObject({ status: 'open', organization: { id: organizationId } })
    const updated = await sdk.checkouts.custom.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: { customerEmail: `ada-${unique()}@example.com`, customerBillingAddress: { country: 'DE' } },
    })
    expect(updated.customerBillingAddress).toMatchObject({ country: 'DE' })
    const confirmed = await sdk.checkouts.custom.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { confirmationTokenId: 'ctoken_test_success' },
    })
    expect(confirmed).toMatchObject({ status: 'confirmed', customerSessionToken: expect.stringMatching(/^till_cst_/) })
    expect((await sdk.checkouts.custom.clientGet({ clientSecret })).status).toBe('succeeded')
  })

  it('reads orders, one-time, recurring and free', async () => {
    const once = await sell((await sdk.products.create(oneTime())).id)
    const recurring = await sell((await sdk.products.create(monthly())).id)
    const free = { name: 'Free sample', organizationId, prices: [{ type: 'one_time', amountType: 'free' } as const] }
    const gift = await sell((await sdk.products.create(free)).id)
    const oneTimes = await sdk.orders.list({ productPriceType: 'one_time', sorting: ['-created_at', 'amount'] })
    expect(oneTimes.result.items.slice(0, 2).map((order) => order.checkoutId)).toEqual([gift.id, once.id])
    const { result } = await sdk.orders.list({ productPriceType: 'recurring', customerId: recurring.customerId })
    expect(result.items).toMatchObject([{ checkoutId: recurring.id, subscription: { status: 'active' } }])
    expect(await sdk.orders.get({ id: result.items[0]?.id ?? '' })).toEqual(result.items[0])
  })

  it('walks through the pages of a list', async () => {
    for (let i = 0; i < 3; i++) await sell((await sdk.products.create(oneTime())).id)
    const ids: string[] = []
    // Without a number the client asks for its first page twice.
    for await (const page of await sdk.orders.list({ organizationId, page: 1, limit: 2 })) {
      ids.push(...page.result.items.map((order) => order.id))
    }
    const { result } = await sdk.orders.list({ organizationId, limit: 100 })
    expect(ids).toEqual(result.items.map((order) => order.id))
    expect(new Set(ids).size).toBe(result.pagination.totalCount)
  })

  it('reads subscriptions', async () => {
    const plan = await sdk.products.create(monthly())
    const { customerId } = await sell(plan.id)
    const { result } = await sdk.subscriptions.list({ productId: plan.id, active: true, sorting: ['-started_at'] })
    expect(result.items).toMatchObject([{ customerId, status: 'active', recurringInterval: 'month' }])
  })

  it('manages license keys', async () => {
    const { licenseKey } = await sellLicense()
    const { id } = licenseKey
    expect(await sdk.licenseKeys.get({ id })).toMatchObject({ ...licenseKey, activations: [] })
    const expiresAt = new Date('2999-01-01T00:00:00.000Z')
    const updated = await sdk.licenseKeys.update({ id, licenseKeyUpdate: { usage: 4, limitUsage: 9, expiresAt } })
    expect(updated).toMatchObject({ usage: 4, limitUsage: 9, expiresAt })
    const disabled = await sdk.licenseKeys.update({ id, licenseKeyUpdate: { status: 'disabled' } })
    expect(disabled.status).toBe('disabled')
  })

  it('activates, validates and deactivates a license key', async () => {
    const { licenseKey } = await sellLicense()
    const held = { key: licenseKey.key, organizationId }
    const calls = sdk.customerPortal.licenseKeys
    const activation = await calls.activate({ ...held, label: 'Studio laptop' })
    expect(activation).toMatchObject({ label: 'Studio laptop', licenseKey: { id: licenseKey.id } })
    const valid = await calls.validate({ ...held, activationId: activation.id, incrementUsage: 2 })
    expect(valid).toMatchObject({ validations: 1, usage: 2, activation: { id: activation.id } })
    expect(await sdk.licenseKeys.get({ id: licenseKey.id })).toMatchObject({ activations: [{ id: activation.id }] })
    const found = await sdk.licenseKeys.getActivation({ id: licenseKey.id, activationId: activation.id })
    expect(found).toMatchObject({ id: activation.id, licenseKey: { validations: 1 } })
    await calls.deactivate({ ...held, activationId: activation.id })
    await expect(calls.validate({ ...held, activationId: activation.id })).rejects.toBeInstanceOf(ResourceNotFound)
  })

  it('manages customers and signs them in', async () => {
    const email = `joan-${unique()}@example.com`
    const made = await sdk.customers.create({
      email,
      organizationId,
      name: 'Joan Example',
      billingAddress: { country: 'DE' },
      taxId: ['DE123456789', 'eu_vat'],
    })
    expect(await sdk.customers.get({ id: made.id })).toEqual(made)
    const updated = await sdk.customers.update({ id: made.id, customerUpdate: { name: 'Joan', email } })
    expect(updated).toMatchObject({ name: 'Joan', email, modifiedAt: expect.any(Date) })
    const { result } = await sdk.customers.list({ organizationId, query: 'joan', sorting: ['-created_at'] })
    expect(result.items).toEqual([updated])
    const session = await sdk.customerSessions.create({ customerId: made.id })
    expect(session).toMatchObject({ token: expect.stringMatching(/^till_cst_/), customer: { id: made.id } })
    const theirs = await client(session.token).customerPortal.licenseKeys.list({ organizationId })
    expect(theirs.result.items).toEqual([])
    await sdk.customers.delete({ id: made.id })
    await expect(sdk.customers.get({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound)
  })
})

describe('its typed errors', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['an organization', () => sdk.organizations.get({ id: MISSING })],
    ['a product', () => sdk.products.get({ id: MISSING })],
    ['a checkout', () => sdk.checkouts.custom.get({ id: MISSING })],
    ['a client secret', () => sdk.checkouts.custom.clientGet({ clientSecret: 'till_cs_wrong' })],
    ['an order', () => sdk.orders.get({ id: MISSING })],
    ['a license key', () => sdk.licenseKeys.get({ id: MISSING })],
    ['a key', () => sdk.customerPortal.licenseKeys.validate({ key: 'unknown', organizationId })],
  ])('404: %s that is not there', async (_, call) => {
    await expect(call()).rejects.toBeInstanceOf(ResourceNotFound)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a body', () => sdk.organizations.create({ name: 'No', slug: 'x' })],
    ['a value that is taken', () => sdk.organizations.create({ name: 'Another', slug: 'northwind-audio' })],
    ['an unknown id in a body', () => sdk.checkouts.custom.create({ productId: MISSING })],
    ['a query', () => sdk.orders.list({ limit: 0 })],
    ['an id in the path', () => sdk.orders.get({ id: 'order-1' })],
  ])('422: %s', async (_, call) => {
    const error = await call().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({
      detail: [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }],
    })
  })

  it('401: a token that nobody issued', async () => {
    await expect(client('till_pat_wrong').licenseKeys.list({})).rejects.toBeInstanceOf(Unauthorized)
  })

  it('403: what is not permitted', async () => {
    const { benefit, licenseKey } = await sellLicense()
    await sdk.licenseKeys.update({ id: licenseKey.id, licenseKeyUpdate: { limitActivations: null } })
    const activation = { key: licenseKey.key, organizationId, label: 'Laptop' }
    await expect(sdk.customerPortal.licenseKeys.activate(activation)).rejects.toBeInstanceOf(NotPermitted)
    await till.sql`update benefits set deletable = false where id = ${benefit.id}`
    await expect(sdk.benefits.delete({ id: benefit.id })).rejects.toBeInstanceOf(NotPermitted)
  })

  it('403: a checkout that is no longer open, and a declined payment, keep their body', async () => {
    const product = await sdk.products.create(oneTime())
    const { clientSecret } = await sell(product.id)
    const again = sdk.checkouts.custom.clientConfirm({ clientSecret, checkoutConfirmStripe: {} })
    await expect(again).rejects.toMatchObject({ statusCode: 403, body: expect.stringContaining('NotOpenCheckout') })
    const open = await sdk.checkouts.custom.create({ productId: product.id, customerEmail: 'ada@example.com' })
    const declined = await sdk.checkouts.custom
      .clientConfirm({
        clientSecret: open.clientSecret,
        checkoutConfirmStripe: { confirmationTokenId: 'ctoken_test_declined' },
      })
      .catch((caught: unknown) => caught)
    expect(declined).toBeInstanceOf(SDKError)
    expect(declined).toMatchObject({ statusCode: 400, body: expect.stringContaining('card_declined') })
  })

  it('403: a token without the scope', async () => {
    const reader = client(await makeToken(till, organizationId, ['products:read']))
    const refused = { statusCode: 403, body: expect.stringContaining('insufficient_scope') }
    await expect(reader.products.create(oneTime())).rejects.toMatchObject(refused)
    expect((await reader.products.list({})).result.items).not.toHaveLength(0)
  })
})

it('has had an answer from every route that it knows', () => {
  const routes = till.till.routes.map(({ spec }) => `${spec.method} ${spec.path}`)
  expect(routes.filter((route) => !called.has(route)).sort()).toEqual([...UNKNOWN_TO_THE_CLIENT].sort())
})
