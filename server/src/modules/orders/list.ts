import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { isOneOf, where } from '../../platform/postgres/list.ts'
import { findPage, type Listing, type Pin } from '../../platform/postgres/page.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { countedTotal, facetsOf, keptTotal } from '../../platform/postgres/totals.ts'
import type { SortKey, Walk } from '../../platform/postgres/walk.ts'
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
export function listOrders(
  db: Db,
  actor: Actor,
  filter: OrderFilter,
  sorting: Sorting,
  page: Page,
): Promise<Listed<FullOrder>> {
  const { sql } = db
  const door = doorOf(sql, actor, filter.organizationId)
  const facets = facetsOf(namedFilters(filter), KEPT)
  const way = indexed(sql, filter, sorting)
  const counted = () => countedTotal(sql, sql`orders r`, door, sql`r.organization_id`, conditions(sql, filter))
  const total = (facets && keptTotal(sql, 'orders', door, facets)) ?? (way && counted())
  const item = sql`
    select to_json(full_order) as item from (
      select ${fullOrderColumns(sql)} from orders r ${fullOrderJoins(sql)} where r.id = chosen.listed_id) full_order`
  return findPage(sql, { door, total, page, item, ...(way ?? sorted(sql, filter, sorting)) }, (row) =>
    fullOrderFromRow(row as FullOrderRow),
  )
}

function namedFilters({ organizationId: _, priceType, productId, discountId, ...others }: OrderFilter) {
  return { product_price_type: priceType, product_id: productId, discount_id: discountId, ...others }
}

/** The order that an index has: by one criterion, and within a product or a discount by time. */
function indexed(sql: Sql, filter: OrderFilter, sorting: Sorting): Pick<Listing, 'walks' | 'pin'> | undefined {
  const [term] = sorting
  if (term === undefined || sorting.length > 1) return undefined
  const walks = walksOf(sql, term, filter)
  if (isPlain(filter)) return { walks }
  const pin = pinOf(sql, filter)
  return pin && term.by === 'created_at' ? { walks, pin } : undefined
}

function isPlain({ organizationId: _organizations, priceType: _types, ...others }: OrderFilter): boolean {
  return Object.values(others).every((value) => value === undefined)
}

/** Customers, checkouts and subscriptions have few orders each, which need no index to be put in order. */
function pinOf(sql: Sql, { productId, discountId, ...others }: OrderFilter): Pin | undefined {
  if (!isPlain({ ...others, productId: undefined, discountId: undefined })) return undefined
  if (productId && discountId) return undefined
  if (productId) return { column: sql`r.product_id`, values: productId }
  return discountId && { column: sql`r.discount_id`, values: discountId }
}

/** By the name of what an order belongs to: each of those by its index, and the orders of each by another. */
function walksOf(sql: Sql, { by, descending }: SortTerm<OrderCriterion>, filter: OrderFilter): Listing['walks'] {
  const asked = filter.priceType && isOneOf(sql, sql`r.price_type`, filter.priceType)
  const time: SortKey = { by: sql`r.created_at`, descending }
  const plain = (keys: readonly SortKey[], part: Fragment = sql`true`): Walk => {
    return { table: 'orders', alias: 'r', keys, part, where: where(sql, [asked]) }
  }
  const grouped = (
    table: string,
    alias: string,
    key: Fragment,
    column: Fragment,
    part: Fragment = sql`true`,
  ): Walk => ({
    table,
    alias,
    keys: [{ by: key, descending }],
    part,
    where: sql`true`,
    rows: {
      table: 'orders',
      alias: 'r',
      keys: [time],
      where: where(sql, [sql`${column} = ${sql(alias)}.id`, asked]),
    },
  })
  const nothing = (type: Fragment): SortKey => ({ by: sql`null::${type}`, descending })
  const without = (type: Fragment, column: Fragment): Walk =>
    plain([nothing(type), nothing(sql`uuid`), time], sql`${column} is null`)
  const subscribed = (part: Fragment) => grouped('subscriptions', 's', sql`s.started_at`, sql`r.subscription_id`, part)
  const ways: Record<OrderCriterion, () => Listing['walks']> = {
    created_at: () => [plain([time])],
    amount: () => [plain([{ by: sql`r.amount`, descending }])],
    customer: () => [grouped('customers', 'cu', sql`lower(cu.email)`, sql`r.customer_id`)],
    product: () => [grouped('products', 'p', sql`p.name`, sql`r.product_id`, ofType(sql, filter.priceType))],
    discount: () => [
      grouped('discounts', 'd', sql`d.name`, sql`r.discount_id`),
      without(sql`text`, sql`r.discount_id`),
    ],
    subscription: () => [
      subscribed(sql`s.started_at is not null`),
      subscribed(sql`s.started_at is null`),
      without(sql`timestamptz`, sql`r.subscription_id`),
    ],
  }
  return ways[by]()
}

/** A product has prices of one type only. Written out, as in the index on it. */
function ofType(sql: Sql, types: readonly string[] | undefined): Fragment {
  if (types === undefined || new Set(types).size > 1) return sql`true`
  return types.includes('recurring') ? sql`p.is_recurring` : sql`not p.is_recurring`
}

/** Everything else is put in order as a whole. */
function sorted(sql: Sql, filter: OrderFilter, sorting: Sorting): Pick<Listing, 'walks' | 'isSorted'> {
  const columns = sortColumns(sql)
  const keys = sorting.map(({ by, descending }): SortKey => {
    return { by: columns[by], descending, isNullable: by === 'discount' || by === 'subscription' }
  })
  const joins = sortJoins(sql, sorting)
  return { walks: [{ table: 'orders', alias: 'r', keys, joins, where: conditions(sql, filter) }], isSorted: true }
}

function conditions(sql: Sql, filter: OrderFilter): Fragment {
  return where(sql, [
    filter.priceType && isOneOf(sql, sql`r.price_type`, filter.priceType),
    filter.productId && isOneOf(sql, sql`r.product_id`, filter.productId),
    filter.discountId && isOneOf(sql, sql`r.discount_id`, filter.discountId),
    filter.customerId && isOneOf(sql, sql`r.customer_id`, filter.customerId),
    filter.checkoutId && isOneOf(sql, sql`r.checkout_id`, filter.checkoutId),
    filter.subscriptionId && isOneOf(sql, sql`r.subscription_id`, filter.subscriptionId),
  ])
}

function sortColumns(sql: Sql): Record<OrderCriterion, Fragment> {
  return {
    created_at: sql`r.created_at`,
    amount: sql`r.amount`,
    customer: sql`lower(cu.email)`,
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
