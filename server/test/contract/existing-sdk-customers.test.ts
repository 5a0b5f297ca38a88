import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import type { Reply } from '../support/client.ts'
import { purchase } from '../support/customer-sessions.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, makeToken, unique } from '../support/factories.ts'
import { makeFile, makeProductMedia, reachable } from '../support/file-factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

const ADDRESS = { line1: '12 St James Square', city: 'London', postalCode: 'SW1Y', country: 'GB' }

let till: TestTill
let shop: Reply['body']
let sdks: ExistingSdks
let product: Reply['body']
let plan: Reply['body']
let gift: Reply['body']
let discount: Reply['body']
const answered = nothingAnswered()

beforeAll(async () => {
  till = await startTill()
  shop = await makeOrganization(till, { slug: 'northwind-audio' })
  sdks = existingSdks(till, await makeToken(till, shop.id), answered)
  const files = await till.owner.must(
    till.owner.post('/v1/benefits/', {
      organization_id: shop.id,
      type: 'downloadables',
      description: 'The installers',
      properties: { files: [(await makeFile(till, shop.id)).id] },
    }),
  )
  const keys = { prefix: 'TAPE', expires: { ttl: 1, timeframe: 'year' }, activations: { limit: 3 }, limit_usage: 9 }
  const benefits = [
    (await makeCustomBenefit(till, shop.id, { properties: { note: 'Welcome' } })).id,
    (await makeLicenseKeysBenefit(till, shop.id, { properties: keys })).id,
    files.id,
  ]
  const medias = [(await makeProductMedia(till, shop.id)).id]
  product = await makeProduct(till, shop.id, { name: 'Tape Machine', description: 'Warm', medias })
  plan = await makeRecurringProduct(till, shop.id, { name: 'Tape Club' })
  gift = await makeFreeProduct(till, shop.id)
  discount = await makeDiscount(till, shop.id)
  for (const { id } of [product, plan]) {
    await till.owner.must(till.owner.post(`/v1/products/${id}/benefits`, { benefits }))
  }
})
afterAll(() => till.stop())

