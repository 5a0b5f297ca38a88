import type { Door } from './door.ts'
import type { Fragment, Sql } from './pool.ts'

/** What a list is ordered by. */
export interface SortKey {
  readonly by: Fragment
  readonly descending: boolean
  /** Nulls come last in both directions; only where it is said, because it keeps an index from giving the order. */
  readonly isNullable?: boolean
}

/** A table in the order of a list. An index gives that order, within one organization and over all of them. */
export interface Walk {
  readonly table: string
  readonly alias: string
  readonly keys: readonly SortKey[]
  readonly where: Fragment
  /** When it goes through a part of the table only, such as the rows that have a value. */
  readonly part?: Fragment
  /** Tables that the order depends on, when no index gives it. */
  readonly joins?: Fragment
  /** When it is not `organization_id`. */
  readonly organizationColumn?: string
  /** When the list is ordered by what its rows belong to: the rows of each, in order. */
  readonly rows?: Rows
}

export interface Rows {
  readonly table: string
  readonly alias: string
  readonly keys: readonly SortKey[]
  /** What ties them to the row that is walked by, and what else is asked of them. */
  readonly where: Fragment
}

/** Which rows of a walk are wanted. Counts are expressions, because they may depend on the total. */
export interface Stretch {
  readonly isBackward: boolean
  readonly limit: Fragment
  readonly offset: Fragment
  /** How many rows of one part could be among them: offset and limit together. */
  readonly reach: Fragment
}

export type Walks = readonly [Walk, ...Walk[]]

/** Restricts walks to what the caller may see. */
export interface Scope {
  one(walk: Walk, part: number, stretch: Stretch): Fragment
  /** Of walks through several tables that tell one list together. */
  merged(walks: Walks, stretch: Stretch): Fragment
}

/** One organization, or one value that has an index of its own. */
export function within(sql: Sql, condition: (walk: Walk) => Fragment): Scope {
  return eachAndAll(sql, (walk, part, stretch) => {
    const { limit, offset } = stretch
    return sql`${walked(sql, walk, part, stretch, whole(sql, walk), condition(walk))} limit ${limit} offset ${offset}`
  })
}

/** The first of each, and then the first of those: none is read whole. `each` has rows of `value`. */
export function ofEach(sql: Sql, each: Fragment, condition: (walk: Walk) => Fragment): Scope {
  return eachAndAll(sql, (walk, part, stretch) => {
    const { limit, offset, reach, isBackward } = stretch
    return sql`
      select candidates.* from (${each}) each
      cross join lateral (
        ${walked(sql, walk, part, stretch, whole(sql, walk), condition(walk))} limit ${reach}) candidates
      order by ${columnOrder(sql, walk, 'candidates', isBackward)} limit ${limit} offset ${offset}`
  })
}

/** Whoever finds the right rows of each finds them of all: they are among the first of each. */
function eachAndAll(sql: Sql, one: Scope['one']): Scope {
  return {
    one,
    merged(walks, stretch) {
      const first = { ...stretch, limit: stretch.reach, offset: sql`0` }
      const parts = walks.map((walk) => sql`(${one(walk, 0, first)})`)
      // Not by part, which all have in common, so that the planner knows the order of each.
      return ordered(sql, keyOrder(sql, walks[0], 'parts', stretch.isBackward), stretch, parts)
    },
  }
}

/** One walk after the other, in the order of the parts: one is begun when those before it did not have enough. */
export function inTurn(
  sql: Sql,
  walks: Walks,
  stretch: Stretch,
  firstOf: (walk: Walk, first: Stretch, part: number) => Fragment,
): Fragment {
  const parts = walks.map((walk, part) => ({ walk, part, name: sql(`part_${part}`) }))
  if (stretch.isBackward) parts.reverse()
  let left = stretch.reach
  const named = parts.map(({ walk, part, name }) => {
    const rows = sql`${name} as materialized (${firstOf(walk, { ...stretch, limit: left, offset: sql`0`, reach: left }, part)})`
    left = sql`greatest(${left} - (select count(*) from ${name}), 0)`
    return rows
  })
  const all = parts.map(({ name }) => sql`(select * from ${name})`)
  const order = columnOrder(sql, walks[0], 'parts', stretch.isBackward)
  return sql`with ${named.reduce((list, each) => sql`${list}, ${each}`)} ${ordered(sql, order, stretch, all)}`
}

