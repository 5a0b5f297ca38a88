import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../platform/postgres/pool.ts'
import type { Scrubber } from './scrub.ts'

interface WorkRow {
  readonly paymentId: string
  readonly checkoutBefore: object
}

/**
 * Payments that are under way remember the checkout as events have shown it, until they are settled. Everything but the
 * person stays, so that the next event still tells what has changed. A checkout that is opened again stays the customer's:
 * otherwise nobody would find its events. The checkouts are locked by whoever calls.
 */
export async function scrubPaymentWork(
  sql: Sql,
  checkoutIds: readonly string[],
  customerId: string,
  scrubber: Scrubber,
): Promise<void> {
  const rows = await sql<WorkRow[]>`
    select payment_id, checkout_before from payment_work
    where checkout_id = any(${checkoutIds as string[]}::uuid[]) and checkout_before is not null for update`
  for (const { paymentId, checkoutBefore } of rows) {
    const scrubbed = { ...(scrubber.scrub(checkoutBefore) as object), customer_id: customerId }
    if (isDeepStrictEqual(scrubbed, checkoutBefore)) continue
    await sql`
      update payment_work set checkout_before = ${JSON.stringify(scrubbed)}::text::jsonb where payment_id = ${paymentId}`
  }
}
