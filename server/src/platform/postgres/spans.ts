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
  const number = sql`select coalesce(sum(t.total::int), 0) from ${spansOf(sql, kept)}`
  const fresh = sql`select coalesce(sum(d.delta), 0)::bigint from ${deltasOf(sql, kept)}`
  return sql`total.total_count = (${number}) + (${fresh})`
}

/**
 * Where to begin, as a row of `bound` and `skip`: so many rows after the bound comes the row at the offset. For a statement
 * that has `total` too: there, what was not added to the spans yet is the same for both. Spans are added up from the end
 * that is nearer.
 */
export function startOf(sql: Sql, kept: Kept, door: Door | null, isDescending: boolean, offset: number): Fragment {
  const wanted = sql`${offset}::bigint`
  const [spans, deltas] = [spansOf(sql, kept, door), deltasOf(sql, kept, door)]
  const change = (which: Fragment) => sql`select coalesce(sum(d.delta), 0)::bigint from ${deltas} and ${which}`
  const [forward, backward] = isDescending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const [isBefore, isAfter] = isDescending ? [sql`>=`, sql`<`] : [sql`<`, sql`>=`]
  // A span ends where the newer one starts, which is the one before or the next.
  const placed = (direction: Fragment, newer: Fragment) => sql`(
    select t.starts_at, t.total, sum(t.total::int) over in_order as reached,
      ${isDescending ? sql`coalesce(${newer}(t.starts_at) over in_order, 'infinity')` : sql`t.starts_at`} as bound
    from ${spans} window in_order as (order by t.starts_at ${direction} rows unbounded preceding)) placed`
  // Of what is not in a span yet: from the front as if all new rows came before, from the back as if all that are gone
  // had come after. So there is never less than nothing to pass over.
  const fromFront = sql`
    select placed.bound,
      ${wanted} - (placed.reached - placed.total) - (${change(sql`d.listed_at ${isBefore} placed.bound`)}) as skip
    from ${placed(forward, sql`lag`)}
    where placed.reached + fresh.more > ${wanted}
    order by placed.starts_at ${forward} limit case when not place.is_behind then 1 else 0 end`
  const fromBack = sql`
    select placed.bound,
      ${wanted} - total.total_count + placed.reached + (${change(sql`d.listed_at ${isAfter} placed.bound`)}) as skip
    from ${placed(backward, sql`lead`)}
    where placed.reached + fresh.fewer >= total.total_count - ${wanted}
    order by placed.starts_at ${backward} limit case when place.is_behind then 1 else 0 end`
  return sql`
    select found.bound, found.skip
    from (
      select coalesce(sum(d.delta) filter (where d.delta > 0), 0)::bigint as more,
        coalesce(sum(d.delta) filter (where d.delta < 0), 0)::bigint as fewer
      from ${deltas}) fresh
    cross join lateral (
      select case when ${wanted} < total.total_count and ${door ? sql`true` : seesAll(sql, kept)}
        then 2 * ${wanted} > total.total_count and ${wanted} >= fresh.more end as is_behind
      offset 0) place
    cross join lateral ((${fromFront}) union all (${fromBack})) found`
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
