import { customerFromJson } from '../../modules/customers/index.ts'
import { type Holder, heldGrantFromJson, heldGrantsJson } from '../../modules/license-keys/index.ts'
import type { PaymentsMode } from '../../modules/organizations/index.ts'
import { ACTIVE_STATUSES } from '../../modules/subscriptions/index.ts'
import type { Fragment, Sql } from '../../platform/postgres/pool.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import type { Review } from './review.ts'

/** An order or a subscription, and what it has led to so far. */
export interface Buyer extends Holder {
  readonly id: string
  readonly version: number
  /** False for one that keeps what it has, as long as the product has it, and gets nothing more. */
  readonly mayGain: boolean
}

interface BuyerRow {
  readonly id: string
  readonly version: number
  readonly paymentsMode: PaymentsMode
  readonly entitledUntil: Date | null
  readonly mayGain: boolean
  readonly customer: object
  readonly held: readonly object[]
}

/** The next ones after those that were looked at. */
export async function nextBuyers(tx: Tx, review: Review, most: number): Promise<Buyer[]> {
  const { sql } = tx
  const rows = await sql<BuyerRow[]>`
    ${review.isRecurring ? subscriptions(sql, review, most) : orders(sql, review, most)}`
  return rows.map((row) => buyerFromRow(row, review))
}

/** A deleted customer has no use for anything new, and what went with a refund stays away, also when a bank returned that. */
function orders(sql: Sql, review: Review, most: number): Fragment {
  return sql`
    select s.id, s.version, s.payments_mode, null::timestamptz as entitled_until,
      s.status <> 'refunded' and s.benefits_revoked_at is null and cu.deleted_at is null as may_gain,
      to_json(cu) as customer, ${heldGrantsJson(sql, sql`g.order_id = s.id`)} as held
    from (
      select o.* from orders o
      where o.product_id = ${review.productId} and o.subscription_id is null
        and (o.created_at, o.id) > (${review.afterTime}::text::timestamptz, ${review.afterId}::uuid)
      order by o.created_at, o.id limit ${most}
    ) s
    join customers cu on cu.id = s.customer_id
    order by s.created_at, s.id`
}

/** One that has ended has lost everything already, and gets nothing back. */
function subscriptions(sql: Sql, review: Review, most: number): Fragment {
  return sql`
    select s.id, s.version, s.payments_mode, s.ends_at as entitled_until,
      s.status = any(${ACTIVE_STATUSES as string[]}) and cu.deleted_at is null as may_gain,
      to_json(cu) as customer, ${heldGrantsJson(sql, sql`g.subscription_id = s.id`)} as held
    from (
      select u.* from subscriptions u
      where u.product_id = ${review.productId} and u.ended_at is null
        and (u.created_at, u.id) > (${review.afterTime}::text::timestamptz, ${review.afterId}::uuid)
      order by u.created_at, u.id limit ${most}
    ) s
    join customers cu on cu.id = s.customer_id
    order by s.created_at, s.id`
}

function buyerFromRow(row: BuyerRow, { isRecurring }: Review): Buyer {
  const { id, version, paymentsMode, entitledUntil, mayGain } = row
  return {
    id,
    version,
    paymentsMode,
    entitledUntil,
    mayGain,
    source: isRecurring ? { orderId: null, subscriptionId: id } : { orderId: id, subscriptionId: null },
    customer: customerFromJson(row.customer),
    held: row.held.map(heldGrantFromJson),
  }
}
