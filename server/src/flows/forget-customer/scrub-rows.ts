import { noEmail } from '../../modules/customers/index.ts'
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

/**
 * What went to the customer: that it went stays, and neither where to nor what it said. One that still waits does not go
 * any more. Codes for somebody who cannot sign in any more are of no use to anybody.
 */
export async function scrubMails(sql: Sql, customerId: string, now: Date): Promise<void> {
  await sql`delete from mails where recipient_id = ${customerId} and kind = 'sign_in_code'`
  await sql`
    update mails set to_address = ${noEmail(customerId)}, secret = null, body = null,
      status = case when status = 'waiting' then 'skipped' else status end, due_at = null,
      trouble = case when status = 'waiting' then 'the customer was deleted' else trouble end,
      modified_at = ${now}, version = version + 1
    where recipient_id = ${customerId} and (to_address <> ${noEmail(customerId)} or body is not null)`
}

/** Whose a code is, is written down when its mail has gone. One that never went is found by its address. */
export async function forgetCodeMails(sql: Sql, organizationId: string, addresses: readonly string[]): Promise<void> {
  await sql`
    delete from mails where organization_id = ${organizationId} and kind = 'sign_in_code'
      and lower(to_address) in (select lower(a) from unnest(${addresses as string[]}::text[]) a)`
}
