import { SCOPES } from '../../src/kernel/actor.ts'
import type { Api } from './api.ts'

/** What the shop sells, made through the API so that it is as real as anybody's. */
export interface Catalog {
  readonly organizationId: string
  /** The organization's own, with all scopes. */
  readonly token: string
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
  const { token } = await api.post<{ token: string }>('/v1/organization-access-tokens/', {
    organization_id,
    comment: 'The bench',
    scopes: SCOPES,
  })
  return { organizationId: organization.id, token, benefitId: benefit.id, discountId: discount.id, product, plan }
}
