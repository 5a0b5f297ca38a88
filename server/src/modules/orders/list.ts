import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import { type SortTerm, withoutConstants } from '../../kernel/sorting.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import { isOneOf } from '../../platform/postgres/list.ts'
import { onlyPin, type Pin } from '../../platform/postgres/page.ts'
import type { Parents } from '../../platform/postgres/parent.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import { doorOf } from '../access/index.ts'
import type { FullOrder } from './model.ts'
import { type FullOrderRow, fullOrderColumns, fullOrderFromRow, fullOrderJoins } from './store.ts'

export interface OrderFilter {
  readonly organizationId: readonly string[] | undefined
  readonly priceType: readonly string[] | undefined
  readonly productId: readonly string[] | undefined
  readonly discountId: readonly string[] | undefined
  readonly customerId: readonly string[] | undefined
  readonly checkoutId: readonly string[] | undefined
  readonly subscriptionId: readonly string[] | undefined
}

export const ORDER_CRITERIA = ['created_at', 'amount', 'customer', 'product', 'discount', 'subscription'] as const
export type OrderCriterion = (typeof ORDER_CRITERIA)[number]
type Sorting = readonly SortTerm<OrderCriterion>[]

/** Filters by which totals are kept. */
const KEPT = ['product_price_type', 'product_id', 'discount_id']

/** A page of orders and their exact number, in one statement. */
export async function listOrders(
  db: Db,
  actor: Actor,
  filter: OrderFilter,
  asked: Sorting,
  page: Page,
): Promise<Listed<FullOrder>> {
  const { sql } = db
  const pin = pinOf(sql, filter)
  const { productId: product, discountId: discount, customerId: customer } = filter
  const subscription = (await areSoldOnce(db, filter, asked)) ? [null] : filter.subscriptionId
  const sorting = withoutConstants(asked, { product, discount, subscription, customer }, 'created_at')
  const list = {
    table: 'orders',
    alias: 'r',
    door: doorOf(sql, actor, filter.organizationId),
    where: conditions(sql, filter),
    facets: facetsOf(namedFilters(filter), KEPT),
    pin,
    sorting,
    pinned: ['created_at', 'amount', 'product', 'discount'] as const,
    criteria: sortColumns(sql),
    nullable: ['subscription'] as const,
    parents: parentsOf(sql, filter),
    siblingsBy: sql`r.created_at`,
    page,
    item: sql`
      select to_json(full_order) as item from (
        select ${fullOrderColumns(sql)} from orders r ${fullOrderJoins(sql)} where r.id = chosen.listed_id) full_order`,
  }
  return listTable(sql, list, (row) => fullOrderFromRow(row as FullOrderRow))
}

/** Whether none has a subscription, for a list that is to be in the order of them. */
async function areSoldOnce({ sql }: Db, { priceType, productId }: OrderFilter, sorting: Sorting): Promise<boolean> {
  if (!sorting.some(({ by }) => by === 'subscription')) return false
  if (priceType && !priceType.includes('recurring')) return true
  if (!productId) return false
  const recurring =
    await sql`select from products p where ${isOneOf(sql, sql`p.id`, productId)} and p.is_recurring limit 1`
  return recurring.length === 0
}

function namedFilters({ organizationId: _, priceType, productId, discountId, ...others }: OrderFilter) {
  return { product_price_type: priceType, product_id: productId, discount_id: discountId, ...others }
}

/** Customers, checkouts and subscriptions have few orders each, which need no index to be put in order. */
function pinOf(sql: Sql, filter: OrderFilter): Pin | undefined {
  const { productId, discountId, customerId, checkoutId, subscriptionId } = filter
  if (customerId || checkoutId || subscriptionId) return undefined
  return onlyPin([
    { column: sql`r.product_id`, values: productId, table: 'products' },
    { column: sql`r.discount_id`, values: discountId, table: 'discounts' },
  ])
}

function conditions(sql: Sql, filter: OrderFilter): (Fragment | undefined)[] {
  return [
    filter.priceType && isOneOf(sql, sql`r.price_type`, filter.priceType),
    filter.productId && isOneOf(sql, sql`r.product_id`, filter.productId),
    filter.discountId && isOneOf(sql, sql`r.discount_id`, filter.discountId),
    filter.customerId && isOneOf(sql, sql`r.customer_id`, filter.customerId),
    filter.checkoutId && isOneOf(sql, sql`r.checkout_id`, filter.checkoutId),
    filter.subscriptionId && isOneOf(sql, sql`r.subscription_id`, filter.subscriptionId),
  ]
}

const sortColumns = fixed(
  (sql): Record<OrderCriterion, Fragment> => ({
    created_at: sql`r.created_at`,
    amount: sql`r.amount`,
    customer: sql`lower(cu.email)`,
    product: sql`p.name`,
    discount: sql`d.name`,
    subscription: sql`s.started_at`,
  }),
)

function parentsOf(sql: Sql, { priceType }: OrderFilter): Parents<OrderCriterion> {
  return {
    customer: { table: 'customers', alias: 'cu', column: 'customer_id' },
    product: { table: 'products', alias: 'p', column: 'product_id', part: ofType(sql, priceType) },
    discount: { table: 'discounts', alias: 'd', column: 'discount_id', orNone: 'text' },
    subscription: { table: 'subscriptions', alias: 's', column: 'subscription_id', orNone: 'timestamptz' },
  }
}

/** A product has prices of one type only. Written out, as in the index on it. */
function ofType(sql: Sql, types: readonly string[] | undefined): Fragment {
  if (types === undefined || new Set(types).size > 1) return sql`true`
  return types.includes('recurring') ? sql`p.is_recurring` : sql`not p.is_recurring`
}