function ordered(sql: Sql, order: Fragment, { limit, offset }: Stretch, parts: readonly Fragment[]): Fragment {
  return sql`
    select parts.* from (${parts.reduce((all, part) => sql`${all} union all ${part}`)}) parts
    order by ${order} limit ${limit} offset ${offset}`
}

/**
 * Everything that is among the first of everybody, or of one organization. Fewer than wanted means that it has to be
 * asked for otherwise.
 */
export function among(
  sql: Sql,
  most: number,
  admits: (organizationId: Fragment) => Fragment,
  organization?: Fragment,
): Scope {
  const ofWhom = (walk: Walk) => (organization ? sql`${organizationOf(sql, walk)} = ${organization}` : sql`true`)
  const seen = (walk: Walk, part: number, stretch: Stretch, first: Fragment) => {
    const { alias } = walk
    // By name, so that the planner knows the order of what comes out.
    const keys = walk.keys.map((key, index) => ({ ...key, by: sql`${sql(alias)}.${sql(keyName(index))}` }))
    const condition = admits(organizationOf(sql, walk))
    const rest = { ...walk, keys, part: sql`true` }
    const { limit, offset } = stretch
    return sql`
      ${walked(sql, rest, part, stretch, sql`(${first}) ${sql(alias)}`, condition)} limit ${limit} offset ${offset}`
  }
  return {
    one: (walk, part, stretch) =>
      seen(
        walk,
        part,
        stretch,
        firstRows(sql, walk, ofWhom(walk), sql`${sql(walk.alias)}.*`, most, stretch.isBackward),
      ),
    // The first of everybody are those of all tables together: what one of them has later, another may have before.
    merged(walks, stretch) {
      const [{ alias, ...walk }] = walks
      const name = sql(alias)
      const shown = (each: Walk) =>
        sql`${tiebreaker(sql, each)}, ${organizationOf(sql, each)} as organization_id, (${each.where}) as is_listed`
      const firsts = walks.map(
        (each) => sql`(${firstRows(sql, each, ofWhom(each), shown(each), most, stretch.isBackward)})`,
      )
      const keys = walk.keys.map((key, index) => ({ ...key, by: sql`${name}.${sql(keyName(index))}` }))
      const first = sql`
        select * from (${firsts.reduce((all, one) => sql`${all} union all ${one}`)}) ${name}
        order by ${orderOf(sql, keys, sql`${name}.id`, stretch.isBackward)} limit ${literal(sql, most)}`
      const listed = { ...walk, alias, where: sql`${name}.is_listed`, organizationColumn: 'organization_id' }
      return seen(listed, 0, stretch, first)
    },
  }
}

/** Not a parameter, so that the planner knows how little is wanted. */
const literal = (sql: Sql, most: number) => sql.unsafe(String(most))

const keyName = (index: number) => `walk_${index}`

/** In the order of an index, with their keys by name. */
function firstRows(
  sql: Sql,
  walk: Walk,
  ofWhom: Fragment,
  columns: Fragment,
  most: number,
  isBackward: boolean,
): Fragment {
  const keys = walk.keys.map(({ by }, index) => sql`, ${by} as ${sql(keyName(index))}`)
  return sql`
    select ${columns}${keys.reduce((all, key) => sql`${all}${key}`, sql``)}
    from ${whole(sql, walk)} where ${ofWhom} and ${walk.part ?? sql`true`}
    order by ${orderOf(sql, walk.keys, tiebreaker(sql, walk), isBackward)} limit ${literal(sql, most)}`
}

/** Those of the rows that are behind the door. Each is of one of the tables. */
export function admitted(sql: Sql, { admits }: Door, [first, ...others]: Walks, rows: Fragment): Fragment {
  const isAdmitted = ({ rows: ofParent, ...walk }: Walk) => {
    const table = ofParent ?? walk
    return sql`(
      select ${admits(organizationOf(sql, table))} from ${whole(sql, table)} where ${tiebreaker(sql, table)} = rows.listed_id)`
  }
  const any = others.reduce((all, walk) => sql`${all}, ${isAdmitted(walk)}`, isAdmitted(first))
  return sql`select rows.* from (${rows}) rows where coalesce(${any}, false)`
}

