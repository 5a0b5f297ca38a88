import {
  type FullCheckout,
  type FullCheckoutRow,
  fullCheckoutColumns,
  fullCheckoutFromRow,
  fullCheckoutJoins,
} from '../../modules/checkouts/index.ts'
import { type Customer, customerFromJson } from '../../modules/customers/index.ts'
import { ACTIVE_STATUSES } from '../../modules/subscriptions/index.ts'
import type { Db } from '../../platform/postgres/pool.ts'

/** All that the decision on a purchase needs. */
export interface PurchaseFacts {
  readonly full: FullCheckout
  /** The customer of the checkout, or else the one with the buyer's e-mail address. */
  readonly customer: Customer | null
  readonly isSubscribed: boolean
}

/** One statement. */
export async function readFacts(
  db: Db,
  clientSecret: string,
  email: string | null | undefined,
): Promise<PurchaseFacts | undefined> {
  const { sql } = db
  const [row] = await sql<(FullCheckoutRow & { customer: object | null; isSubscribed: boolean })[]>`
    select ${fullCheckoutColumns(sql)}, case when cu.id is null then null else to_json(cu) end as customer,
      exists (
        select from subscriptions s
        where s.customer_id = cu.id and s.product_id = c.product_id and s.status = any(${ACTIVE_STATUSES as string[]})
      ) as is_subscribed
    ${fullCheckoutJoins(sql)}
    left join lateral (
      select x.* from customers x where x.id = c.customer_id and x.deleted_at is null
      union all
      select x.* from customers x
      where c.customer_id is null and x.organization_id = c.organization_id
        and lower(x.email) = lower(coalesce(${email ?? null}::text, c.customer_email)) and x.deleted_at is null
      limit 1
    ) cu on true
    where c.client_secret = ${clientSecret}`
  if (!row) return undefined
  return {
    full: fullCheckoutFromRow(row),
    customer: row.customer && customerFromJson(row.customer),
    isSubscribed: row.isSubscribed,
  }
}

/** For a second try: nobody else changes the checkout or its customer until this transaction ends. */
export async function lockFacts(db: Db, clientSecret: string, email: string | null | undefined): Promise<void> {
  const { sql } = db
  const [checkout] = await sql<{ customerId: string | null; organizationId: string; customerEmail: string | null }[]>`
    select customer_id, organization_id, customer_email from checkouts
    where client_secret = ${clientSecret} for no key update`
  if (!checkout) return
  await sql`
    select from customers x
    where x.deleted_at is null and case when ${checkout.customerId}::uuid is null
      then x.organization_id = ${checkout.organizationId} and lower(x.email) = lower(${email ?? checkout.customerEmail})
      else x.id = ${checkout.customerId} end
    for no key update`
}
