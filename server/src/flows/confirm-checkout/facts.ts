import {
  type FullCheckout,
  type FullCheckoutRow,
  fullCheckoutColumns,
  fullCheckoutFromRow,
  fullCheckoutJoins,
} from '../../modules/checkouts/index.ts'
import { type Customer, customerFromJson } from '../../modules/customers/index.ts'
import { redeemedBy } from '../../modules/discounts/index.ts'
import { ACTIVE_STATUSES } from '../../modules/subscriptions/index.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import type { Db, Fragment } from '../../platform/postgres/pool.ts'
import { type SubscriptionFacts, subscriptionFacts, subscriptionFactsFromJson } from './subscription-facts.ts'

/** All that the decision on a purchase needs. */
export interface PurchaseFacts {
  readonly full: FullCheckout
  /** The customer of the checkout, or else the one with the buyer's e-mail address. */
  readonly customer: Customer | null
  /** Of the products that are offered, those that the customer is subscribed to. */
  readonly subscribedTo: readonly string[]
  /** How often the customer has used the checkout's discount, where that is limited. */
  readonly redeemedByCustomer: number
  /** The subscription that the checkout upgrades. */
  readonly upgraded: SubscriptionFacts | null
}

interface FactsRow extends FullCheckoutRow {
  readonly customer: object | null
  readonly isNamed: boolean
  readonly subscribedTo: readonly string[]
  readonly redeemed: number
  readonly upgraded: object | null
}

const columns = fixed(
  (sql) => sql`
    ${fullCheckoutColumns(sql)}, case when cu.id is null then null else to_json(cu) end as customer,
    named.is_there as is_named, ${redeemedBy(sql, sql`cu.id`)} as redeemed, ${subscriptionFacts(sql)} as upgraded`,
)

/** One statement. A customer that the seller named and who was deleted since counts as not named. */
export function readFacts(
  db: Db,
  clientSecret: string,
  email: string | null | undefined,
): Promise<PurchaseFacts | undefined> {
  return factsWhere(db, db.sql`c.client_secret = ${clientSecret}`, email)
}

/** Of a checkout that waits for its money. */
export function readFactsById(db: Db, checkoutId: string): Promise<PurchaseFacts | undefined> {
  return factsWhere(db, db.sql`c.id = ${checkoutId}`, null)
}

async function factsWhere(
  db: Db,
  condition: Fragment,
  email: string | null | undefined,
): Promise<PurchaseFacts | undefined> {
  const { sql } = db
  const [row] = await sql<FactsRow[]>`
    select ${columns(sql)}, array(
        select s.product_id from subscriptions s
        where s.customer_id = cu.id and s.product_id = any(c.product_ids) and s.id is distinct from c.subscription_id
          and s.status = any(${ACTIVE_STATUSES as string[]})
      ) as subscribed_to
    ${fullCheckoutJoins(sql)}
    left join lateral (select exists (
      select from customers x where x.id = c.customer_id and x.deleted_at is null
    ) as is_there) named on true
    left join customers cu on cu.id = case when named.is_there then c.customer_id else (
      select x.id from customers x
      where x.organization_id = c.organization_id and x.deleted_at is null
        and lower(x.email) = lower(coalesce(${email ?? null}::text, c.customer_email))
    ) end
    where ${condition}`
  return row && factsFromRow(row)
}

function factsFromRow(row: FactsRow): PurchaseFacts {
  const full = fullCheckoutFromRow(row)
  return {
    full: row.isNamed ? full : { ...full, checkout: { ...full.checkout, customerId: null } },
    customer: row.customer && customerFromJson(row.customer),
    subscribedTo: row.subscribedTo,
    redeemedByCustomer: row.redeemed,
    upgraded: row.upgraded && subscriptionFactsFromJson(row.upgraded),
  }
}

interface LockedCheckout {
  readonly customerId: string | null
  readonly organizationId: string
  readonly customerEmail: string | null
  readonly productId: string
  readonly subscriptionId: string | null
}

/**
 * For a second try: nobody else changes the checkout, its customer, its subscription or the benefits of its product until
 * this transaction ends.
 */
export function lockFacts(db: Db, clientSecret: string, email: string | null | undefined): Promise<void> {
  return lockFactsWhere(db, db.sql`client_secret = ${clientSecret}`, email)
}

export function lockFactsById(db: Db, checkoutId: string | null): Promise<void> {
  return lockFactsWhere(db, db.sql`id = ${checkoutId}`, null)
}

async function lockFactsWhere(db: Db, condition: Fragment, email: string | null | undefined): Promise<void> {
  const { sql } = db
  const [checkout] = await sql<LockedCheckout[]>`
    select customer_id, organization_id, customer_email, product_id, subscription_id from checkouts
    where ${condition} for no key update`
  if (!checkout) return
  await lockCustomer(db, checkout, email)
  // Shared, so that buyers do not wait for each other: only for whoever changes which benefits the product has.
  await sql`select pg_advisory_xact_lock_shared(7455108, hashtext(${checkout.productId}::text))`
  if (checkout.subscriptionId === null) return
  await sql`select from subscriptions where id = ${checkout.subscriptionId} for no key update`
}

/** Two statements, so that each can use its index. */
async function lockCustomer({ sql }: Db, checkout: LockedCheckout, email: string | null | undefined): Promise<void> {
  const named = await sql`
    select from customers where id = ${checkout.customerId} and deleted_at is null for no key update`
  if (named.length > 0) return
  await sql`
    select from customers x
    where x.organization_id = ${checkout.organizationId} and x.deleted_at is null
      and lower(x.email) = lower(${email ?? checkout.customerEmail}::text)
    for no key update`
}
