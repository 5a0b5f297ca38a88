import type { Door } from './door.ts'
import type { Fragment, Sql } from './pool.ts'

type Filters = Readonly<Record<string, readonly (string | boolean)[] | boolean | undefined>>

/**
 * The facets whose totals are kept and that together are what was asked for, such as `status=granted`; undefined when
 * no kept total says it. `kept` has names of filters, or of two joined by `&`.
 */
export function facetsOf(filters: Filters, kept: readonly string[]): readonly string[] | undefined {
  const given = Object.entries(filters).filter(([, values]) => values !== undefined)
  if (given.length === 0) return ['']
  if (!kept.includes(given.map(([name]) => name).join('&'))) return undefined
  return given
    .map(([name, values]) => [values].flat().map((value) => `${name}=${String(value).toLowerCase()}`))
    .reduce((before, these) => before.flatMap((facet) => these.map((more) => `${facet}&${more}`)))
}

/** Totals and what was not folded into them yet: the same sum whenever the folding happens. */
export function keptTotal(sql: Sql, list: string, door: Door, facets: readonly string[]): Fragment {
  // Without the offset, the sum would be put wherever it is used, and be made several times.
  return sql`select (${keptNumber(sql, list, door, facets)})::int as total_count offset 0`
}

export function keptNumber(sql: Sql, list: string, door: Door, facets: readonly string[]): Fragment {
  const wanted = sql`${facets as string[]}::text[]`
  return sql`
    coalesce((${foldedTotal(sql, list, door, facets)}), 0)
    + coalesce((
      select sum(d.delta) from list_deltas d
      where d.list = ${list} and d.facets && ${wanted} and ${behind(sql, door, sql`d.organization_id`)}), 0)`
}

function foldedTotal(sql: Sql, list: string, door: Door, facets: readonly string[]): Fragment {
  const wanted = sql`t.list = ${list} and t.facet = any(${facets as string[]}::text[])`
  if (door.userId !== null && door.asked === null && !namesId(facets))
    return sql`select sum(t.total) from member_totals t where t.user_id = ${door.userId} and ${wanted}`
  return sql`select sum(t.total) from list_totals t where ${wanted} and ${behind(sql, door, sql`t.organization_id`)}`
}

/** Such a facet belongs to one organization, and only that keeps a total of it. */
export function namesId(facets: readonly string[]): boolean {
  return facets.some((facet) => facet.includes('_id='))
}

/** Row by row: for filters that have few rows each, or that nothing is kept for. */
export function countedTotal(
  sql: Sql,
  from: Fragment,
  door: Door,
  organizationId: Fragment,
  where: Fragment,
): Fragment {
  return sql`select count(*)::int as total_count from ${from} where ${behind(sql, door, organizationId)} and ${where}`
}

/** A condition on the column that names the organization. */
export function behind(sql: Sql, door: Door, organizationId: Fragment): Fragment {
  // Asked of the one value and not of each row, which would also make the planner expect fewer of them.
  if (door.only !== null) return sql`${organizationId} = ${door.only} and ${door.admits(sql`${door.only}::uuid`)}`
  if (door.asked !== null)
    return sql`${organizationId} = any(${door.asked as string[]}::uuid[]) and ${door.admits(organizationId)}`
  return door.isWide ? door.admits(organizationId) : sql`${organizationId} in (${door.organizations})`
}
