import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutBehind, openLink } from '../support/checkout-link-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProductMedia } from '../support/file-factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

type Body = Reply['body']

let till: TestTill
let sdks: ExistingSdks
let organizationId: string
let product: Body
let plan: Body
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startTill()
  sdks = existingSdks(till, till.ownerToken, answered)
  organizationId = (await makeOrganization(till)).id
  const media = await makeProductMedia(till, organizationId)
  product = await makeProduct(till, organizationId, { medias: [media.id] })
  plan = await makeRecurringProduct(till, organizationId)
})
afterAll(() => till.stop())

/** What all versions have in common, in words that each of them understands. */
interface CheckoutLinks {
  create(input: object): Promise<Body>
  get(request: { id: string }): Promise<Body>
  update(request: { id: string; checkoutLinkUpdate: object }): Promise<Body>
  list(request: object): Promise<{
    readonly result: { readonly items: Body[]; readonly pagination: { readonly totalCount: number } }
  }>
  delete(request: { id: string }): Promise<void>
}

describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const links = () => sdks[version].checkoutLinks as CheckoutLinks

  it.each([
    { type: 'percentage', basis_points: 2000, duration: 'once' },
    { type: 'percentage', basis_points: 2000, duration: 'repeating', duration_in_months: 3 },
    { type: 'fixed', basis_points: null, amount: 500, currency: 'usd', duration: 'forever' },
    { type: 'fixed', basis_points: null, amount: 500, currency: 'usd', duration: 'repeating', duration_in_months: 3 },
  ])('manages a link with a discount: $type, $duration', async (terms) => {
    const discount = await makeDiscount(till, organizationId, terms)
    const made = await links().create({
      productId: product.id,
      paymentProcessor: 'stripe',
      label: 'Newsletter',
      allowDiscountCodes: false,
      discountId: discount.id,
      successUrl: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
      metadata: { campaign: 'spring', wave: 2, isPaid: true },
    })
    expect(made).toMatchObject({
      paymentProcessor: 'stripe',
      clientSecret: expect.stringMatching(/^till_cl_/),
      url: `http://till.example.com/buy/${made.clientSecret}`,
      label: 'Newsletter',
      allowDiscountCodes: false,
      productId: product.id,
      productPriceId: product.prices[0].id,
      product: { id: product.id, medias: [{}] },
      productPrice: { id: product.prices[0].id },
      discount: { id: discount.id, type: terms.type, duration: terms.duration },
      metadata: { campaign: 'spring', wave: 2, isPaid: true },
    })
    expect(await links().get({ id: made.id })).toEqual(made)
    const checkoutLinkUpdate = { label: null, allowDiscountCodes: true, discountId: null, successUrl: null }
    const changed = await links().update({ id: made.id, checkoutLinkUpdate })
    expect(changed).toMatchObject({ ...checkoutLinkUpdate, discount: null, metadata: made.metadata })
    const { result } = await links().list({ organizationId, productId: product.id, sorting: ['-created_at'], limit: 1 })
    expect(result.items).toEqual([changed])
    await links().delete({ id: made.id })
    await expect(links().get({ id: made.id })).rejects.toMatchObject({ error: 'ResourceNotFound' })
  })

  it('makes a link to a price, and it works', async () => {
    const made = await links().create({ productPriceId: plan.prices[0].id })
    expect(made).toMatchObject({ productId: plan.id, productPriceId: plan.prices[0].id, allowDiscountCodes: true })
    const reply = await openLink(till, { client_secret: made.clientSecret })
    expect(await checkoutBehind(till, reply)).toMatchObject({ product_id: plan.id, status: 'open' })
  })

  it('is refused in ways that it understands', async () => {
    const foreign = await makeProduct(till, (await makeOrganization(till)).id)
    const id = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
    await expect(links().create({ productId: id })).rejects.toMatchObject({
      detail: [expect.objectContaining({ loc: ['body', 'product_id'] })],
    })
    const { id: discountId } = await makeDiscount(till, foreign.organization_id)
    await expect(links().create({ productId: product.id, discountId })).rejects.toMatchObject({
      detail: [expect.objectContaining({ loc: ['body', 'discount_id'] })],
    })
    const gone = { error: 'ResourceNotFound' }
    await expect(links().update({ id, checkoutLinkUpdate: {} })).rejects.toMatchObject(gone)
    await expect(links().delete({ id })).rejects.toMatchObject(gone)
  })
})

describe('the existing client v026', () => {
  it('offers several products, in any order', async () => {
    const { checkoutLinks } = sdks.v026
    const made = await checkoutLinks.create({ products: [product.id, plan.id], label: 'Both' })
    expect(made).toMatchObject({ organizationId, productId: product.id, products: [{}, {}] })
    const checkoutLinkUpdate = { products: [plan.id, product.id] }
    const turned = await checkoutLinks.update({ id: made.id, checkoutLinkUpdate })
    expect(turned).toMatchObject({ productId: plan.id, productPriceId: plan.prices[0].id })
    expect(turned.products.map(({ id }) => id)).toEqual([plan.id, product.id])
    const { result } = await checkoutLinks.list({
      productId: [plan.id, product.id],
      sorting: ['label', '-success_url', '-allow_discount_codes', 'created_at'],
    })
    expect(result.items[0]).toEqual(turned)
  })
})

it.each(SDK_VERSIONS)('%s has made every call of its own that is answered here', (version) => {
  expect(leftOut('links', version, till.till.routes, answered)).toEqual([])
})
