import type { Shop } from './shop.ts'

const fixed = (price_amount: number, more: object = {}) => ({
  amount_type: 'fixed',
  price_amount,
  price_currency: 'usd',
  ...more,
})

/** Products of every kind, as a seller has them. */
export function catalogOf(shop: Shop) {
  const product = (name: string, fields: object) =>
    shop.make('/v1/products/', { organization_id: shop.organizationId, name, ...fields })
  const benefit = (type: string, description: string, properties: object) =>
    shop.make('/v1/benefits/', { organization_id: shop.organizationId, type, description, properties })
  const give = (productId: string, ...benefits: string[]) =>
    shop.make(`/v1/products/${productId}/benefits`, { benefits })
  return {
    async plugin() {
      const made = await product('Tape Machine', {
        description: 'Warm at low levels, honest at high ones.',
        prices: [fixed(7900)],
      })
      const key = await benefit('license_keys', 'A license key for three machines', { activations: { limit: 3 } })
      const updates = await benefit('custom', 'All updates of version 1', { note: null })
      await give(made.id, key.id, updates.id)
      return made
    },
    free: () => product('Sample Pack', { prices: [{ amount_type: 'free' }] }),
    donation: () =>
      product('Tip Jar', {
        prices: [{ amount_type: 'custom', price_currency: 'usd', minimum_amount: 500, preset_amount: 1000 }],
      }),
    plan: () =>
      product('Studio Pass', {
        prices: [
          fixed(900, { type: 'recurring', recurring_interval: 'month' }),
          fixed(9000, { type: 'recurring', recurring_interval: 'year' }),
        ],
      }),
    plain: (name = 'Room Reverb') => product(name, { prices: [fixed(4900)] }),
    product,
    fixed,
  }
}
