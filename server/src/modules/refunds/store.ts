import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import type { ProcessorName } from '../payments/index.ts'
import type { Parts, Refund } from './model.ts'

export async function findVisibleRefund(db: Db, actor: Actor, id: string): Promise<Refund | undefined> {
  const { sql } = db
  const [refund] = await sql<Refund[]>`
    select * from refunds r where r.id = ${id} and ${visibleTo(sql, actor, sql`r.organization_id`)}`
  return refund
}

export async function findRefund({ sql }: Db, id: string): Promise<Refund | undefined> {
  const [refund] = await sql<Refund[]>`select * from refunds where id = ${id}`
  return refund
}

/** By what the processor calls it, or by what we told it that we call it. */
export async function findRefundByReference(
  { sql }: Db,
  processor: ProcessorName,
  reference: string,
  ourId: string | null,
): Promise<Refund | undefined> {
  const [refund] = await sql<Refund[]>`
    select * from refunds r
    where r.processor = ${processor} and (r.processor_reference = ${reference} or r.id = ${ourId}::uuid)`
  return refund
}

/** Under the order's lock: what has gone out and not come back, but is not yet in the order's own numbers. */
export function pendingParts(tx: Tx, orderId: string): Promise<Parts> {
  return partsWhere(tx, tx.sql`order_id = ${orderId} and status = 'pending'`)
}

/** Of those only what the processor has taken on. */
export function namedParts(tx: Tx, orderId: string): Promise<Parts> {
  return partsWhere(tx, tx.sql`order_id = ${orderId} and status = 'pending' and processor_reference is not null`)
}

async function partsWhere({ sql }: Tx, condition: Fragment): Promise<Parts> {
  const [parts] = await sql<Parts[]>`
    select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax_amount), 0)::bigint as tax_amount
    from refunds where ${condition}`
  return parts ?? { amount: 0, taxAmount: 0 }
}

/** Under the order's lock: one of those that have succeeded wants the benefits back. */
export async function asksForRevocation({ sql }: Tx, orderId: string): Promise<boolean> {
  const asking = await sql`
    select from refunds where order_id = ${orderId} and revoke_benefits and status = 'succeeded' limit 1`
  return asking.length > 0
}

export async function insertRefund({ sql }: Tx, refund: Refund): Promise<void> {
  await sql`insert into refunds ${columns(sql, refund)}`
}

/** Under the order's lock. */
export async function saveRefund({ sql }: Tx, refund: Refund): Promise<void> {
  const { id, status, processorReference, failureDetail, modifiedAt, version } = refund
  await sql`
    update refunds set ${columns(sql, { status, processorReference, failureDetail, modifiedAt, version })}
    where id = ${id}`
}

export const REFUND_CRITERIA = ['created_at', 'amount'] as const
export type RefundCriterion = (typeof REFUND_CRITERIA)[number]

export interface RefundFilter {
  readonly id: readonly string[] | undefined
  readonly organizationId: readonly string[] | undefined
  readonly orderId: readonly string[] | undefined
  readonly subscriptionId: readonly string[] | undefined
  readonly customerId: readonly string[] | undefined
  readonly succeeded: boolean | undefined
}

export function listRefunds(
  db: Db,
  actor: Actor,
  filter: RefundFilter,
  sorting: readonly SortTerm<RefundCriterion>[],
  page: Page,
): Promise<Listed<Refund>> {
  const { sql } = db
  const { organizationId, id, orderId, subscriptionId, customerId, succeeded } = filter
  const list = {
    table: 'refunds',
    alias: 'r',
    door: doorOf(sql, actor, organizationId),
    where: [
      id && isOneOf(sql, sql`r.id`, id),
      orderId && isOneOf(sql, sql`r.order_id`, orderId),
      subscriptionId && isOneOf(sql, sql`r.subscription_id`, subscriptionId),
      customerId && isOneOf(sql, sql`r.customer_id`, customerId),
      succeeded ? sql`r.status = 'succeeded'` : undefined,
    ],
    // Most have succeeded; the others have an index of their own.
    part: [succeeded === false ? sql`r.status <> 'succeeded'` : undefined],
    facets: facetsOf({ succeeded, id, orderId, subscriptionId, customerId }, ['succeeded']),
    sorting,
    criteria: { created_at: sql`r.created_at`, amount: sql`r.amount` },
    page,
  }
  return listTable(sql, list, (item) => fromRow<Refund>(item))
}
