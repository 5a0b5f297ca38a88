import type { Door } from './door.ts'
import type { Fragment, Sql } from './pool.ts'
import { behind } from './totals.ts'

/**
 * The one total that is kept of what was asked for. Those of several values of a filter are not cut into spans at the same
 * times.
 */
export interface Kept {
  readonly list: string
  readonly facet: string
  /** When the list is in the order of time, which is the order of the spans. */
  readonly time?: { readonly by: Fragment; readonly descending: boolean } | undefined
}

/** A condition, for a statement that has `total`: by their number, the caller sees the rows of all organizations. */
export function seesAll(sql: Sql, kept: Kept): Fragment {
  const number = sql`select coalesce(sum(t.total), 0)::bigint from ${spansOf(sql, kept)}`
  const fresh = sql`select coalesce(sum(d.delta), 0)::bigint from ${deltasOf(sql, kept)}`
  return sql`total.total_count = (${number}) + (${fresh})`
}

/**
 * Where to begin, as a row of `bound` and `skip`: so many rows after the bound comes the row at the offset. For a statement
 * that has `total` too: there, what was not added to the spans yet is the same for both.
 */
export function startOf(sql: Sql, kept: Kept, door: Door | null, isDescending: boolean, offset: number): Fragment {
  const wanted = sql`${offset}::bigint`
  const deltas = deltasOf(sql, kept, door)
  const direction = isDescending ? sql`desc` : sql`asc`
  const isBefore = isDescending ? sql`d.listed_at >= found.bound` : sql`d.listed_at < found.bound`
  // As if every row that is not in a span yet came before. When it does not, more is left to pass over.
  return sql`
    select found.bound,
      ${wanted} - found.passed - (select coalesce(sum(d.delta), 0)::bigint from ${deltas} and ${isBefore}) as skip
    from (select coalesce(sum(d.delta) filter (where d.delta > 0), 0)::bigint as many from ${deltas}) fresh
    cross join lateral (
      select ${isDescending ? sql`coalesce(placed.before, 'infinity')` : sql`placed.starts_at`} as bound,
        placed.reached - placed.total as passed
      from (
        select t.starts_at, t.total, lag(t.starts_at) over in_order as before, sum(t.total::int) over in_order as reached
        from ${spansOf(sql, kept, door)} window in_order as (order by t.starts_at ${direction} rows unbounded preceding)
      ) placed
      where placed.reached + fresh.many > ${wanted}
      order by placed.starts_at ${direction}
      limit case when ${wanted} < total.total_count and ${door ? sql`true` : seesAll(sql, kept)} then 1 else 0 end
    ) found`
}

/** Of all organizations when there is no door. */
function spansOf(sql: Sql, { list, facet }: Kept, door: Door | null = null): Fragment {
  const isWanted = sql`t.list = ${list} and t.facet = ${facet}`
  return door
    ? sql`list_totals t where ${isWanted} and ${behind(sql, door, sql`t.organization_id`)}`
    : sql`overall_totals t where ${isWanted}`
}

function deltasOf(sql: Sql, { list, facet }: Kept, door: Door | null = null): Fragment {
  const isSeen = door ? behind(sql, door, sql`d.organization_id`) : sql`true`
  return sql`list_deltas d where d.list = ${list} and d.facets @> array[${facet}::text] and ${isSeen}`
}
