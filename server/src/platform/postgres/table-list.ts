import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import type { Door } from './door.ts'
import { where } from './list.ts'
import { findPage, type Listing, type Pin } from './page.ts'
import type { Fragment, Sql } from './pool.ts'
import { countedTotal, keptTotal } from './totals.ts'
import type { SortKey, Walk } from './walk.ts'

/** A list that is ordered by columns of its own table, with an index for each, as migration 0036 has them. */
export interface TableList<Criterion extends string> {
  readonly table: string
  readonly alias: string
  readonly door: Door
  /** The filters that were given. */
  readonly where: readonly (Fragment | undefined)[]
  /**
   * What holds for every row that the list shows, and filters that an index has together with the order, for everybody's
   * rows: what passes them need not be looked for among others.
   */
  readonly part?: readonly (Fragment | undefined)[]
  /** The kept totals that together are what was asked for; undefined when the rows have to be counted. */
  readonly facets: readonly string[] | undefined
  readonly pin?: Pin | undefined
  readonly sorting: readonly SortTerm<Criterion>[]
  readonly criteria: Readonly<Record<Criterion, Fragment>>
  readonly nullable?: readonly Criterion[]
  /** Even where there is an index: it does not have the order yet. */
  readonly isSorted?: boolean
  readonly page: Page
  /** `select ... as item from ... where id = chosen.listed_id`; the row itself unless said otherwise. */
  readonly item?: Fragment
  readonly total?: Fragment
  readonly organizationColumn?: string
}

export function listTable<Criterion extends string, Item>(
  sql: Sql,
  list: TableList<Criterion>,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const { table, alias, door, facets, pin, page } = list
  const part = where(sql, list.part ?? [])
  const condition = where(sql, list.where)
  const keys = list.sorting.map(
    ({ by, descending }): SortKey => ({
      by: list.criteria[by],
      descending,
      isNullable: list.nullable?.includes(by) ?? false,
    }),
  )
  const { organizationColumn = 'organization_id' } = list
  const walk: Walk = { table, alias, keys, part, where: condition, organizationColumn }
  // What has no kept total is few; and only one criterion can have an index.
  const isSorted = list.isSorted || keys.length > 1 || (facets === undefined && pin === undefined)
  const whole = sql`${sql(table)} ${sql(alias)}`
  const organization = sql`${sql(alias)}.${sql(organizationColumn)}`
  const total =
    list.total ??
    (facets && keptTotal(sql, table, door, facets)) ??
    (isSorted ? undefined : countedTotal(sql, whole, door, organization, sql`${part} and ${condition}`))
  const item =
    list.item ?? sql`select to_json(${sql(alias)}) as item from ${whole} where ${sql(alias)}.id = chosen.listed_id`
  const walks = isSorted ? ([walk] as const) : withAndWithout(sql, walk)
  return findPage(sql, { door, total, walks, pin: isSorted ? undefined : pin, isSorted, page, item }, toItem)
}

/** Rows without a value come last, in a walk of their own: an index has them at one end only. */
function withAndWithout(sql: Sql, walk: Walk): Listing['walks'] {
  const [key] = walk.keys
  if (!key?.isNullable) return [walk]
  const keys = [{ ...key, isNullable: false }]
  return [
    { ...walk, keys, part: sql`${walk.part ?? sql`true`} and ${key.by} is not null` },
    { ...walk, keys, part: sql`${walk.part ?? sql`true`} and ${key.by} is null` },
  ]
}
