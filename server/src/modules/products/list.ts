import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { contains, isOneOf, where } from '../../platform/postgres/list.ts'
import { findPage, type Listing } from '../../platform/postgres/page.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { facetsOf, keptTotal } from '../../platform/postgres/totals.ts'
import type { SortKey, Walk } from '../../platform/postgres/walk.ts'
import { doorOf } from '../access/index.ts'
import type { FullProduct } from './model.ts'
import { fullProductFromJson, fullProductJson } from './store.ts'

export const PRODUCT_CRITERIA = ['created_at', 'name', 'price_type', 'price_amount_type', 'price_amount'] as const
export type ProductCriterion = (typeof PRODUCT_CRITERIA)[number]
type Sorting = readonly SortTerm<ProductCriterion>[]

export interface ProductFilter {
  readonly id: readonly string[] | undefined
  readonly organizationId: readonly string[] | undefined
  readonly query: string | undefined
  readonly isArchived: boolean | undefined
  readonly isRecurring: boolean | undefined
  readonly benefitId: readonly string[] | undefined
}

/** Filters by which totals are kept. */
const KEPT = ['is_archived', 'is_recurring', 'is_archived&is_recurring']
/** Those that a product may lack come last. */
const NULLABLE: readonly ProductCriterion[] = ['price_amount_type', 'price_amount']

export function listProducts(
  db: Db,
  actor: Actor,
  filter: ProductFilter,
  sorting: Sorting,
  page: Page,
): Promise<Listed<FullProduct>> {
  const { sql } = db
  const door = doorOf(sql, actor, filter.organizationId)
  const condition = conditionOf(sql, filter)
  const { id, query, isArchived, isRecurring, benefitId } = filter
  const named = { id, query: query === undefined ? undefined : [query], benefit_id: benefitId }
  const facets = facetsOf({ is_archived: isArchived, is_recurring: isRecurring, ...named }, KEPT)
  const [term, ...others] = sorting
  const archived = isArchived === undefined ? undefined : sql`p.is_archived = ${isArchived}`
  const isSorted = facets === undefined || term === undefined || others.length > 0
  const total = facets && keptTotal(sql, 'products', door, facets)
  const walks: Listing['walks'] = isSorted
    ? [sorted(sql, sorting, condition)]
    : walksOf(sql, term, archived ?? sql`true`, condition)
  const item = sql`select ${fullProductJson(sql, 'p')} as item from products p where p.id = chosen.listed_id`
  return findPage(sql, { door, total, walks, isSorted, page, item }, fullProductFromJson)
}

function conditionOf(sql: Sql, filter: ProductFilter): Fragment {
  const { id, query, isArchived, isRecurring, benefitId } = filter
  return where(sql, [
    id && isOneOf(sql, sql`p.id`, id),
    query === undefined ? undefined : contains(sql, [sql`lower(p.name)`], query),
    isArchived === undefined ? undefined : sql`p.is_archived = ${isArchived}`,
    isRecurring === undefined ? undefined : sql`p.is_recurring = ${isRecurring}`,
    benefitId &&
      sql`p.id = any(array(
        select link.product_id from product_benefits link join benefits b on b.id = link.benefit_id
        where b.deleted_at is null and ${isOneOf(sql, sql`b.id`, benefitId)}))`,
  ])
}

/** A product with several prices stands where its cheapest one does. */
function sortColumns(sql: Sql): Readonly<Record<ProductCriterion, Fragment>> {
  return {
    created_at: sql`p.created_at`,
    name: sql`p.name`,
    price_type: sql`p.is_recurring`,
    price_amount_type: sql`k.amount_type`,
    price_amount: sql`k.amount`,
  }
}

function sorted(sql: Sql, sorting: Sorting, condition: Fragment): Walk {
  const columns = sortColumns(sql)
  const keys = sorting.map(
    ({ by, descending }): SortKey => ({ by: columns[by], descending, isNullable: NULLABLE.includes(by) }),
  )
  return { table: 'products', alias: 'p', keys, joins: sql`join product_price_keys k on k.id = p.id`, where: condition }
}

/** By price, the table of prices gives the order, and each of its rows leads to its product. */
function walksOf(
  sql: Sql,
  { by, descending }: SortTerm<ProductCriterion>,
  part: Fragment,
  condition: Fragment,
): Listing['walks'] {
  const key = sortColumns(sql)[by]
  const keys = [{ by: key, descending }]
  if (!NULLABLE.includes(by)) return [{ table: 'products', alias: 'p', keys, part, where: condition }]
  const walk = (isThere: Fragment): Walk => ({
    table: 'product_price_keys',
    alias: 'k',
    keys,
    part: sql`${key} ${isThere}`,
    where: sql`true`,
    rows: { table: 'products', alias: 'p', keys: [], where: sql`p.id = k.id and ${condition}` },
  })
  return [walk(sql`is not null`), walk(sql`is null`)]
}
