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

/** One statement. A customer that the seller named and who was deleted since counts as not named. */
export async function readFacts(
  db: Db,
  clientSecret: string,
  email: string | null | undefined,
): Promise<PurchaseFacts | undefined> {
  const { sql } = db
  const [row] = await sql<(FullCheckoutRow & { customer: object | null; isNamed: boolean; isSubscribed: boolean })[]>`
    select ${fullCheckoutColumns(sql)}, case when cu.id is null then null else to_json(cu) end as customer,
      named.is_there as is_named,
      exists (
        select from subscriptions s
        where s.customer_id = cu.id and s.product_id = c.product_id and s.status = any(${ACTIVE_STATUSES as string[]})
      ) as is_subscribed
    ${fullCheckoutJoins(sql)}
    left join lateral (select exists (
      select from customers x where x.id = c.customer_id and x.deleted_at is null
    ) as is_there) named on true
    left join customers cu on cu.id = case when named.is_there then c.customer_id else (
      select x.id from customers x
      where x.organization_id = c.organization_id and x.deleted_at is null
        and lower(x.email) = lower(coalesce(${email ?? null}::text, c.customer_email))
    ) end
    where c.client_secret = ${clientSecret}`
  if (!row) return undefined
  const full = fullCheckoutFromRow(row)
  return {
    full: row.isNamed ? full : { ...full, checkout: { ...full.checkout, customerId: null } },
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
  // Two statements, so that each can use its index.
  const named = await sql`
    select from customers where id = ${checkout.customerId} and deleted_at is null for no key update`
  if (named.length > 0) return
  await sql`
    select from customers x
    where x.organization_id = ${checkout.organizationId} and x.deleted_at is null
      and lower(x.email) = lower(${email ?? checkout.customerEmail}::text)
    for no key update`
}
