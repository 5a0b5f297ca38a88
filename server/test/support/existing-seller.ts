import type { Polar } from '@polar-sh/sdk'
import { unique } from './factories.ts'

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
