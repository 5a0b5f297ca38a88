import type { Actor } from '../../kernel/actor.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { columns, fromNullableRow, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import { customerFromJson } from '../customers/index.ts'
import { discountFromJson, discountJson } from '../discounts/index.ts'
import { priceFromJson, productFromJson } from '../products/index.ts'
import type { Subscription } from '../subscriptions/index.ts'
import type { FullOrder, Order } from './model.ts'

export interface FullOrderRow {
  readonly order: object
  readonly customer: object
  readonly product: object
  readonly price: object
  readonly discount: object | null
  readonly subscription: object | null
}

export async function findOrder(db: Db, actor: Actor, id: string): Promise<FullOrder | undefined> {
  const { sql } = db
  const [row] = await sql<FullOrderRow[]>`
    select ${fullOrderColumns(sql)} from orders r ${fullOrderJoins(sql)}
    where r.id = ${id} and ${visibleTo(sql, actor, sql`r.organization_id`)}`
  return row && fullOrderFromRow(row)
}

async function findOrderById(db: Db, id: string): Promise<FullOrder | undefined> {
  const { sql } = db
  const [row] = await sql<FullOrderRow[]>`
    select ${fullOrderColumns(sql)} from orders r ${fullOrderJoins(sql)} where r.id = ${id}`
  return row && fullOrderFromRow(row)
}

/** Two statements: one that had to wait for the lock would still show what stands beside it as before the wait. */
export async function lockOrder(tx: Tx, actor: Actor, id: string): Promise<FullOrder | undefined> {
  const { sql } = tx
  await sql`
    select from orders r where r.id = ${id} and ${visibleTo(sql, actor, sql`r.organization_id`)} for no key update`
  return findOrder(tx, actor, id)
}

export async function lockOrderById(tx: Tx, id: string): Promise<FullOrder | undefined> {
  await tx.sql`select from orders r where r.id = ${id} for no key update`
  return findOrderById(tx, id)
}

/** Under the row's lock. What was sold never changes; only what has gone back of it does. */
export async function saveRefundedOrder({ sql }: Tx, order: Order): Promise<void> {
  const { id, status, refundedAmount, refundedTaxAmount, modifiedAt, version } = order
  await sql`
    update orders set ${columns(sql, { status, refundedAmount, refundedTaxAmount, modifiedAt, version })}
    where id = ${id}`
}

/** Under the row's lock. No answer shows it: it keeps a later review from bringing back what a refund took. */
export async function rememberRevocation({ sql }: Tx, { id }: Pick<Order, 'id'>, now: Date): Promise<void> {
  await sql`update orders set benefits_revoked_at = ${now} where id = ${id}`
}

/** An order, aliased `r`, with all that belongs to it; goes with `fullOrderJoins`. */
export const fullOrderColumns = fixed(
  (sql) => sql`
    to_json(r) as "order", to_json(cu) as customer, to_json(p) as product, to_json(pr) as price,
    case when d.id is null then null else ${discountJson(sql, 'd')} end as discount,
    case when s.id is null then null else to_json(s) end as subscription`,
)

export const fullOrderJoins = fixed(
  (sql) => sql`
    join customers cu on cu.id = r.customer_id
    join products p on p.id = r.product_id
    join product_prices pr on pr.id = r.product_price_id
    left join discounts d on d.id = r.discount_id
    left join subscriptions s on s.id = r.subscription_id`,
)

export function fullOrderFromRow(row: FullOrderRow): FullOrder {
  return {
    order: fromRow<Order>(row.order),
    customer: customerFromJson(row.customer),
    product: productFromJson(row.product),
    price: priceFromJson(row.price),
    discount: row.discount && discountFromJson(row.discount),
    subscription: fromNullableRow<Subscription>(row.subscription),
  }
}
