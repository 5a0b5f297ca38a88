import type { Polar } from '@polar-sh/sdk'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDiscount } from '../support/discount-factories.ts'
import { existingClient, Seller } from '../support/existing-sdk.ts'
import { unique } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

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
let seller: Seller
let organizationId: string
const answered = new Set<string>()

beforeAll(async () => {
  till = await startTill()
  sdk = existingClient(till, till.ownerToken, answered)
  organizationId = (await sdk.organizations.create({ name: 'Northwind Audio', slug: 'northwind-audio' })).id
  seller = new Seller(sdk, organizationId)
})
afterAll(() => till.stop())

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
    const product = await sdk.products.create({ ...seller.oneTime(), metadata: { shelf: 3, rare: true, label: 'x' } })
    expect(product).toMatchObject({ isRecurring: false, prices: [{ type: 'one_time', priceAmount: 1900 }] })
    const plan = await sdk.products.create(seller.monthly())
    expect(plan.prices).toMatchObject([{ type: 'recurring', recurringInterval: 'month' }])
    expect((await sdk.products.create(seller.free())).prices).toMatchObject([{ amountType: 'free' }])
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
    const { benefit, confirmed } = await seller.sellLicense()
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
    const plan = await sdk.products.create(seller.monthly())
    const confirmed = await seller.sell(plan.id, { discountId: id })
    expect(confirmed.discount).toMatchObject({ id, code })
    const orders = await sdk.orders.list({ discountId: id })
    expect(orders.result.items[0]?.discount).toMatchObject({ id, redemptionsCount: 1 })
    await sdk.discounts.delete({ id })
    await expect(sdk.discounts.get({ id })).rejects.toBeInstanceOf(ResourceNotFound)
  })

  it('runs a checkout from the seller’s side', async () => {
    const product = await sdk.products.create(seller.oneTime())
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
    const product = await sdk.products.create(seller.oneTime())
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
    const once = await seller.sell((await sdk.products.create(seller.oneTime())).id)
    const recurring = await seller.sell((await sdk.products.create(seller.monthly())).id)
    const gift = await seller.sell((await sdk.products.create(seller.free())).id)
    const oneTimes = await sdk.orders.list({ productPriceType: 'one_time', sorting: ['-created_at', 'amount'] })
    expect(oneTimes.result.items.slice(0, 2).map((order) => order.checkoutId)).toEqual([gift.id, once.id])
    const { result } = await sdk.orders.list({ productPriceType: 'recurring', customerId: recurring.customerId })
    expect(result.items).toMatchObject([{ checkoutId: recurring.id, subscription: { status: 'active' } }])
    expect(await sdk.orders.get({ id: result.items[0]?.id ?? '' })).toEqual(result.items[0])
  })

  it('walks through the pages of a list', async () => {
    for (let i = 0; i < 3; i++) await seller.sell((await sdk.products.create(seller.oneTime())).id)
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
    const plan = await sdk.products.create(seller.monthly())
    const { customerId } = await seller.sell(plan.id)
    const { result } = await sdk.subscriptions.list({ productId: plan.id, active: true, sorting: ['-started_at'] })
    expect(result.items).toMatchObject([{ customerId, status: 'active', recurringInterval: 'month' }])
  })

  it('manages license keys', async () => {
    const { licenseKey } = await seller.sellLicense()
    const { id } = licenseKey
    expect(await sdk.licenseKeys.get({ id })).toMatchObject({ ...licenseKey, activations: [] })
    const expiresAt = new Date('2999-01-01T00:00:00.000Z')
    const updated = await sdk.licenseKeys.update({ id, licenseKeyUpdate: { usage: 4, limitUsage: 9, expiresAt } })
    expect(updated).toMatchObject({ usage: 4, limitUsage: 9, expiresAt })
    const disabled = await sdk.licenseKeys.update({ id, licenseKeyUpdate: { status: 'disabled' } })
    expect(disabled.status).toBe('disabled')
  })

  it('activates, validates and deactivates a license key', async () => {
    const { licenseKey } = await seller.sellLicense()
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
    const theirs = await existingClient(till, session.token, answered).customerPortal.licenseKeys.list({
      organizationId,
    })
    expect(theirs.result.items).toEqual([])
    await sdk.customers.delete({ id: made.id })
    await expect(sdk.customers.get({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound)
  })
})

it('has had an answer from every route that it knows', () => {
  const routes = till.till.routes.map(({ spec }) => `${spec.method} ${spec.path}`)
  expect(routes.filter((route) => !answered.has(route)).sort()).toEqual([...UNKNOWN_TO_THE_CLIENT].sort())
})
