import { Polar } from '@polar-sh/sdk'
import { HTTPClient } from '@polar-sh/sdk/lib/http.js'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

/**
 * A published client for this API, which checks every answer against its own idea of the shapes: a missing key, a null
 * where none is allowed, an unknown value or another success code makes the call fail. It has to work by changing
 * nothing but the address.
 */
export function existingClient(till: TestTill, accessToken: string, answered = new Set<string>()): Polar {
  const httpClient = new HTTPClient()
  httpClient.addHook('response', (_, request) => {
    const path = new URL(request.url).pathname
    for (const { spec } of till.till.routes) {
      if (spec.method === request.method && isAt(spec.path, path)) answered.add(`${spec.method} ${spec.path}`)
    }
  })
  return new Polar({ serverURL: till.url, accessToken, httpClient })
}

function isAt(template: string, path: string): boolean {
  const bare = (text: string) => text.replace(/\/$/, '')
  return new RegExp(`^${bare(template).replace(/\{\w+\}/g, '[^/]+')}$`).test(bare(path))
}

/** Sells as that client's users do. */
export class Seller {
  readonly sdk: Polar
  readonly organizationId: string

  constructor(sdk: Polar, organizationId: string) {
    this.sdk = sdk
    this.organizationId = organizationId
  }

  oneTime() {
    const prices = [{ type: 'one_time', amountType: 'fixed', priceAmount: 1900, priceCurrency: 'usd' } as const]
    return { name: `Tape Machine ${unique()}`, organizationId: this.organizationId, prices }
  }

  monthly() {
    const prices = [{ type: 'recurring', amountType: 'fixed', priceAmount: 900, recurringInterval: 'month' } as const]
    return { name: `Tape Club ${unique()}`, organizationId: this.organizationId, prices }
  }

  free() {
    const prices = [{ type: 'one_time', amountType: 'free' } as const]
    return { name: `Sample ${unique()}`, organizationId: this.organizationId, prices }
  }

  async sell(productId: string, fields: object = {}) {
    const checkout = await this.sdk.checkouts.custom.create({ productId, ...fields })
    return this.sdk.checkouts.custom.clientConfirm({
      clientSecret: checkout.clientSecret,
      checkoutConfirmStripe: { customerEmail: `ada-${unique()}@example.com`, customerName: 'Ada Example' },
    })
  }

  async sellLicense() {
    const benefit = await this.sdk.benefits.create({
      type: 'license_keys',
      description: 'A key for three machines',
      organizationId: this.organizationId,
      properties: { prefix: 'TAPE', activations: { limit: 3, enableCustomerAdmin: true }, limitUsage: 10 },
    })
    const product = await this.sdk.products.create(this.oneTime())
    await this.sdk.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefit.id] } })
    const confirmed = await this.sell(product.id)
    const [licenseKey] = (await this.sdk.licenseKeys.list({ benefitId: benefit.id })).result.items
    if (!licenseKey) throw new Error('the sale issued no license key')
    return { benefit, confirmed, licenseKey }
  }
}
