import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { isOneOf, listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import { findPage, type Listing } from '../../platform/postgres/page.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { countedTotal, facetsOf, keptTotal } from '../../platform/postgres/totals.ts'
import type { SortKey, Walk } from '../../platform/postgres/walk.ts'
import { doorOf } from '../access/index.ts'
import type { FullSubscription } from './model.ts'
import { type FullRow, fullColumns, fullFromRow, fullJoins } from './store.ts'

export interface SubscriptionFilter {
  readonly organizationId?: readonly string[] | undefined
  readonly productId?: readonly string[] | undefined
  readonly customerId?: readonly string[] | undefined
  readonly discountId?: readonly string[] | undefined
  readonly active?: boolean | undefined
}

export const SUBSCRIPTION_CRITERIA = [
  'started_at',
  'current_period_end',
  'amount',
  'status',
  'customer',
  'product',
  'discount',
] as const
export type SubscriptionCriterion = (typeof SUBSCRIPTION_CRITERIA)[number]
type Sorting = readonly SortTerm<SubscriptionCriterion>[]

/** Filters by which totals are kept. */
const KEPT = ['active', 'product_id', 'discount_id']
/** Those that a subscription may lack come last. */
const NULLABLE: readonly SubscriptionCriterion[] = ['started_at', 'current_period_end', 'discount']

/** A seller's, who may have a hundred thousand of them: in the order of an index, with kept totals. */
export function listSellerSubscriptions(
  db: Db,
  actor: Actor,
  filter: SubscriptionFilter,
  sorting: Sorting,
  page: Page,
): Promise<Listed<FullSubscription>> {
  const { sql } = db
  const door = doorOf(sql, actor, filter.organizationId)
  const { active, productId, discountId, customerId } = filter
  const facets = facetsOf({ active, product_id: productId, discount_id: discountId, customer_id: customerId }, KEPT)
  const { organizationId: _, ...others } = filter
  const condition = where(sql, conditions(sql, { ...others, active: undefined }))
  const part = active === undefined ? sql`true` : sql`${isActive(sql)} = ${active}`
  const asked = sql`${part} and ${condition}`
  const way = indexed(sql, others, sorting, part, condition)
  const counted = () => countedTotal(sql, sql`subscriptions s`, door, sql`s.organization_id`, asked)
  const total = (facets && keptTotal(sql, 'subscriptions', door, facets)) ?? (way && counted())
  const item = sql`
    select to_json(full_subscription) as item from (
      select ${fullColumns(sql)} from subscriptions s ${fullJoins(sql)} where s.id = chosen.listed_id) full_subscription`
  return findPage(sql, { door, total, page, item, ...(way ?? sorted(sql, sorting, asked)) }, (row) =>
    fullFromRow(row as FullRow),
  )
}

function indexed(
  sql: Sql,
  { productId, discountId, customerId }: SubscriptionFilter,
  sorting: Sorting,
  part: Fragment,
  condition: Fragment,
): Pick<Listing, 'walks' | 'pin'> | undefined {
  const [term] = sorting
  if (term === undefined || sorting.length > 1 || customerId) return undefined
  const walks = walksOf(sql, term, part, condition)
  if (!productId && !discountId) return { walks }
  if (term.by !== 'started_at' || (productId && discountId)) return undefined
  if (productId) return { walks, pin: { column: sql`s.product_id`, values: productId } }
  return discountId && { walks, pin: { column: sql`s.discount_id`, values: discountId } }
}

/** By the name of what a subscription belongs to: each of those by its index, and its subscriptions by another. */
function walksOf(
  sql: Sql,
  { by, descending }: SortTerm<SubscriptionCriterion>,
  asked: Fragment,
  condition: Fragment,
): Listing['walks'] {
  const start: SortKey = { by: sql`s.started_at`, descending }
  const plain = (keys: readonly SortKey[], part: Fragment = sql`true`): Walk => {
    return { table: 'subscriptions', alias: 's', keys, part: sql`${asked} and ${part}`, where: condition }
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
      table: 'subscriptions',
      alias: 's',
      keys: [start],
      where: sql`${column} = ${sql(alias)}.id and ${asked} and ${condition}`,
    },
  })
  if (by === 'customer') return [grouped('customers', 'cu', sql`lower(cu.email)`, sql`s.customer_id`)]
  if (by === 'product') return [grouped('products', 'p', sql`p.name`, sql`s.product_id`, sql`p.is_recurring`)]
  const nothing = (type: Fragment): SortKey => ({ by: sql`null::${type}`, descending })
  if (by === 'discount')
    return [
      grouped('discounts', 'd', sql`d.name`, sql`s.discount_id`),
      plain([nothing(sql`text`), nothing(sql`uuid`), start], sql`s.discount_id is null`),
    ]
  const key = sortColumns(sql)[by]
  const keys = [{ by: key, descending }]
  if (!NULLABLE.includes(by)) return [plain(keys)]
  return [plain(keys, sql`${key} is not null`), plain(keys, sql`${key} is null`)]
}

