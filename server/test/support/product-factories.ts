import type { Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** One-time, 19.00 USD. */
export function makeProduct(till: TestTill, organizationId: string, fields: object = {}): Promise<Body> {
  const prices = [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }]
  return make(till, { organization_id: organizationId, prices, ...fields })
}

/** Monthly, 9.00 USD. */
export function makeRecurringProduct(till: TestTill, organizationId: string, fields: object = {}): Promise<Body> {
  const prices = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }]
  return make(till, { organization_id: organizationId, recurring_interval: 'month', prices, ...fields })
}

/** One-time, and free. */
export function makeFreeProduct(till: TestTill, organizationId: string, fields: object = {}): Promise<Body> {
  return make(till, { organization_id: organizationId, prices: [{ amount_type: 'free' }], ...fields })
}

function make(till: TestTill, fields: object): Promise<Body> {
  return till.owner.must(till.owner.post('/v1/products/', { name: `Product ${unique()}`, ...fields }))
}
