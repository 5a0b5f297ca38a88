import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import type { Dispute, FullPayment, Payment, PaymentStatus, ProcessorName } from './model.ts'

export const PAYMENT_CRITERIA = ['created_at', 'amount'] as const
export type PaymentCriterion = (typeof PAYMENT_CRITERIA)[number]

export interface PaymentFilter {
  readonly organizationId: readonly string[] | undefined
  readonly checkoutId: readonly string[] | undefined
  readonly orderId: readonly string[] | undefined
  readonly status: readonly PaymentStatus[] | undefined
  readonly processor: readonly ProcessorName[] | undefined
}

/** Filters by which totals are kept. A checkout or an order has few payments, which are counted. */
const KEPT = ['status', 'processor', 'status&processor']

export async function findFullPayment(db: Db, actor: Actor, id: string): Promise<FullPayment | undefined> {
  const { sql } = db
  const [row] = await sql<{ item: object }[]>`
    select ${fullPaymentJson(sql)} as item from payments p
    where p.id = ${id} and ${visibleTo(sql, actor, sql`p.organization_id`)}`
  return row && fullPaymentFromJson(row.item)
}

export function listPayments(
  db: Db,
  actor: Actor,
  filter: PaymentFilter,
  sorting: readonly SortTerm<PaymentCriterion>[],
  page: Page,
): Promise<Listed<FullPayment>> {
  const { sql } = db
  const { organizationId, checkoutId, orderId, status, processor } = filter
  const list = {
    table: 'payments',
    alias: 'p',
    door: doorOf(sql, actor, organizationId),
    where: [
      checkoutId && isOneOf(sql, sql`p.checkout_id`, checkoutId),
      orderId && isOneOf(sql, sql`p.order_id`, orderId),
      processor && isOneOf(sql, sql`p.processor`, processor),
      status?.includes('succeeded') ? isOneOf(sql, sql`p.status`, status) : undefined,
    ],
    // Most have succeeded. The others have an index of their own, which has to be told that none of the first is wanted.
    part: [
      status && !status.includes('succeeded')
        ? sql`p.status <> 'succeeded' and ${isOneOf(sql, sql`p.status`, status)}`
        : undefined,
    ],
    facets: facetsOf({ status, processor, checkout_id: checkoutId, order_id: orderId }, KEPT),
    sorting,
    criteria: { created_at: sql`p.created_at`, amount: sql`p.amount` },
    page,
    item: sql`select ${fullPaymentJson(sql)} as item from payments p where p.id = chosen.listed_id`,
  }
  return listTable(sql, list, fullPaymentFromJson)
}

function fullPaymentJson(sql: Sql): Fragment {
  return sql`json_build_object('payment', to_json(p), 'disputes', array_to_json(array(
    select d from disputes d where d.payment_id = p.id order by d.created_at, d.id)))`
}

function fullPaymentFromJson(json: object): FullPayment {
  const { payment, disputes } = json as { payment: object; disputes: object[] }
  return { payment: fromRow<Payment>(payment), disputes: disputes.map((each) => fromRow<Dispute>(each)) }
}
