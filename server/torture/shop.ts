import { randomUUID } from 'node:crypto'
import type { Shop } from './buyers.ts'
import { ask } from './patient.ts'

/** Something to buy once, something to subscribe to, each with a license key, and a discount with a limit. */
export async function openShop(url: string, token: string): Promise<Shop> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
    const reply = await ask(() => url, path, body, headers)
    if (reply.status > 201) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const { id: organization_id } = await post('/v1/organizations/', { name: 'Torture', slug: 'torture' })
  const key = { organization_id, type: 'license_keys', description: 'A license key', properties: {} }
  const { id: benefit } = await post('/v1/benefits/', key)
  const price = { amount_type: 'fixed', price_amount: 1999, price_currency: 'usd' }
  const once = await post('/v1/products/', { organization_id, name: 'Once', prices: [{ ...price, type: 'one_time' }] })
  const monthly = { ...price, type: 'recurring', recurring_interval: 'month' }
  const plan = await post('/v1/products/', { organization_id, name: 'Plan', prices: [monthly] })
  for (const { id } of [once, plan]) await post(`/v1/products/${id}/benefits`, { benefits: [benefit] })
  const { id: discountId } = await post('/v1/discounts/', {
    organization_id,
    name: 'A tenth',
    type: 'percentage',
    basis_points: 1000,
    duration: 'once',
    max_redemptions: 1_000_000,
  })
  return { token, products: [once.id, once.id, once.id, plan.id], discountId }
}