/** Everything that a walk would come by, with its keys and in no order. */
export function everything(sql: Sql, walk: Walk, condition: Fragment): Fragment {
  return selection(sql, walk, 0, whole(sql, walk), condition, sql``)
}

function walked(sql: Sql, walk: Walk, part: number, stretch: Stretch, from: Fragment, condition: Fragment): Fragment {
  const { rows } = walk
  const order = orderOf(sql, allKeys(sql, walk), tiebreaker(sql, rows ?? walk), stretch.isBackward)
  const inner = rows ? rowsOf(sql, rows, stretch) : sql``
  return sql`${selection(sql, walk, part, from, condition, inner)} order by ${order}`
}

function selection(sql: Sql, walk: Walk, part: number, from: Fragment, condition: Fragment, inner: Fragment): Fragment {
  const { rows, where, joins = sql``, part: which = sql`true` } = walk
  const id = tiebreaker(sql, rows ?? walk)
  const keys = allKeys(sql, walk)
  const columns = keys.map(({ by }, index) => sql`${by} as ${sql(`key_${index}`)}`)
  return sql`
    select ${id} as listed_id, ${sql.unsafe(String(part))} as part${columns.reduce((list, each) => sql`${list}, ${each}`, sql``)}
    from ${from} ${joins} ${inner}
    where ${condition} and ${which} and ${where}`
}

function rowsOf(sql: Sql, { table, alias, keys, where }: Rows, { isBackward, reach }: Stretch): Fragment {
  const name = sql(alias)
  return sql`
    cross join lateral (
      select ${name}.* from ${sql(table)} ${name} where ${where}
      order by ${orderOf(sql, keys, sql`${name}.id`, isBackward)} limit ${reach}) ${name}`
}

function whole(sql: Sql, { table, alias }: Walk | Rows): Fragment {
  return sql`${sql(table)} ${sql(alias)}`
}

export function organizationOf(
  sql: Sql,
  { alias, organizationColumn = 'organization_id' }: Pick<Walk, 'alias' | 'organizationColumn'>,
): Fragment {
  return sql`${sql(alias)}.${sql(organizationColumn)}`
}

function tiebreaker(sql: Sql, { alias }: { readonly alias: string }): Fragment {
  return sql`${sql(alias)}.id`
}

/** The rows of one parent stay together, also when another has the same name. */
function allKeys(sql: Sql, walk: Walk): readonly SortKey[] {
  if (!walk.rows) return walk.keys
  const descending = walk.keys.at(-1)?.descending ?? false
  return [...walk.keys, { by: tiebreaker(sql, walk), descending }, ...walk.rows.keys]
}

/** By the columns that a walk has given its part and its keys. */
export function columnOrder(sql: Sql, walk: Walk, alias: string, isBackward: boolean): Fragment {
  const part = { by: sql`${sql(alias)}.part`, descending: false }
  return sql`${direction(sql, part, isBackward)}, ${keyOrder(sql, walk, alias, isBackward)}`
}

function keyOrder(sql: Sql, walk: Walk, alias: string, isBackward: boolean): Fragment {
  const column = (name: string) => sql`${sql(alias)}.${sql(name)}`
  const keys = allKeys(sql, walk).map((key, index) => ({ ...key, by: column(`key_${index}`) }))
  return orderOf(sql, keys, column('listed_id'), isBackward)
}

/** Backward is the exact mirror, with nulls first where they are last. */
function orderOf(sql: Sql, keys: readonly SortKey[], id: Fragment, isBackward: boolean): Fragment {
  const descending = keys.at(-1)?.descending ?? false
  return [...keys, { by: id, descending }]
    .map((key) => direction(sql, key, isBackward))
    .reduce((joined, term) => sql`${joined}, ${term}`)
}

function direction(sql: Sql, { by, descending, isNullable = false }: SortKey, isBackward: boolean): Fragment {
  const isDown = descending !== isBackward
  if (!isNullable) return isDown ? sql`${by} desc` : by
  return sql`${by} ${isDown ? sql`desc` : sql`asc`} nulls ${isBackward ? sql`first` : sql`last`}`
}
