import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import { type SortTerm, withoutConstants } from '../../kernel/sorting.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import { isOneOf, listFew, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import { onlyPin } from '../../platform/postgres/page.ts'
import { type Parents, parentJoins } from '../../platform/postgres/parent.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
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

/** A seller's, who may have a hundred thousand of them: in the order of an index, with kept totals. */
export function listSellerSubscriptions(
  db: Db,
  actor: Actor,
  filter: SubscriptionFilter,
  asked: Sorting,
  page: Page,
): Promise<Listed<FullSubscription>> {
  const { sql } = db
  const { organizationId, active, productId, discountId, customerId } = filter
  const constants = { product: productId, discount: discountId, customer: customerId }
  const sorting = withoutConstants(asked, constants, 'started_at')
  const pins = [
    { column: sql`s.product_id`, values: productId, table: 'products' },
    { column: sql`s.discount_id`, values: discountId, table: 'discounts' },
  ]
  const pin = customerId ? undefined : onlyPin(pins)
  const list = {
    table: 'subscriptions',
    alias: 's',
    door: doorOf(sql, actor, organizationId),
    where: conditions(sql, { productId, discountId, customerId }),
    part: [active === undefined ? undefined : isActive(sql, active)],
    facets: facetsOf({ active, product_id: productId, discount_id: discountId, customer_id: customerId }, KEPT),
    pin,
    sorting,
    time: 'started_at' as const,
    pinned: ['started_at', 'amount', 'product', 'discount'] as const,
    criteria: sortColumns(sql),
    nullable: ['started_at', 'current_period_end'] as const,
    parents: parentsOf(sql),
    siblingsBy: sql`s.started_at`,
    page,
    item: sql`
      select to_json(full_subscription) as item from (
        select ${fullColumns(sql)} from subscriptions s ${fullJoins(sql)} where s.id = chosen.listed_id) full_subscription`,
  }
  return listTable(sql, list, (row) => fullFromRow(row as FullRow))
}

/**
 * Those of a customer, who has few. The ids of the page are found first; only then are the ten subscriptions put together
 * with what belongs to them. `door` says whose they are.
 */
export function listSubscriptions(
  db: Db,
  door: Fragment,
  filter: SubscriptionFilter,
  sorting: Sorting,
  page: Page,
): Promise<Listed<FullSubscription>> {
  const { sql } = db
  const condition = where(sql, [door, ...conditions(sql, filter)])
  const order = orderBy(sql, sorting, sortColumns(sql), sql`s.id`, ['started_at', 'current_period_end', 'discount'])
  const found = sql`
    select ${fullColumns(sql)}
    from (
      select s.id, row_number() over (order by ${order}) as position
      from subscriptions s ${parentJoins(sql, 's', parentsOf(sql), sorting)}
      where ${condition} order by position ${pageClause(sql, page)}
    ) chosen
    join subscriptions s on s.id = chosen.id ${fullJoins(sql)}
    order by chosen.position`
  return listFew(sql, sql`from subscriptions s where ${condition}`, found, (item) => fullFromRow(item as FullRow))
}

/** Written out, as in the indexes on it; `ACTIVE_STATUSES` are the same. */
function isActive(sql: Sql, active: boolean): Fragment {
  const asked = sql`(s.status in ('trialing', 'active')) = ${active}`
  // Said once more without a value, because one of the indexes has only those.
  return active ? sql`${asked} and s.status in ('trialing', 'active')` : asked
}

function conditions(sql: Sql, filter: SubscriptionFilter): (Fragment | undefined)[] {
  return [
    filter.organizationId && isOneOf(sql, sql`s.organization_id`, filter.organizationId),
    filter.productId && isOneOf(sql, sql`s.product_id`, filter.productId),
    filter.customerId && isOneOf(sql, sql`s.customer_id`, filter.customerId),
    filter.discountId && isOneOf(sql, sql`s.discount_id`, filter.discountId),
    filter.active === undefined ? undefined : isActive(sql, filter.active),
  ]
}

const sortColumns = fixed(
  (sql): Record<SubscriptionCriterion, Fragment> => ({
    started_at: sql`s.started_at`,
    current_period_end: sql`s.current_period_end`,
    amount: sql`s.amount`,
    status: sql`s.status`,
    customer: sql`lower(cu.email)`,
    product: sql`p.name`,
    discount: sql`d.name`,
  }),
)

function parentsOf(sql: Sql): Parents<SubscriptionCriterion> {
  return {
    customer: { table: 'customers', alias: 'cu', column: 'customer_id' },
    product: { table: 'products', alias: 'p', column: 'product_id', part: sql`p.is_recurring` },
    discount: { table: 'discounts', alias: 'd', column: 'discount_id', orNone: 'text' },
  }
}
