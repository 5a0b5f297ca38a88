import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import {
  type FullOrder,
  type FullOrderRow,
  fullOrderColumns,
  fullOrderFromRow,
  fullOrderJoins,
} from '../../../modules/orders/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import { type FullProduct, fullProductFromJson, fullProductJson } from '../../../modules/products/index.ts'
import { fixed } from '../../../platform/postgres/fixed.ts'
import { listFew, orderBy, pageClause, where } from '../../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../../platform/postgres/pool.ts'
import { ownOrder } from '../reach.ts'
import type { OwnOrderQuery } from './schema.ts'

export interface OwnedOrder {
  readonly full: FullOrder
  readonly product: FullProduct
  readonly organization: Organization
}

interface OwnedOrderRow extends FullOrderRow {
  readonly wholeProduct: object
  readonly organization: object
}

/** `organization` is there for clients that ask for it: a session is of one organization, so it changes nothing. */
export const OWN_ORDER_CRITERIA = ['created_at', 'amount', 'organization', 'product', 'subscription'] as const
type Criterion = (typeof OWN_ORDER_CRITERIA)[number]

const select = fixed(
  (sql) => sql`
    select ${fullOrderColumns(sql)}, ${fullProductJson(sql, 'p')} as "wholeProduct",
      ${organizationJson(sql)} as organization
    from orders r ${fullOrderJoins(sql)} join organizations o on o.id = r.organization_id`,
)

export async function findOwnOrder(db: Db, customer: SignedInCustomer, id: string): Promise<OwnedOrder | undefined> {
  const { sql } = db
  const [row] = await sql<{ item: OwnedOrderRow }[]>`
    select to_json(found) as item from (${select(sql)} where r.id = ${id} and ${ownOrder(sql, customer)}) found`
  return row && fromRow(row.item)
}

export function listOwnOrders(
  db: Db,
  customer: SignedInCustomer,
  query: OwnOrderQuery,
  sorting: readonly SortTerm<Criterion>[],
  page: Page,
): Promise<Listed<OwnedOrder>> {
  const { sql } = db
  const condition = where(sql, [ownOrder(sql, customer), ...filters(sql, query)])
  const order = orderBy(sql, sorting, sortColumns(sql), sql`r.id`, ['subscription'])
  const all = sql`from orders r join products p on p.id = r.product_id where ${condition}`
  const shown = sql`${select(sql)} where ${condition} order by ${order} ${pageClause(sql, page)}`
  return listFew(sql, all, shown, (item) => fromRow(item as OwnedOrderRow))
}

function filters(sql: Sql, query: OwnOrderQuery): (Fragment | undefined)[] {
  return [
    query.organization_id && sql`r.organization_id = any(${query.organization_id}::uuid[])`,
    query.product_id && sql`r.product_id = any(${query.product_id}::uuid[])`,
    query.product_price_type && sql`r.price_type = any(${query.product_price_type}::text[])`,
    query.subscription_id && sql`r.subscription_id = any(${query.subscription_id}::uuid[])`,
    query.query === undefined ? undefined : sql`strpos(lower(p.name), lower(${query.query})) > 0`,
  ]
}

function sortColumns(sql: Sql): Record<Criterion, Fragment> {
  return {
    created_at: sql`r.created_at`,
    amount: sql`r.amount`,
    organization: sql`r.organization_id`,
    product: sql`p.name`,
    subscription: sql`s.started_at`,
  }
}

function fromRow(row: OwnedOrderRow): OwnedOrder {
  return {
    full: fullOrderFromRow(row),
    product: fullProductFromJson(row.wholeProduct),
    organization: organizationFromJson(row.organization),
  }
}
