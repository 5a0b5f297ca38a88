import type { Sql } from '../../platform/postgres/pool.ts'
import { FORGOTTEN_LABEL } from './scrub.ts'

/**
 * Rows are emptied in place. That writes no events of its own: `customer.deleted` says it of everything that the
 * customer had. Doing it twice is the same as doing it once.
 */

/**
 * An open checkout ends with its customer, and so does one that is being paid and comes to nothing: whoever has its
 * address is offered a fresh one. The version of an open one grows, so that a confirm that has read it decides again.
 */
export async function scrubCheckouts(sql: Sql, ids: readonly string[], customerId: string, now: Date): Promise<void> {
  await sql`
    update checkouts set
      customer_id = ${customerId}, customer_name = null, customer_email = null, customer_ip_address = null,
      customer_billing_address = null, customer_tax_id = null, customer_metadata = '{}', metadata = '{}',
      custom_field_data = '{}',
      expires_at = case when status in ('open', 'confirmed') then least(expires_at, ${now}::timestamptz) else expires_at end,
      version = case when status = 'open' and expires_at > ${now} then version + 1 else version end
    where id = any(${ids as string[]}::uuid[])`
}

/** Amounts, product and country stay for the books. */
export async function scrubOrders(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    update orders set metadata = '{}', custom_field_data = '{}',
      billing_address = case when billing_address is null then null else jsonb_build_object(
        'line1', null, 'line2', null, 'postal_code', null, 'city', null, 'state', null,
        'country', billing_address -> 'country') end
    where id = any(${ids as string[]}::uuid[])`
}

export async function scrubRefunds(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`update refunds set metadata = '{}', comment = null where id = any(${ids as string[]}::uuid[])`
}

export async function scrubSubscriptions(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    update subscriptions set metadata = '{}', custom_field_data = '{}', customer_cancellation_comment = null
    where id = any(${ids as string[]}::uuid[])`
}

export async function scrubActivations(sql: Sql, licenseKeyIds: readonly string[]): Promise<void> {
  await sql`
    update license_key_activations set label = ${FORGOTTEN_LABEL}, meta = '{}', conditions = '{}'
    where license_key_id = any(${licenseKeyIds as string[]}::uuid[])`
}
