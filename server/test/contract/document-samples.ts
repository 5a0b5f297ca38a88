import { buy, confirm } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { unique } from '../support/factories.ts'
import { LICENSE_CALLS } from '../support/license-key-factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { TestTill } from '../support/till.ts'
import type { Operation } from './document-shapes.ts'

type Body = Reply['body']

/** Answers of a running server, by the operation that gave them. */
export type Samples = Map<Operation, Body[]>

/** Makes one of everything, fills in everything that can be filled in, and asks every operation about it. */
export async function takeSamples(till: TestTill): Promise<Samples> {
  const samples: Samples = new Map()
  const taker = new Taker(till, samples)
  const shop = await openShop(till)
  await taker.organizations(shop)
  await taker.checkouts(shop)
  await fillIn(till, shop)
  await taker.orders(shop)
  await taker.licenseKeys(shop)
  return samples
}

/** Changes what a sale left empty, so that the fields of later changes are seen with values too. */
async function fillIn({ owner }: TestTill, shop: Shop): Promise<void> {
  const changes: [string, object][] = [
    [`/v1/customers/${shop.order.customer_id}`, { tax_id: ['123456789', 'us_ein'] }],
    [`/v1/discounts/${shop.discount.id}`, { name: 'Renamed' }],
    // The sold price is archived, and shows when.
    [
      `/v1/products/${shop.product.id}`,
      { prices: [{ amount_type: 'fixed', price_amount: 2900, price_currency: 'usd' }] },
    ],
  ]
  for (const [path, body] of changes) await owner.must(owner.patch(path, body))
}

class Taker {
  readonly #till: TestTill
  readonly #samples: Samples

  constructor(till: TestTill, samples: Samples) {
    this.#till = till
    this.#samples = samples
  }

  async #take(operation: Operation, reply: Promise<Reply>): Promise<Body> {
    const body = await this.#till.owner.must(reply)
    this.#samples.set(operation, [...(this.#samples.get(operation) ?? []), body])
    return body
  }

  async organizations({ organization }: Shop): Promise<void> {
    const { owner } = this.#till
    const n = unique()
    await this.#take('POST /v1/organizations/', owner.post('/v1/organizations/', { name: 'Bare', slug: `bare-${n}` }))
    await this.#take(
      'POST /v1/organizations/',
      owner.post('/v1/organizations/', {
        name: 'Full',
        slug: `full-${n}`,
        email: 'hello@example.com',
        avatar_url: 'https://shop.example.com/logo.png',
      }),
    )
    const path = `/v1/organizations/${organization.id}`
    await this.#take('GET /v1/organizations/{id}', owner.get(path))
    await this.#take('PATCH /v1/organizations/{id}', owner.patch(path, everySetting(organization.id)))
    await this.#take('GET /v1/organizations/{id}', owner.get(path))
  }

  async checkouts(shop: Shop): Promise<void> {
    const { owner } = this.#till
    await owner.must(owner.patch(`/v1/benefits/${shop.customBenefit.id}`, { description: 'A warm welcome' }))
    for (const fields of await this.#sales(shop)) await this.#checkout(fields)
    await this.#take('GET /v1/checkouts/custom/', owner.get('/v1/checkouts/custom/?limit=100'))
  }

  /** One-time, recurring and free; with every kind of discount; with all data of the buyer, and with none. */
  async #sales(shop: Shop): Promise<object[]> {
    const months = await makeDiscount(this.#till, shop.organization.id, {
      duration: 'repeating',
      duration_in_months: 3,
    })
    const plain = await makeProduct(this.#till, shop.organization.id)
    return [
      { product_id: shop.product.id, discount_id: shop.discount.id, customer_id: shop.customer.id },
      { product_id: shop.plan.id, discount_id: months.id, customer_email: `bob-${unique()}@example.com` },
      { product_id: shop.freebie.id, customer_email: `eve-${unique()}@example.com` },
      { products: [plain.id, shop.product.id, shop.plan.id] },
    ]
  }

  async #checkout(fields: object): Promise<void> {
    const { owner, anonymous } = this.#till
    const made = await this.#take('POST /v1/checkouts/custom/', owner.post('/v1/checkouts/custom/', fields))
    const byId = `/v1/checkouts/custom/${made.id}`
    const bySecret = `/v1/checkouts/custom/client/${made.client_secret}`
    await this.#take('GET /v1/checkouts/custom/{id}', owner.get(byId))
    await this.#take('GET /v1/checkouts/custom/client/{client_secret}', anonymous.get(bySecret))
    const told = { embed_origin: 'https://shop.example.com', customer_ip_address: '203.0.113.7' }
    await this.#take('PATCH /v1/checkouts/custom/{id}', owner.patch(byId, told))
    await this.#take(
      'PATCH /v1/checkouts/custom/client/{client_secret}',
      anonymous.patch(bySecret, { customer_name: 'Ada Example' }),
    )
    await this.#take('GET /v1/checkouts/custom/client/{client_secret}', anonymous.get(bySecret))
    await this.#take(
      'POST /v1/checkouts/custom/client/{client_secret}/confirm',
      confirm(anonymous, made, made.customer_email ? {} : { customer_email: `ada-${unique()}@example.com` }),
    )
    await this.#take('GET /v1/checkouts/custom/{id}', owner.get(byId))
  }

  async orders(shop: Shop): Promise<void> {
    const { owner } = this.#till
    const months = await makeDiscount(this.#till, shop.organization.id, {
      duration: 'repeating',
      duration_in_months: 3,
    })
    const discounted = await buy(this.#till, shop.plan.id, `joe-${unique()}@example.com`, { discount_id: months.id })
    for (const { id } of [shop.order, shop.subscriptionOrder, shop.freeOrder, discounted]) {
      await this.#take('GET /v1/orders/{id}', owner.get(`/v1/orders/${id}`))
    }
    await this.#take('GET /v1/orders/', owner.get('/v1/orders/?limit=100'))
    await this.#take('GET /v1/orders/', owner.get('/v1/orders/?page=1000'))
  }

  async licenseKeys({ licenseKey, activation, organization }: Shop): Promise<void> {
    const { owner, anonymous } = this.#till
    const held = { key: licenseKey.key, organization_id: organization.id, activation_id: activation.id }
    await anonymous.must(anonymous.post(`${LICENSE_CALLS}/validate`, held))
    const path = `/v1/license-keys/${licenseKey.id}`
    await this.#take(
      'GET /v1/license-keys/{id}/activations/{activation_id}',
      owner.get(`${path}/activations/${activation.id}`),
    )
    await this.#take('PATCH /v1/license-keys/{id}', owner.patch(path, { usage: 7 }))
    await this.#take('GET /v1/license-keys', owner.get('/v1/license-keys?limit=100'))
    const unlimited = { limit_activations: null, limit_usage: null, expires_at: null }
    await this.#take('PATCH /v1/license-keys/{id}', owner.patch(path, unlimited))
  }
}

/** A value for each setting of an organization that may be empty. */
function everySetting(id: string): object {
  return {
    avatar_url: 'https://shop.example.com/logo.png',
    bio: 'Plug-ins for people who record at home.',
    company: 'Example Ltd',
    blog: 'https://blog.example.com',
    location: 'Lisbon',
    email: 'hello@example.com',
    social_username: 'example',
    default_upfront_split_to_contributors: 10,
    profile_settings: {
      enabled: true,
      description: 'We make tools',
      featured_projects: [id],
      featured_organizations: [id],
      links: ['https://example.com'],
      accent_color: '#3b5bdb',
    },
  }
}