/** The four clients have the same calls here; the newest one's types are wide enough for what all of them take. */
describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const sdk = () => sdks[version] as ExistingSdks['v026']
  const newEmail = () => `ada-${unique()}@example.com`
  const makeCustomer = () =>
    sdk().customers.create({
      email: newEmail(),
      name: 'Ada Lovelace',
      billingAddress: ADDRESS,
      taxId: ['GB123456789', 'gb_vat'],
    })

  /** A customer who has one of everything, and a client that is signed in as them. */
  async function makeRegular() {
    const customer = await makeCustomer()
    const said = { customer_id: customer.id, metadata: { campaign: 'spring' }, discount_id: discount.id }
    const once = await purchase(till, product.id, said)
    const monthly = await purchase(till, plan.id, said)
    const free = await purchase(till, gift.id, { customer_id: customer.id })
    const session = await sdk().customerSessions.create({ customerId: customer.id })
    const own = existingSdks(till, session.token, answered)[version] as ExistingSdks['v026']
    return { customer, once, monthly, free, session, own: own.customerPortal }
  }

  it('manages customers', async () => {
    const made = await makeCustomer()
    expect(made).toMatchObject({
      name: 'Ada Lovelace',
      billingAddress: ADDRESS,
      taxId: ['GB123456789', 'gb_vat'],
      createdAt: expect.any(Date),
      modifiedAt: null,
    })
    expect(await sdk().customers.get({ id: made.id })).toEqual(made)
    const changed = await sdk().customers.update({
      id: made.id,
      customerUpdate: { name: 'Ada King', email: newEmail(), taxId: null, billingAddress: null },
    })
    expect(changed).toMatchObject({ name: 'Ada King', taxId: null, billingAddress: null, modifiedAt: expect.any(Date) })
    const { result } = await sdk().customers.list({
      organizationId: shop.id,
      query: changed.email,
      sorting: ['-created_at', 'email', '-name'],
    })
    expect(result).toEqual({ items: [changed], pagination: { totalCount: 1, maxPage: 1 } })
    await sdk().customers.delete({ id: made.id })
    await expect(sdk().customers.get({ id: made.id })).rejects.toMatchObject({ name: 'ResourceNotFound' })
  })

  it('reads the refusals of customers', async () => {
    const { email } = await makeCustomer()
    await expect(sdk().customers.create({ email })).rejects.toMatchObject({
      name: 'HTTPValidationError',
      detail: [{ loc: ['body', 'email'] }],
    })
    const nobody = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
    await expect(sdk().customers.delete({ id: nobody })).rejects.toMatchObject({ name: 'ResourceNotFound' })
    await expect(sdk().customerSessions.create({ customerId: nobody })).rejects.toMatchObject({
      name: 'HTTPValidationError',
    })
  })

  it('reads orders: bought once, subscribed to, free, and of a customer who was deleted', async () => {
    const { customer, once, monthly, free } = await makeRegular()
    const { result } = await sdk().orders.list({
      organizationId: [shop.id],
      customerId: customer.id,
      sorting: ['created_at', '-amount', 'customer', 'product', 'discount', 'subscription'],
    })
    expect(result.items.map(({ id }) => id)).toEqual([once.order.id, monthly.order.id, free.order.id])
    expect(result.items[0]).toMatchObject({
      amount: 1520,
      taxAmount: 0,
      currency: 'usd',
      billingReason: 'purchase',
      billingAddress: ADDRESS,
      metadata: { campaign: 'spring' },
      customer: { id: customer.id },
      user: { id: customer.id, publicName: 'A' },
      product: { name: 'Tape Machine' },
      discount: { id: discount.id },
      subscription: null,
    })
    for (const order of result.items) expect(await sdk().orders.get({ id: order.id })).toEqual(order)
    const recurring = await sdk().orders.list({ customerId: customer.id, productPriceType: 'recurring' })
    expect(recurring.result.items).toMatchObject([{ id: monthly.order.id, subscription: { status: 'active' } }])
    const found = await sdk().orders.list({ customerId: customer.id, productId: gift.id, discountId: discount.id })
    expect(found.result.items).toEqual([])
    await sdk().customers.delete({ id: customer.id })
    const kept = await sdk().orders.get({ id: monthly.order.id })
    expect(kept).toMatchObject({
      amount: 720,
      billingAddress: { country: 'GB' },
      customer: { name: null, taxId: null },
      subscription: { status: 'canceled' },
    })
    await expect(sdk().orders.get({ id: customer.id })).rejects.toMatchObject({ name: 'ResourceNotFound' })
  })

  it('signs a customer in, who reads their orders', async () => {
    const { customer, once, monthly, session, own } = await makeRegular()
    expect(session).toMatchObject({ customerId: customer.id, customer: { id: customer.id } })
    const { result } = await own.orders.list({
      organizationId: shop.id,
      productPriceType: ['one_time', 'recurring'],
      query: 'tape',
      sorting: ['amount', '-created_at', 'organization', 'product', 'subscription'],
    })
    expect(result.items.map(({ id }) => id)).toEqual([monthly.order.id, once.order.id])
    const order = await own.orders.get({ id: once.order.id })
    expect(order).toEqual(result.items[1])
    expect(order).toMatchObject({
      amount: 1520,
      product: { medias: [{ mimeType: 'image/png' }], benefits: [{}, {}, {}], organization: { id: shop.id } },
    })
  })

  it('lets a customer read and cancel a subscription', async () => {
    const { monthly, own } = await makeRegular()
    const { result } = await own.subscriptions.list({
      organizationId: shop.id,
      productId: plan.id,
      active: true,
      query: 'club',
      sorting: ['-started_at', 'amount', 'status', 'organization', 'product'],
    })
    const id = monthly.order.subscription_id
    expect(result.items).toMatchObject([{ id, status: 'active', product: { organization: { id: shop.id } } }])
    expect(await own.subscriptions.get({ id })).toEqual(result.items[0])
    expect(await own.subscriptions.cancel({ id })).toMatchObject({ id, cancelAtPeriodEnd: true })
    // The oldest client knows a change of plan only, and nobody can do that yet.
    const change = version === 'v019' ? { productPriceId: plan.prices[0].id } : { cancelAtPeriodEnd: false }
    const asked = own.subscriptions.update({ id, customerSubscriptionUpdate: change as { cancelAtPeriodEnd: boolean } })
    if (version === 'v019') await expect(asked).rejects.toMatchObject({ name: 'HTTPValidationError' })
    else expect(await asked).toMatchObject({ id, cancelAtPeriodEnd: false })
  })

  it('lets a customer read and use license keys', async () => {
    const { own } = await makeRegular()
    const { result } = await own.licenseKeys.list({ organizationId: shop.id })
    expect(result.pagination.totalCount).toBe(2)
    const [first] = result.items
    if (!first) throw new Error('there is no key')
    const held = { key: first.key, organizationId: shop.id }
    const activation = await own.licenseKeys.activate({ ...held, label: 'Studio laptop' })
    expect(await own.licenseKeys.get({ id: first.id })).toMatchObject({ activations: [{ id: activation.id }] })
    const valid = await own.licenseKeys.validate({ ...held, activationId: activation.id, incrementUsage: 1 })
    expect(valid).toMatchObject({ usage: 1, validations: 1 })
    await own.licenseKeys.deactivate({ ...held, activationId: activation.id })
    expect((await own.licenseKeys.list({ benefitId: first.benefitId })).result.pagination.totalCount).toBe(2)
  })

  it('lets a customer read their benefits', async () => {
    const { once, own } = await makeRegular()
    const { result } = await own.benefitGrants.list({
      organizationId: shop.id,
      orderId: once.order.id,
      checkoutId: once.checkoutId,
      typeFilter: ['custom', 'license_keys', 'downloadables'],
      sorting: ['type', '-granted_at', 'organization'],
    })
    expect(result.items).toMatchObject([
      { isGranted: true, benefit: { type: 'custom', properties: { note: 'Welcome' } } },
      { benefit: { type: 'downloadables', properties: { activeFiles: [expect.any(String)] } } },
      { benefit: { type: 'license_keys', properties: { prefix: 'TAPE', limitUsage: 9 } } },
    ])
    for (const grant of result.items) expect(await own.benefitGrants.get({ id: grant.id })).toEqual(grant)
  })

  it('lets a customer download their files', async () => {
    const { own } = await makeRegular()
    const { result } = await own.downloadables.list({ organizationId: shop.id })
    expect(result.pagination.totalCount).toBe(2)
    const [first] = result.items
    if (!first) throw new Error('there is no file')
    expect(first.file).toMatchObject({ isUploaded: true, download: { expiresAt: expect.any(Date) } })
    const bytes = await fetch(reachable(till, first.file.download.url), { redirect: 'manual' })
    expect(bytes.status).toBe(302)
    const token = first.file.download.url.split('/').at(-1) ?? ''
    expect(await own.downloadables.get({ token })).toMatchObject({ id: first.id })
  })

  it('shows a customer who they are, and who sells', async () => {
    const { customer, own } = await makeRegular()
    const profile = await own.customers.get({ id: customer.id })
    expect(profile).toMatchObject({ id: customer.id, email: customer.email, name: 'Ada Lovelace', oauthAccounts: {} })
    const seller: unknown = await own.organizations.get({ slug: 'northwind-audio' })
    const { id } = shop
    expect(seller).toMatchObject(version === 'v026' ? { organization: { id }, products: expect.any(Array) } : { id })
  })

  it('shows a purchase’s session that purchase', async () => {
    const { customer } = await makeRegular()
    const checkout = await till.owner.must(
      till.owner.post('/v1/checkouts/custom/', { product_id: product.id, customer_email: customer.email }),
    )
    const confirmed = await till.anonymous.must(
      till.anonymous.post(`/v1/checkouts/custom/client/${checkout.client_secret}/confirm`, {}),
    )
    const { customerPortal } = existingSdks(till, confirmed.customer_session_token, answered)[version]
    const [orders, keys] = [await customerPortal.orders.list({}), await customerPortal.licenseKeys.list({})]
    expect(orders.result.pagination.totalCount).toBe(1)
    expect(keys.result.items).toMatchObject([{ customer: { email: customer.email, name: null } }])
    await expect(customerPortal.customers.get({ id: customer.id })).rejects.toMatchObject({ name: 'ResourceNotFound' })
  })

  it('has made every call of this part that it has and that is answered', () => {
    expect(leftOut('customers', version, till.till.routes, answered)).toEqual([])
  })
})
