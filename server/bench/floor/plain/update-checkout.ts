import type { JSONValue } from 'postgres'
import { buyersView, readParts, sellersView } from './checkout.ts'
import { type Context, Failure, type Sql } from './context.ts'
import { writeEvents } from './events.ts'

interface Ask {
  readonly customer_email?: string
  readonly customer_name?: string
  readonly customer_billing_address?: Record<string, string>
}

const NO_ADDRESS = { line1: null, line2: null, postal_code: null, city: null, state: null }

/** By the buyer, under the row's lock. */
export async function updateCheckout({ sql, links }: Context, secret: string, ask: Ask): Promise<object> {
  return sql.begin(async (tx) => {
    const [before] = await tx`select * from checkouts where client_secret = ${secret} for update`
    const now = new Date()
    if (!before) throw new Failure(404)
    if (before.status !== 'open' || before.expires_at <= now) throw new Failure(403)
    const parts = await readParts(tx as unknown as Sql, before.product_price_id)
    const address = ask.customer_billing_address && { ...NO_ADDRESS, ...ask.customer_billing_address }
    const after = {
      ...before,
      customer_email: ask.customer_email ?? before.customer_email,
      customer_name: ask.customer_name ?? before.customer_name,
      customer_billing_address: address ?? before.customer_billing_address,
      modified_at: now,
      version: before.version + 1,
    } as typeof before
    await tx`
      update checkouts set customer_email = ${after.customer_email}, customer_name = ${after.customer_name},
        customer_billing_address = ${tx.json(after.customer_billing_address as JSONValue)}, modified_at = ${now},
        version = ${after.version}
      where id = ${after.id}`
    const views = [before, after].map((checkout) => sellersView({ ...parts, checkout }, links))
    const [was, is] = views as [object, { id: string }]
    await writeEvents(tx, after.organization_id, now, [
      { type: 'checkout.updated', object: 'checkout', version: after.version, data: is, before: was },
    ])
    return buyersView({ ...parts, checkout: after }, links)
  })
}
