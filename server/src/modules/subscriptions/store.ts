import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { fromRow } from '../../platform/postgres/rows.ts'
import { visibleTo } from '../access/index.ts'
import { customerFromJson } from '../customers/index.ts'
import { discountFromJson, discountJson } from '../discounts/index.ts'
import { fullProductFromJson, fullProductJson, priceFromJson } from '../products/index.ts'
import { ACTIVE_STATUSES, type FullSubscription, type Subscription } from './model.ts'

export interface SubscriptionFilter {
  readonly organizationId: readonly string[] | undefined
  readonly productId: readonly string[] | undefined
  readonly customerId: readonly string[] | undefined
  readonly discountId: readonly string[] | undefined
  readonly active: boolean | undefined
}

export const SUBSCRIPTION_CRITERIA = [
  'started_at',
  'current_period_end',
  'amount',
  'status',
  'customer',
  'product',
] as const
export type SubscriptionCriterion = (typeof SUBSCRIPTION_CRITERIA)[number]

interface FullRow {
  readonly subscription: object
  readonly customer: object
  readonly product: object
  readonly price: object
  readonly discount: object | null
}

export async function findSubscription(db: Db, actor: Actor, id: string): Promise<FullSubscription | undefined> {
  const { sql } = db
  const [row] = await sql<FullRow[]>`
    ${fullSelect(sql)} where s.id = ${id} and ${visibleTo(sql, actor, sql`s.organization_id`)}`
  return row && fullFromRow(row)
}

export async function listSubscriptions(
  db: Db,
  actor: Actor,
  filter: SubscriptionFilter,
  sorting: readonly SortTerm<SubscriptionCriterion>[],
  page: Page,
): Promise<Listed<FullSubscription>> {
  const { sql } = db
  const condition = where(sql, [visibleTo(sql, actor, sql`s.organization_id`), ...conditions(sql, filter)])
  const order = orderBy(sql, sorting, sortColumns(sql), sql`s.id`, ['started_at', 'current_period_end'])
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from subscriptions s where ${condition}) total
    left join lateral (${fullSelect(sql)} where ${condition} order by ${order} ${pageClause(sql, page)}) page on true`
  return listed(rows, (item) => fullFromRow(item as FullRow))
}

function subscriptionFromJson(json: object): Subscription {
  return fromRow<Subscription>(json)
}

function fullSelect(sql: Sql): Fragment {
  return sql`
    select to_json(s) as subscription, to_json(cu) as customer, ${fullProductJson(sql, 'p')} as product,
      to_json(pr) as price, case when d.id is null then null else ${discountJson(sql, 'd')} end as discount
    from subscriptions s
    join customers cu on cu.id = s.customer_id
    join products p on p.id = s.product_id
    join product_prices pr on pr.id = s.price_id
    left join discounts d on d.id = s.discount_id`
}

function fullFromRow(row: FullRow): FullSubscription {
  return {
    subscription: subscriptionFromJson(row.subscription),
    customer: customerFromJson(row.customer),
    product: fullProductFromJson(row.product),
    price: priceFromJson(row.price),
    discount: row.discount && discountFromJson(row.discount),
  }
}

function conditions(sql: Sql, filter: SubscriptionFilter): (Fragment | undefined)[] {
  return [
    filter.organizationId && sql`s.organization_id = any(${filter.organizationId as string[]})`,
    filter.productId && sql`s.product_id = any(${filter.productId as string[]})`,
    filter.customerId && sql`s.customer_id = any(${filter.customerId as string[]})`,
    filter.discountId && sql`s.discount_id = any(${filter.discountId as string[]})`,
    filter.active === undefined ? undefined : sql`(s.status = any(${ACTIVE_STATUSES as string[]})) = ${filter.active}`,
  ]
}

function sortColumns(sql: Sql): Record<SubscriptionCriterion, Fragment> {
  return {
    started_at: sql`s.started_at`,
    current_period_end: sql`s.current_period_end`,
    amount: sql`s.amount`,
    status: sql`s.status`,
    customer: sql`cu.email`,
    product: sql`p.name`,
  }
}
