import type { Polar } from '@polar-sh/sdk'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { Unauthorized } from '@polar-sh/sdk/models/errors/unauthorized.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { existingSdks } from '../support/existing-sdks.ts'
import { Seller } from '../support/existing-seller.ts'
import { makeToken } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

const MISSING = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

let till: TestTill
let sdk: Polar
let seller: Seller
let organizationId: string

beforeAll(async () => {
  till = await startTill()
  sdk = existingSdks(till, till.ownerToken).v019
  organizationId = (await sdk.organizations.create({ name: 'Northwind Audio', slug: 'northwind-audio' })).id
  seller = new Seller(sdk, organizationId)
})
afterAll(() => till.stop())

describe('the typed errors of an existing client', () => {
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
    await expect(existingSdks(till, 'till_pat_wrong').v019.licenseKeys.list({})).rejects.toBeInstanceOf(Unauthorized)
  })

  it('403: what is not permitted', async () => {
    const { benefit, licenseKey } = await seller.sellLicense()
    await sdk.licenseKeys.update({ id: licenseKey.id, licenseKeyUpdate: { limitActivations: null } })
    const activation = { key: licenseKey.key, organizationId, label: 'Laptop' }
    await expect(sdk.customerPortal.licenseKeys.activate(activation)).rejects.toBeInstanceOf(NotPermitted)
    await till.sql`update benefits set deletable = false where id = ${benefit.id}`
    await expect(sdk.benefits.delete({ id: benefit.id })).rejects.toBeInstanceOf(NotPermitted)
  })

  it('403: a checkout that is no longer open, and a declined payment, keep their body', async () => {
    const product = await sdk.products.create(seller.oneTime())
    const { clientSecret } = await seller.sell(product.id)
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
    const reader = existingSdks(till, await makeToken(till, organizationId, ['products:read'])).v019
    const refused = { statusCode: 403, body: expect.stringContaining('insufficient_scope') }
    await expect(reader.products.create(seller.oneTime())).rejects.toMatchObject(refused)
    expect((await reader.products.list({})).result.items).not.toHaveLength(0)
  })
})