/** Everything else is put in order as a whole. */
function sorted(sql: Sql, sorting: Sorting, condition: Fragment): Pick<Listing, 'walks' | 'isSorted'> {
  const columns = sortColumns(sql)
  const keys = sorting.map(
    ({ by, descending }): SortKey => ({ by: columns[by], descending, isNullable: NULLABLE.includes(by) }),
  )
  const joins = sortJoins(sql, sorting)
  return { walks: [{ table: 'subscriptions', alias: 's', keys, joins, where: condition }], isSorted: true }
}

/**
 * Those of a customer, who has few. A page and the exact number, in one statement. The ids of the page are found first;
 * only then are the ten subscriptions put together with what belongs to them. `door` says whose they are.
 */
export async function listSubscriptions(
  db: Db,
  door: Fragment,
  filter: SubscriptionFilter,
  sorting: Sorting,
  page: Page,
): Promise<Listed<FullSubscription>> {
  const { sql } = db
  const condition = where(sql, [door, ...conditions(sql, filter)])
  const order = orderBy(sql, sorting, sortColumns(sql), sql`s.id`, ['started_at', 'current_period_end', 'discount'])
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from subscriptions s where ${condition}) total
    left join lateral (
      select ${fullColumns(sql)}
      from (
        select s.id, row_number() over (order by ${order}) as position
        from subscriptions s ${sortJoins(sql, sorting)}
        where ${condition} order by position ${pageClause(sql, page)}
      ) chosen
      join subscriptions s on s.id = chosen.id ${fullJoins(sql)}
      order by chosen.position
    ) page on true`
  return listed(rows, (item) => fullFromRow(item as FullRow))
}

/** Written out, as in the index on it; `ACTIVE_STATUSES` are the same. */
const isActive = (sql: Sql) => sql`(s.status in ('trialing', 'active'))`

function conditions(sql: Sql, filter: SubscriptionFilter): (Fragment | undefined)[] {
  return [
    filter.organizationId && isOneOf(sql, sql`s.organization_id`, filter.organizationId),
    filter.productId && isOneOf(sql, sql`s.product_id`, filter.productId),
    filter.customerId && isOneOf(sql, sql`s.customer_id`, filter.customerId),
    filter.discountId && isOneOf(sql, sql`s.discount_id`, filter.discountId),
    filter.active === undefined ? undefined : sql`${isActive(sql)} = ${filter.active}`,
  ]
}

function sortColumns(sql: Sql): Record<SubscriptionCriterion, Fragment> {
  return {
    started_at: sql`s.started_at`,
    current_period_end: sql`s.current_period_end`,
    amount: sql`s.amount`,
    status: sql`s.status`,
    customer: sql`lower(cu.email)`,
    product: sql`p.name`,
    discount: sql`d.name`,
  }
}

/** Only the tables that the order of the page depends on. */
function sortJoins(sql: Sql, sorting: Sorting): Fragment {
  const by = new Set(sorting.map((term) => term.by))
  return sql`
    ${by.has('customer') ? sql`join customers cu on cu.id = s.customer_id` : sql``}
    ${by.has('product') ? sql`join products p on p.id = s.product_id` : sql``}
    ${by.has('discount') ? sql`left join discounts d on d.id = s.discount_id` : sql``}`
}
