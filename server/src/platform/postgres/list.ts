import type { Listed, Page } from '../../kernel/page.ts'
import { offsetOf } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import type { Fragment, Sql } from './pool.ts'

/**
 * Terms one after the other; the last is unique, so that pages never overlap when values tie. Nulls come last in both
 * directions. Which criteria can be null has to be said: `desc nulls last` keeps an index from giving the order, also
 * on a column that has no nulls, and the whole table would be sorted for its first page.
 */
export function orderBy<Criterion extends string>(
  sql: Sql,
  sorting: readonly SortTerm<Criterion>[],
  columns: Readonly<Record<Criterion, Fragment>>,
  tiebreaker: Fragment,
  nullable: readonly Criterion[] = [],
): Fragment {
  const last = sorting.at(-1)
  const terms = sorting.map(({ by, descending }) => direction(sql, columns[by], descending, nullable.includes(by)))
  return join(sql, [...terms, direction(sql, tiebreaker, last?.descending ?? false, false)], sql`, `)
}

/** All conditions that apply; undefined ones are filters that were not asked for. */
export function where(sql: Sql, conditions: readonly (Fragment | undefined)[]): Fragment {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length === 0 ? sql`true` : join(sql, present, sql` and `)
}

/** One value as itself: with a list of values, an index on this and another column does not give the other's order. */
export function isOneOf(sql: Sql, column: Fragment, values: readonly string[]): Fragment {
  return values.length === 1 ? sql`${column} = ${values[0] ?? null}` : sql`${column} = any(${values as string[]})`
}

/**
 * Whether one of the texts, which are in lower case already, has the query in it. `like`, because an index of three-letter
 * parts can answer it; % and _ are ordinary characters of an e-mail address.
 */
export function contains(sql: Sql, texts: readonly Fragment[], query: string): Fragment {
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const found = texts.map((text) => sql`${text} like lower(${pattern}::text)`)
  return sql`(${found.reduce((any, one) => sql`${any} or ${one}`)})`
}

export function pageClause(sql: Sql, page: Page): Fragment {
  return sql`limit ${page.limit} offset ${offsetOf(page)}`
}

/**
 * For statements of the form `select (count) as total_count, page.* from (select 1) one left join (page) on true`:
 * the count comes along in the same statement also when the page itself is empty.
 */
export function listed<Row extends { totalCount: number; item: object | null }, Item>(
  rows: readonly Row[],
  toItem: (item: object) => Item,
): Listed<Item> {
  const items = rows.flatMap((row) => (row.item === null ? [] : [toItem(row.item)]))
  return { items, totalCount: rows[0]?.totalCount ?? 0 }
}

function direction(sql: Sql, column: Fragment, descending: boolean, isNullable: boolean): Fragment {
  if (!descending) return column
  return isNullable ? sql`${column} desc nulls last` : sql`${column} desc`
}

function join(sql: Sql, parts: readonly Fragment[], between: Fragment): Fragment {
  return parts.reduce((joined, part) => sql`${joined}${between}${part}`)
}
