import { makeCustomBenefit, makeDownloadablesBenefit, makeLicenseKeysBenefit } from './benefit-factories.ts'
import { buy, makeCheckout } from './checkout-factories.ts'
import { makeCheckoutLink } from './checkout-link-factories.ts'
import type { Client, Reply } from './client.ts'
import { makeCustomField } from './custom-field-factories.ts'
import { makeCustomer } from './customer-factories.ts'
import { makeDiscount } from './discount-factories.ts'
import { makeOrganization, makeToken, unique } from './factories.ts'
import { makeFile, makeProductMedia } from './file-factories.ts'
import { LICENSE_CALLS } from './license-key-factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from './product-factories.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** An organization with at least one of everything that the API can show, made through the API. */
export interface Shop {
  readonly organization: Body
  /** The organization's own token, with all scopes. */
  readonly token: string
  readonly client: Client
  readonly customer: Body
  readonly customBenefit: Body
  readonly licenseBenefit: Body
  /** A file for customers, and the benefit that gives it to them. */
  readonly download: Body
  readonly downloadBenefit: Body
  readonly customField: Body
  readonly media: Body
  /** Bought once, with both benefits, a picture, and a question that may be left open. */
  readonly product: Body
  /** Paid every month. */
  readonly plan: Body
  readonly freebie: Body
  readonly discount: Body
  /** Still open, with everything that a seller can say about it. */
  readonly checkout: Body
  /** To the product and to the plan, with a discount. */
  readonly checkoutLink: Body
  readonly order: Body
  readonly subscriptionOrder: Body
  readonly freeOrder: Body
  readonly licenseKey: Body
  readonly activation: Body
}

const ADDRESS = {
  line1: '1 Test Street',
  line2: 'Floor 2',
  postal_code: '94105',
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
}

export async function openShop(till: TestTill, fields: object = {}): Promise<Shop> {
  const organization = await makeOrganization(till, fields)
  const token = await makeToken(till, organization.id)
  const catalogue = await fillCatalogue(till, organization.id)
  const customer = await makeCustomer(till, organization.id, {
    name: 'Grace Example',
    billing_address: ADDRESS,
    tax_id: ['123456789', 'us_ein'],
    metadata: { tier: 'gold' },
  })
  const sales = await sell(till, { ...catalogue, customer })
  return { organization, token, client: till.as(token), customer, ...catalogue, ...sales }
}

async function fillCatalogue(till: TestTill, organizationId: string) {
  const customBenefit = await makeCustomBenefit(till, organizationId, { properties: { note: 'Welcome' } })
  const licenseBenefit = await makeLicenseKeysBenefit(till, organizationId, {
    properties: {
      prefix: 'SHOP',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 3, enable_customer_admin: true },
      limit_usage: 100,
    },
  })
  const download = await makeFile(till, organizationId)
  const downloadBenefit = await makeDownloadablesBenefit(till, organizationId, [download.id])
  const benefits = [customBenefit.id, licenseBenefit.id]
  const media = await makeProductMedia(till, organizationId, { version: '1.0' })
  const customField = await askForEngraving(till, organizationId)
  const made = await makeProduct(till, organizationId, {
    description: 'Yours for good',
    medias: [media.id],
    attached_custom_fields: [{ custom_field_id: customField.id, required: false }],
  })
  const product = await till.owner.must(till.owner.post(`/v1/products/${made.id}/benefits`, { benefits }))
  return {
    customBenefit,
    licenseBenefit,
    download,
    downloadBenefit,
    customField,
    media,
    product,
    plan: await makeRecurringProduct(till, organizationId, { description: 'Every month' }),
    freebie: await makeFreeProduct(till, organizationId),
    discount: await makeDiscount(till, organizationId, {
      type: 'fixed',
      basis_points: null,
      amount: 500,
      currency: 'usd',
      starts_at: '2020-01-01T00:00:00.000Z',
      ends_at: '2999-01-01T00:00:00.000Z',
      max_redemptions: 100,
      metadata: { season: 'spring' },
    }),
  }
}

/** With everything that a field can have, also a change. */
async function askForEngraving(till: TestTill, organizationId: string): Promise<Body> {
  const properties = {
    form_label: 'What shall we engrave?',
    form_help_text: 'Up to two lines',
    form_placeholder: 'For Ada',
    textarea: true,
    min_length: 1,
    max_length: 80,
  }
  const { id } = await makeCustomField(till, organizationId, { properties, metadata: { tool: 'laser' } })
  return till.owner.must(till.owner.patch(`/v1/custom-fields/${id}`, { name: 'Engraving' }))
}

type Sold = Awaited<ReturnType<typeof fillCatalogue>> & { customer: Body }

async function sell(till: TestTill, { product, plan, freebie, discount, customer, licenseBenefit }: Sold) {
  const said = {
    discount_id: discount.id,
    metadata: { campaign: 'spring' },
    customer_metadata: { source: 'newsletter' },
    success_url: 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}',
    embed_origin: 'https://shop.example.com',
    customer_ip_address: '203.0.113.7',
    customer_billing_address: ADDRESS,
  }
  const email = `ada-${unique()}@example.com`
  const order = await buy(till, product.id, email, { ...said, customer_name: 'Ada Example' })
  const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?benefit_id=${licenseBenefit.id}`))
  const held = { key: items[0].key, organization_id: product.organization_id }
  return {
    order,
    subscriptionOrder: await buy(till, plan.id, email, said),
    freeOrder: await buy(till, freebie.id, email),
    checkout: await makeCheckout(till, { ...said, product_id: product.id, customer_id: customer.id }),
    checkoutLink: await makeCheckoutLink(till, {
      products: [product.id, plan.id],
      discount_id: discount.id,
      label: 'Newsletter',
      success_url: said.success_url,
      metadata: said.metadata,
    }),
    licenseKey: items[0],
    activation: await till.anonymous.must(
      till.anonymous.post(`${LICENSE_CALLS}/activate`, { ...held, label: 'Studio laptop', meta: { os: 'linux' } }),
    ),
  }
}
