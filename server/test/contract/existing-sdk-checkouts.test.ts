import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../support/client.ts'
import { makeCustomField } from '../support/custom-field-factories.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

type Body = Reply['body']

let till: TestTill
let sdks: ExistingSdks
let organizationId: string
let product: Body
let plan: Body
let free: Body
let field: Body
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startTill()
  sdks = existingSdks(till, till.ownerToken, answered)
  organizationId = (await makeOrganization(till)).id
  field = await makeCustomField(till, organizationId, { type: 'number' })
  const attached_custom_fields = [{ custom_field_id: field.id, required: false }]
  product = await makeProduct(till, organizationId, { attached_custom_fields })
  plan = await makeRecurringProduct(till, organizationId)
  free = await makeRecurringProduct(till, organizationId, { prices: [{ amount_type: 'free' }] })
})
afterAll(() => till.stop())

interface Listed {
  readonly result: { readonly items: Body[]; readonly pagination: { readonly totalCount: number } }
}

/** What all versions have in common, in words that each of them understands. */
interface Discounts {
  create(input: object): Promise<Body>
  get(request: { id: string }): Promise<Body>
  update(request: { id: string; discountUpdate: object }): Promise<Body>
  list(request: object): Promise<Listed>
  delete(request: { id: string }): Promise<void>
}

interface Checkouts {
  create(input: object): Promise<Body>
  get(request: { id: string }): Promise<Body>
  update(request: { id: string; checkoutUpdate: object }): Promise<Body>
  list(request: object): Promise<Listed>
  clientGet(request: { clientSecret: string }): Promise<Body>
  clientUpdate(request: { clientSecret: string; checkoutUpdatePublic: object }): Promise<Body>
  clientConfirm(request: { clientSecret: string; checkoutConfirmStripe: object }): Promise<Body>
}

/** One version knows only one refusal of this kind, and shows others as they are. */
const NOT_OPEN = {
  v019: { body: expect.stringContaining('NotOpenCheckout') },
  v020: { body: expect.stringContaining('NotOpenCheckout') },
  v022: { rawValue: expect.objectContaining({ error: 'NotOpenCheckout' }) },
  v026: { error: 'NotOpenCheckout' },
}

const email = () => `sdk${unique()}@example.com`

describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const discounts = () => sdks[version].discounts as Discounts
  const checkouts = (): Checkouts => {
    const { checkouts: all } = sdks[version]
    return ('custom' in all ? all.custom : all) as Checkouts
  }
  /** Only the newest sends answers to custom fields as they are. */
  const sendsAnswers = version === 'v022' || version === 'v026'

  // It loses the number of months when it sends them, so repeating ones are made without it.
  it.each([
    { type: 'percentage', basis_points: 2000, duration: 'once' },
    { type: 'percentage', basis_points: 2000, duration: 'repeating', duration_in_months: 3 },
    { type: 'fixed', basis_points: null, amount: 500, currency: 'usd', duration: 'forever' },
    { type: 'fixed', basis_points: null, amount: 500, currency: 'usd', duration: 'repeating', duration_in_months: 3 },
  ])('manages a discount: $type, $duration', async (terms) => {
    const { id, code } = await makeDiscount(till, organizationId, {
      ...terms,
      products: [product.id, plan.id],
      max_redemptions_per_customer: 3,
    })
    const read = await discounts().get({ id })
    expect(read).toMatchObject({ code, type: terms.type, duration: terms.duration, products: [{}, {}] })
    const discountUpdate = { name: 'Renamed', maxRedemptions: 5, startsAt: new Date('2026-01-01T00:00:00Z') }
    const changed = await discounts().update({ id, discountUpdate })
    expect(changed).toMatchObject({ ...discountUpdate, redemptionsCount: 0 })
    const sorting = ['-created_at', 'name', 'code', '-redemptions_count']
    const { result } = await discounts().list({ organizationId, query: code, sorting, page: 1, limit: 5 })
    expect(result).toMatchObject({ items: [changed], pagination: { totalCount: 1 } })
    const made = await checkouts().create({ productId: plan.id, discountId: id, customerEmail: email() })
    expect(made.discount).toMatchObject({ id, code, type: terms.type, duration: terms.duration })
    const confirmed = await checkouts().clientConfirm({ clientSecret: made.clientSecret, checkoutConfirmStripe: {} })
    expect(confirmed.discount).toMatchObject({ id, code })
    expect((await discounts().get({ id })).redemptionsCount).toBe(1)
    await discounts().delete({ id })
    await expect(discounts().get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' })
  })

  it('makes discounts', async () => {
    const common = { name: 'Spring sale', organizationId, metadata: { shelf: 1 }, products: [product.id] }
    const share = { type: 'percentage', basisPoints: 2000, duration: 'once', code: `SDK${unique()}` }
    expect(await discounts().create({ ...common, ...share })).toMatchObject({ ...share, metadata: { shelf: 1 } })
    const amount = { type: 'fixed', amount: 500, currency: 'eur', duration: 'forever' }
    expect(await discounts().create({ ...common, ...amount })).toMatchObject(amount)
    const twin = discounts().create({ ...common, ...share })
    await expect(twin).rejects.toMatchObject({ detail: [expect.objectContaining({ loc: ['body', 'code'] })] })
  })

  it('runs a checkout from the seller’s side', async () => {
    const customer = await till.owner.must(
      till.owner.post('/v1/customers/', {
        organization_id: organizationId,
        email: email(),
        billing_address: { country: 'DE' },
        tax_id: ['DE136695976', 'eu_vat'],
      }),
    )
    const made = await checkouts().create({
      productPriceId: product.prices[0].id,
      customerId: customer.id,
      customerName: 'Grace Example',
      customerIpAddress: '203.0.113.7',
      customerMetadata: { source: 'letter' },
      successUrl: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
      embedOrigin: 'https://shop.example.com',
      metadata: { campaign: 'spring' },
      customFieldData: sendsAnswers ? { [field.slug]: 3 } : {},
    })
    expect(made).toMatchObject({
      status: 'open',
      productId: product.id,
      customerEmail: customer.email,
      customerTaxId: 'DE136695976',
      successUrl: `https://shop.example.com/thanks?checkout_id=${made.id}`,
      metadata: { campaign: 'spring' },
      attachedCustomFields: [{ customFieldId: field.id }],
      ...(sendsAnswers && { customFieldData: { [field.slug]: 3 } }),
    })
    expect(await checkouts().get({ id: made.id })).toEqual(made)
    const checkoutUpdate = {
      customerName: 'Grace',
      metadata: { campaign: 'summer' },
      allowDiscountCodes: false,
      customerBillingAddress: { country: 'US', state: 'US-CA' },
      customerTaxId: '91-1144442',
    }
    const updated = await checkouts().update({ id: made.id, checkoutUpdate })
    expect(updated).toMatchObject({ customerName: 'Grace', allowDiscountCodes: false, customerTaxId: '911144442' })
    const filter = { organizationId, productId: product.id, sorting: ['-created_at', 'expires_at'], limit: 1 }
    const { result } = await checkouts().list(filter)
    expect(result.items).toEqual([updated])
  })

  it('runs a checkout from the buyer’s side', async () => {
    const discount = await makeDiscount(till, organizationId)
    const { clientSecret } = await checkouts().create({ productId: product.id })
    const seen = await checkouts().clientGet({ clientSecret })
    expect(seen).toMatchObject({ status: 'open', organization: { id: organizationId } })
    const updated = await checkouts().clientUpdate({
      clientSecret,
      checkoutUpdatePublic: {
        customerEmail: email(),
        customerBillingAddress: { country: 'DE' },
        discountCode: discount.code,
        ...(sendsAnswers && { customFieldData: { [field.slug]: 7 } }),
      },
    })
    expect(updated).toMatchObject({ discountId: discount.id, totalAmount: 1520 })
    const checkoutConfirmStripe = { confirmationTokenId: 'ctoken_test_success', customerTaxId: 'DE136695976' }
    const confirmed = await checkouts().clientConfirm({ clientSecret, checkoutConfirmStripe })
    expect(confirmed).toMatchObject({
      status: 'confirmed',
      customerSessionToken: expect.stringMatching(/^till_cst_/),
      customerTaxId: 'DE136695976',
    })
    expect((await checkouts().clientGet({ clientSecret })).status).toBe('succeeded')
  })

  it('upgrades a subscription', async () => {
    const { clientSecret } = await checkouts().create({ productId: free.id, customerEmail: email() })
    const { id: checkoutId } = await checkouts().clientConfirm({ clientSecret, checkoutConfirmStripe: {} })
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkoutId}`))
    const subscriptionId = items[0].subscription_id
    const upgrade = await checkouts().create({ productId: plan.id, subscriptionId })
    expect(upgrade).toMatchObject({ subscriptionId, customerId: items[0].customer_id })
    await checkouts().clientConfirm({ clientSecret: upgrade.clientSecret, checkoutConfirmStripe: {} })
    const { body } = await till.owner.get(`/v1/subscriptions/${subscriptionId}`)
    expect(body).toMatchObject({ product_id: plan.id, status: 'active' })
  })

  it('is refused in ways that it understands', async () => {
    const { clientSecret } = await checkouts().create({ productId: plan.id })
    const confirm = (body: object) => checkouts().clientConfirm({ clientSecret, checkoutConfirmStripe: body })
    await expect(confirm({})).rejects.toMatchObject({
      detail: [expect.objectContaining({ loc: ['body', 'customer_email'] })],
    })
    const declined = confirm({ customerEmail: email(), confirmationTokenId: 'ctoken_test_declined' })
    await expect(declined).rejects.toMatchObject(
      version === 'v026'
        ? { error: 'PaymentError' }
        : { statusCode: 400, body: expect.stringContaining('PaymentError') },
    )
    await confirm({})
    const again = confirm({})
    await expect(again).rejects.toMatchObject(NOT_OPEN[version])
    const missing = checkouts().clientGet({ clientSecret: 'till_cs_nonsense' })
    await expect(missing).rejects.toMatchObject({ error: 'ResourceNotFound' })
  })
})

describe('the existing client v026', () => {
  it('offers several products, and the buyer chooses another', async () => {
    const { checkouts } = sdks.v026
    const made = await checkouts.create({ products: [product.id, plan.id], customerEmail: email() })
    expect(made.products.map(({ id }) => id)).toEqual([product.id, plan.id])
    const { clientSecret } = made
    const chosen = await checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic: { productId: plan.id } })
    expect(chosen).toMatchObject({ productId: plan.id, totalAmount: 900 })
    const back = await checkouts.update({ id: made.id, checkoutUpdate: { productId: product.id } })
    expect(back.productId).toBe(product.id)
    const checkoutConfirmStripe = { productId: plan.id }
    const sold = await checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe })
    expect(sold).toMatchObject({ status: 'confirmed', productId: plan.id })
  })
})

describe.each(['v019', 'v020', 'v022'] as const)('the existing client %s', (version) => {
  it('runs the older form of a checkout too', async () => {
    const { checkouts } = sdks[version]
    const made = await checkouts.create({
      productPriceId: product.prices[0].id,
      successUrl: 'https://shop.example.com/thanks',
      customerEmail: email(),
    })
    expect(made).toMatchObject({ product: { id: product.id }, url: expect.stringContaining('/checkout/till_cs_') })
    expect(await checkouts.get({ id: made.id })).toEqual(made)
  })
})

it.each(SDK_VERSIONS)('%s has made every call of its own that is answered here', (version) => {
  expect(leftOut('checkouts', version, till.till.routes, answered)).toEqual([])
})
