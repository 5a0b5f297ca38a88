import type { Api } from './api.ts'

/** What the shop sells, made through the API so that it is as real as anybody's. */
export interface Catalog {
  readonly organizationId: string
  readonly benefitId: string
  readonly discountId: string
  readonly product: Sold
  readonly plan: Sold
}

export interface Sold {
  readonly id: string
  readonly prices: readonly [{ readonly id: string }]
}

export async function makeCatalog(api: Api): Promise<Catalog> {
  const organization = await api.post('/v1/organizations/', { name: 'Northwind Audio', slug: 'northwind-audio' })
  const organization_id = organization.id
  const benefit = await api.post('/v1/benefits/', {
    organization_id,
    type: 'license_keys',
    description: 'A key for every machine',
    properties: { prefix: 'NORTHWIND' },
  })
  const discount = await api.post('/v1/discounts/', {
    organization_id,
    name: 'Spring sale',
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
    code: 'SPRING20',
  })
  const product = await api.post<Sold>('/v1/products/', {
    organization_id,
    name: 'Room reverb',
    description: 'Warm rooms for small studios.',
    prices: [{ amount_type: 'fixed', price_amount: 4900, price_currency: 'usd' }],
  })
  await api.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] })
  const plan = await api.post<Sold>('/v1/products/', {
    organization_id,
    name: 'All plug-ins',
    description: 'Everything, every month.',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }],
  })
  return { organizationId: organization.id, benefitId: benefit.id, discountId: discount.id, product, plan }
}
