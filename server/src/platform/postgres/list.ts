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
 * Whether one of the texts, which are in lower case already, has the query in it. An index of three-letter parts is asked
 * for its words, one after the other: of all of them at once it would go through those that everybody has, such as
 * `example.com`.
 */
export function contains(sql: Sql, texts: readonly Fragment[], query: string): Fragment {
  const patterns = indexedWords(query).map(patternOf)
  const found = texts.map((text) => {
    const words = patterns.map((pattern) => sql`${text} like lower(${pattern}::text)`)
    return join(sql, [...words, sql`position(lower(${query}::text) in ${text}) > 0`], sql` and `)
  })
  return sql`(${join(sql, found, sql` or `)})`
}

/** % and _ are ordinary characters of an e-mail address. */
function patternOf(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

const BETWEEN_WORDS = /([^\p{L}\p{N}]+)/u
/** Three letters or digits; an end of a word counts for one, and its beginning for two. */
const THREE_LETTERS = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u
/** What these become in lower case can depend on what is around them, also in the next word. */
const DEPENDING = /[Σ\p{M}]/u
/** More would rarely leave less. */
const MOST_WORDS = 4

/**
 * Each with what ends it, and a short one also with what is before it: many words begin alike. None when the index would
 * have to go through everything.
 */
function indexedWords(query: string): string[] {
  // Words and what is between them, in turn.
  const parts = query.split(BETWEEN_WORDS)
  const words = parts.flatMap((word, at) => {
    if (at % 2 === 1) return []
    const [before = '', after = ''] = [parts[at - 1], parts[at + 1]]
    return [THREE_LETTERS.test(word + after) ? word + after : before + word + after]
  })
  return words.filter((word) => THREE_LETTERS.test(word) && !DEPENDING.test(word)).slice(0, MOST_WORDS)
}

export function pageClause(sql: Sql, page: Page): Fragment {
  return sql`limit ${page.limit} offset ${offsetOf(page)}`
}

/**
 * A page of what is few, and the number of all, which are counted, in one statement. `all` is `from ... where ...`, and
 * `page` selects from the same.
 */
export async function listFew<Item>(
  sql: Sql,
  all: Fragment,
  page: Fragment,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const rows = await sql<ListRow[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count ${all}) total
    left join lateral (${page}) page on true`
  return listed(rows, toItem)
}

/** Without an item when the page is empty: the number of all comes along also then. */
export interface ListRow {
  readonly totalCount: number
  readonly item: object | null
}

export function listed<Item>(rows: readonly ListRow[], toItem: (item: object) => Item): Listed<Item> {
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
