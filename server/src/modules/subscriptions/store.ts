import type { Actor, SignedInCustomer } from '../../kernel/actor.ts'
import { where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import { customerFromJson } from '../customers/index.ts'
import { discountFromJson, discountJson } from '../discounts/index.ts'
import { fullProductFromJson, fullProductJson, priceFromJson } from '../products/index.ts'
import type { FullSubscription, Subscription } from './model.ts'

/** The seller's door, for statements that have the subscription under `s`. */
export function visibleToSeller(sql: Sql, actor: Actor): Fragment {
  return visibleTo(sql, actor, sql`s.organization_id`)
}

/** The customer's door: what is theirs, as far as their session reaches. */
export function ownedBy(sql: Sql, customer: SignedInCustomer): Fragment {
  return where(sql, [
    sql`s.customer_id = ${customer.id}`,
    customer.onlyCheckoutId === null ? undefined : sql`s.checkout_id = ${customer.onlyCheckoutId}`,
  ])
}

export async function findSubscription(db: Db, id: string, door: Fragment): Promise<FullSubscription | undefined> {
  const { sql } = db
  const [row] = await sql<FullRow[]>`
    select ${fullColumns(sql)} from subscriptions s ${fullJoins(sql)} where s.id = ${id} and ${door}`
  return row && fullFromRow(row)
}

/** Two statements: one that had to wait for the lock would still show what stands beside it as before the wait. */
export async function lockSubscription(tx: Tx, id: string, door: Fragment): Promise<FullSubscription | undefined> {
  await tx.sql`select from subscriptions s where s.id = ${id} and ${door} for no key update`
  return findSubscription(tx, id, door)
}

/** All of a customer's that have not ended, by id, as everybody locks several of them. */
export async function lockSubscriptionsOf(tx: Tx, customerId: string): Promise<FullSubscription[]> {
  const { sql } = tx
  const running = sql`s.customer_id = ${customerId} and s.ended_at is null`
  await sql`select from subscriptions s where ${running} order by s.id for no key update`
  const rows = await sql<FullRow[]>`
    select ${fullColumns(sql)} from subscriptions s ${fullJoins(sql)} where ${running} order by s.id`
  return rows.map(fullFromRow)
}

/** Canceled, and at their end, which is not written down yet. */
export async function findDueSubscriptions(db: Db, now: Date, most: number): Promise<string[]> {
  const { sql } = db
  const due = await sql<{ id: string }[]>`
    select s.id from subscriptions s where ${isDue(sql, now)} order by s.ends_at limit ${most}`
  return due.map(({ id }) => id)
}

/** Undefined when somebody else is at it, or was. */
export async function lockDueSubscription(tx: Tx, id: string, now: Date): Promise<FullSubscription | undefined> {
  const { sql } = tx
  const [due] = await sql`
    select from subscriptions s where s.id = ${id} and ${isDue(sql, now)} for no key update skip locked`
  return due && findSubscription(tx, id, sql`true`)
}

function isDue(sql: Sql, now: Date): Fragment {
  return sql`s.ends_at <= ${now} and s.ended_at is null`
}

/** Under the row's lock. */
export async function saveSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  const { id, createdAt, organizationId, customerId, checkoutId, paymentsMode, ...changeable } = subscription
  await tx.sql`update subscriptions set ${columns(tx.sql, changeable)} where id = ${id}`
}

export async function allowsCustomerUpdates(db: Db, organizationId: string): Promise<boolean> {
  const [row] = await db.sql<{ isAllowed: boolean }[]>`
    select (subscription_settings ->> 'allow_customer_updates')::boolean as is_allowed
    from organizations where id = ${organizationId}`
  return row?.isAllowed ?? false
}

export interface FullRow {
  readonly subscription: object
  readonly customer: object
  readonly product: object
  readonly price: object
  readonly discount: object | null
}

export function fullColumns(sql: Sql): Fragment {
  return sql`
    to_json(s) as subscription, to_json(cu) as customer, ${fullProductJson(sql, 'p')} as product,
    to_json(pr) as price, case when d.id is null then null else ${discountJson(sql, 'd')} end as discount`
}

export function fullJoins(sql: Sql): Fragment {
  return sql`
    join customers cu on cu.id = s.customer_id
    join products p on p.id = s.product_id
    join product_prices pr on pr.id = s.price_id
    left join discounts d on d.id = s.discount_id`
}

export function fullFromRow(row: FullRow): FullSubscription {
  return {
    subscription: fromRow<Subscription>(row.subscription),
    customer: customerFromJson(row.customer),
    product: fullProductFromJson(row.product),
    price: priceFromJson(row.price),
    discount: row.discount && discountFromJson(row.discount),
  }
}
