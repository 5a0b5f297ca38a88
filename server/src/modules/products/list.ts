import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import { type SortTerm, withoutConstants } from '../../kernel/sorting.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import { contains, isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
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
/** A row beside each product, with what its price is ordered by. */
const PRICE_KEYS = { table: 'product_price_keys', alias: 'k', column: 'id' }

export function listProducts(
  db: Db,
  actor: Actor,
  filter: ProductFilter,
  asked: Sorting,
  page: Page,
): Promise<Listed<FullProduct>> {
  const { sql } = db
  const { id, organizationId, query, isArchived, isRecurring, benefitId } = filter
  const priceType = isRecurring === undefined ? undefined : [isRecurring]
  const sorting = withoutConstants(asked, { price_type: priceType }, 'created_at')
  const ofType = isRecurring === undefined ? undefined : sql`p.is_recurring = ${isRecurring}`
  const named = { id, query: query === undefined ? undefined : [query], benefit_id: benefitId }
  const list = {
    table: 'products',
    alias: 'p',
    door: doorOf(sql, actor, organizationId),
    where: [...conditions(sql, filter), ofType],
    part: [
      isArchived === undefined ? undefined : sql`p.is_archived = ${isArchived}`,
      sorting[0]?.by === 'name' ? ofType : undefined,
    ],
    facets: facetsOf({ is_archived: isArchived, is_recurring: isRecurring, ...named }, KEPT),
    sorting,
    criteria: sortColumns(sql),
    nullable: ['price_amount_type', 'price_amount'] as const,
    parents: { price_amount_type: PRICE_KEYS, price_amount: PRICE_KEYS },
    page,
    item: sql`select ${fullProductJson(sql, 'p')} as item from products p where p.id = chosen.listed_id`,
  }
  return listTable(sql, list, fullProductFromJson)
}

function conditions(sql: Sql, { id, query, benefitId }: ProductFilter): (Fragment | undefined)[] {
  return [
    id && isOneOf(sql, sql`p.id`, id),
    query === undefined ? undefined : contains(sql, [sql`lower(p.name)`], query),
    benefitId &&
      sql`p.id = any(array(
        select link.product_id from product_benefits link join benefits b on b.id = link.benefit_id
        where b.deleted_at is null and ${isOneOf(sql, sql`b.id`, benefitId)}))`,
  ]
}

/** A product with several prices stands where its cheapest one does. */
const sortColumns = fixed(
  (sql): Record<ProductCriterion, Fragment> => ({
    created_at: sql`p.created_at`,
    name: sql`p.name`,
    price_type: sql`p.is_recurring`,
    price_amount_type: sql`k.amount_type`,
    price_amount: sql`k.amount`,
  }),
)
