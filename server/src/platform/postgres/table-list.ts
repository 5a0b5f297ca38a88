import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import type { Door } from './door.ts'
import { where } from './list.ts'
import { findPage, type Pin } from './page.ts'
import { byParent, type Parent, type Parents, parentJoins, withoutParent } from './parent.ts'
import type { Fragment, Sql } from './pool.ts'
import type { Kept } from './spans.ts'
import { countedTotal, keptTotal } from './totals.ts'
import type { SortKey, Walk, Walks } from './walk.ts'

/** A list that is ordered by columns of its own table or of what its rows belong to, with an index for each. */
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
  /** The criteria whose order an index has together with each pin. */
  readonly pinned?: readonly Criterion[]
  readonly sorting: readonly SortTerm<Criterion>[]
  /** The criterion that totals are kept by; `created_at` unless said otherwise. */
  readonly time?: Criterion
  readonly criteria: Readonly<Record<Criterion, Fragment>>
  readonly nullable?: readonly Criterion[]
  /** For criteria that are columns of other tables. */
  readonly parents?: Parents<Criterion>
  /** What the rows of one parent are ordered by, where it can have several. */
  readonly siblingsBy?: Fragment
  /** Even where there is an index: it does not have this order, or not yet. */
  readonly isSorted?: boolean
  readonly isSearch?: boolean | undefined
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
  const { table, alias, door, facets, pin, isSearch, page, organizationColumn = 'organization_id' } = list
  const [term] = list.sorting
  const part = where(sql, list.part ?? [])
  const condition = where(sql, list.where)
  const walk = { table, alias, part, where: condition, organizationColumn }
  const how = howToFind(list)
  const isSorted = how !== 'walked' || term === undefined
  const whole = sql`${sql(table)} ${sql(alias)}`
  const organization = sql`${sql(alias)}.${sql(organizationColumn)}`
  const total =
    list.total ??
    (facets && keptTotal(sql, table, door, facets)) ??
    (isSorted ? undefined : countedTotal(sql, whole, door, organization, sql`${part} and ${condition}`))
  const item =
    list.item ?? sql`select to_json(${sql(alias)}) as item from ${whole} where ${sql(alias)}.id = chosen.listed_id`
  const walks: Walks = isSorted ? [sorted(sql, list, walk)] : indexed(sql, list, walk, term)
  const sought =
    how === 'sought' && term
      ? { walks: indexed(sql, list, walk, term), isPinned: list.pinned?.includes(term.by) ?? false }
      : undefined
  const kept = keptOf(list)
  return findPage(sql, { door, total, walks, pin, isSorted, isSearch, sought, kept, page, item }, toItem)
}

function keptOf<Criterion extends string>(list: TableList<Criterion>): Kept | undefined {
  const { table, facets = [], sorting, criteria, nullable = [], time = 'created_at' } = list
  const [term] = sorting
  const [facet, ...others] = facets
  if (list.total || facet === undefined || others.length > 0) return undefined
  // Rows without a time are counted as the oldest, and come last also where those come first.
  const isTimed = term?.by === time && (term.descending || !nullable.includes(term.by))
  return { list: table, facet, time: isTimed ? { by: criteria[term.by], descending: term.descending } : undefined }
}

/**
 * Walked where an index has the order. Sought where the order has an index and the filter has another one: then what is
 * common is found among the first. Else everything is put in order, which is quick for what is few.
 */
function howToFind<Criterion extends string>(list: TableList<Criterion>): 'walked' | 'sought' | 'sorted' {
  const { sorting, facets, pin, pinned = [], parents } = list
  const [term, ...more] = sorting
  if (list.isSorted || term === undefined || more.length > 0) return 'sorted'
  // What has no kept total is few.
  if (pin === undefined) return facets === undefined ? 'sorted' : 'walked'
  if (pinned.includes(term.by) && parents?.[term.by] === undefined) return 'walked'
  return facets === undefined || pin.table === undefined || pin.values.length > 1 ? 'sorted' : 'sought'
}

type Unordered = Omit<Walk, 'keys'>

/** Everything is put in order as a whole, in the very order that an index would give. */
function sorted<Criterion extends string>(sql: Sql, list: TableList<Criterion>, walk: Unordered): Walk {
  const { sorting, criteria, nullable = [], parents } = list
  const keys = sorting.map(({ by, descending }): SortKey => {
    const isNullable = nullable.includes(by) || parents?.[by]?.orNone !== undefined
    return { by: criteria[by], descending, isNullable }
  })
  const [term, ...more] = sorting
  const parent = term && more.length === 0 ? parents?.[term.by] : undefined
  const siblings = term && parent ? siblingKeys(sql, list, parent, term.descending) : []
  return { ...walk, keys: [...keys, ...siblings], joins: parentJoins(sql, walk.alias, parents, sorting) }
}

/** What comes after the parent's own key, as `allKeys` of a walk has it. */
function siblingKeys<Criterion extends string>(
  sql: Sql,
  { siblingsBy }: TableList<Criterion>,
  { alias, orNone }: Parent,
  descending: boolean,
): readonly SortKey[] {
  const together = { by: sql`${sql(alias)}.id`, descending, isNullable: orNone !== undefined }
  return [together, ...(siblingsBy ? [{ by: siblingsBy, descending }] : [])]
}

/** The order that an index has: that of the table itself, or that of what its rows belong to. */
function indexed<Criterion extends string>(
  sql: Sql,
  list: TableList<Criterion>,
  walk: Unordered,
  { by, descending }: SortTerm<Criterion>,
): Walks {
  const key: SortKey = { by: list.criteria[by], descending, isNullable: list.nullable?.includes(by) ?? false }
  const own: Walk = { ...walk, keys: [key] }
  const parent = list.parents?.[by]
  if (!parent) return withAndWithout(sql, own)
  const siblings = list.siblingsBy ? [{ by: list.siblingsBy, descending }] : []
  const walks = withAndWithout(sql, byParent(sql, own, parent, siblings))
  return [...walks, ...withoutParent(sql, own, parent, siblings)]
}

/** Rows without a value come last, in a walk of their own: an index has them at one end only. */
function withAndWithout(sql: Sql, walk: Walk): Walks {
  const [key] = walk.keys
  if (!key?.isNullable) return [walk]
  const keys = [{ ...key, isNullable: false }]
  return [
    { ...walk, keys, part: sql`${walk.part ?? sql`true`} and ${key.by} is not null` },
    { ...walk, keys, part: sql`${walk.part ?? sql`true`} and ${key.by} is null` },
  ]
}
