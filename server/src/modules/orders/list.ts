import type { Actor } from '../../kernel/actor.ts'
import { type Listed, offsetOf, type Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { visibleOrganizations, visibleTo } from '../access/index.ts'
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

/**
 * A page of orders and their exact number, in one statement. The ids of the page are found first, in an index where
 * there is one; only then are the ten orders put together with what belongs to them.
 */
export async function listOrders(
  db: Db,
  actor: Actor,
  filter: OrderFilter,
  sorting: Sorting,
  page: Page,
): Promise<Listed<FullOrder>> {
  const { sql } = db
  const isPlain = isCounted(filter)
  const total = isPlain ? countedTotal(sql, actor, filter) : scannedTotal(sql, actor, filter)
  const findIds = isPlain && isByTime(sorting) ? newestIds : sortedIds
  const ids = findIds(sql, actor, filter, sorting, page)
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (${total}) total
    left join lateral (
      select ${fullOrderColumns(sql)}
      from (${ids}) chosen join orders r on r.id = chosen.id ${fullOrderJoins(sql)}
      order by chosen.position
    ) page on true`
  return listed(rows, (item) => fullOrderFromRow(item as FullOrderRow))
}

/** Organization and price type are the filters that the kept totals know. */
function isCounted(filter: OrderFilter): boolean {
  const { organizationId: _organizations, priceType: _types, ...others } = filter
  return Object.values(others).every((value) => value === undefined)
}

function isByTime(sorting: Sorting): boolean {
  return sorting.length === 1 && sorting[0]?.by === 'created_at'
}

/** Totals and what was not folded into them yet: the same sum whenever the folding happens. */
function countedTotal(sql: Sql, actor: Actor, filter: OrderFilter): Fragment {
  const condition = where(sql, [
    visibleTo(sql, actor, sql`t.organization_id`),
    filter.organizationId && sql`t.organization_id = any(${filter.organizationId as string[]})`,
    filter.priceType && sql`t.price_type = any(${filter.priceType as string[]})`,
  ])
  return sql`
    select (
      coalesce((select sum(t.total) from order_counts t where ${condition}), 0)
      + coalesce((select sum(t.delta) from order_count_deltas t where ${condition}), 0)
    )::int as total_count`
}

function scannedTotal(sql: Sql, actor: Actor, filter: OrderFilter): Fragment {
  return sql`select count(*)::int as total_count from orders r where ${conditions(sql, actor, filter)}`
}

/** The newest (or oldest) of each organization by the index, then the best of those: no organization is read whole. */
function newestIds(sql: Sql, actor: Actor, filter: OrderFilter, sorting: Sorting, page: Page): Fragment {
  const byTime = sorting as readonly SortTerm<'created_at'>[]
  const order = (alias: Fragment) => orderBy(sql, byTime, { created_at: sql`${alias}.created_at` }, sql`${alias}.id`)
  const reach = offsetOf(page) + page.limit
  return sql`
    select candidates.id, row_number() over (order by ${order(sql`candidates`)}) as position
    from (${visibleOrganizations(sql, actor)}) mine
    cross join lateral (
      select r.id, r.created_at from orders r
      where r.organization_id = mine.organization_id
        and ${where(sql, [filter.priceType && sql`r.price_type = any(${filter.priceType as string[]})`])}
      order by ${order(sql`r`)} limit ${reach}
    ) candidates
    where ${where(sql, [filter.organizationId && sql`mine.organization_id = any(${filter.organizationId as string[]})`])}
    order by position ${pageClause(sql, page)}`
}

function sortedIds(sql: Sql, actor: Actor, filter: OrderFilter, sorting: Sorting, page: Page): Fragment {
  const order = orderBy(sql, sorting, sortColumns(sql), sql`r.id`, ['discount', 'subscription'])
  return sql`
    select r.id, row_number() over (order by ${order}) as position
    from orders r ${sortJoins(sql, sorting)}
    where ${conditions(sql, actor, filter)}
    order by position ${pageClause(sql, page)}`
}

function conditions(sql: Sql, actor: Actor, filter: OrderFilter): Fragment {
  return where(sql, [
    visibleTo(sql, actor, sql`r.organization_id`),
    filter.organizationId && sql`r.organization_id = any(${filter.organizationId as string[]})`,
    filter.priceType && sql`r.price_type = any(${filter.priceType as string[]})`,
    filter.productId && sql`r.product_id = any(${filter.productId as string[]})`,
    filter.discountId && sql`r.discount_id = any(${filter.discountId as string[]})`,
    filter.customerId && sql`r.customer_id = any(${filter.customerId as string[]})`,
    filter.checkoutId && sql`r.checkout_id = any(${filter.checkoutId as string[]})`,
    filter.subscriptionId && sql`r.subscription_id = any(${filter.subscriptionId as string[]})`,
  ])
}

function sortColumns(sql: Sql): Record<OrderCriterion, Fragment> {
  return {
    created_at: sql`r.created_at`,
    amount: sql`r.amount`,
    customer: sql`cu.email`,
    product: sql`p.name`,
    discount: sql`d.name`,
    subscription: sql`s.started_at`,
  }
}

/** Only the tables that the order of the page depends on. */
function sortJoins(sql: Sql, sorting: Sorting): Fragment {
  const by = new Set(sorting.map((term) => term.by))
  return sql`
    ${by.has('customer') ? sql`join customers cu on cu.id = r.customer_id` : sql``}
    ${by.has('product') ? sql`join products p on p.id = r.product_id` : sql``}
    ${by.has('discount') ? sql`left join discounts d on d.id = r.discount_id` : sql``}
    ${by.has('subscription') ? sql`left join subscriptions s on s.id = r.subscription_id` : sql``}`
}
