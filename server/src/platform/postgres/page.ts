import { type Listed, offsetOf, type Page } from '../../kernel/page.ts'
import { begin } from './begin.ts'
import type { Door } from './door.ts'
import { type ListRow, listed } from './list.ts'
import type { Fragment, Sql } from './pool.ts'
import { type Kept, seesAll, startOf } from './spans.ts'
import { behind, namesId } from './totals.ts'
import {
  admitted,
  among,
  columnOrder,
  everything,
  inTurn,
  ofEach,
  organizationOf,
  type Scope,
  type Stretch,
  type Walk,
  type Walks,
  within,
} from './walk.ts'

/** A filter whose rows an index has in the order of time, so that organizations need not be asked at all. */
export interface Pin {
  readonly column: Fragment
  readonly values: readonly string[]
  /** Where the values are ids: what these name belongs to the same organization as its rows. */
  readonly table?: string
}

interface Pinning extends Omit<Pin, 'values'> {
  readonly values: readonly string[] | undefined
}

/** Of filters that have such an index each, the one that was given. For two together there is none. */
export function onlyPin(filters: readonly Pinning[]): Pin | undefined {
  const [pin, another] = filters.flatMap(({ values, ...filter }) => (values ? [{ ...filter, values }] : []))
  return another ? undefined : pin
}

/** An order that the pin's own index does not have. */
export interface Sought {
  readonly walks: Walks
  /** An index has the rows of each parent together with the pin. Without it, the rows may be among the first. */
  readonly isPinned: boolean
}

export interface Listing {
  readonly door: Door
  /** `select ... as total_count`; without it, what is put in order is counted. */
  readonly total?: Fragment | undefined
  /** Several come one after the other: rows that have what the list is ordered by, then rows that have not. */
  readonly walks: Walks
  /** The walks are one list, told by two tables, and not one after the other. */
  readonly isMerged?: boolean
  readonly pin?: Pin | undefined
  /** No index gives the order: all that was asked for is put in order. For what is few, or asked for seldom. */
  readonly isSorted?: boolean
  /** Which index is the right one depends on what is looked for, so the plan is made for that. */
  readonly isSearch?: boolean | undefined
  /** The same order by another index, where everything would be put in order else. */
  readonly sought?: Sought | undefined
  /** When the total is kept: which one it is. */
  readonly kept?: Kept | undefined
  readonly page: Page
  /** `select ... as item from ... where id = chosen.listed_id` */
  readonly item: Fragment
}

/** How many of the first are looked at, of everybody or of one organization, before what was asked for is looked up. */
const GLANCE = 1000
/** Of so many rows, one has to be wanted for a glance to find a page of them. */
const RARE = 10
/** So many rows are put in order in the time of a glance. */
const SHORT = 500
/** From here on, the other end may be nearer. */
const FAR = 1000
/** From here on, a glance that looks at each row is no longer enough. */
const DEEP = GLANCE / 5

/** How the ids of a page are found. A glance may find fewer than there are. */
interface Way {
  readonly walks: Walks
  readonly scope: Scope
  readonly isGlance: boolean
  /** A condition: else another way is quicker, or this one would be wrong. */
  readonly isWorthIt?: Fragment
  /** Where the walks begin, when not at the first row: a row of `bound` and `skip`. */
  readonly start?: Fragment
  /** By their number, the caller sees all rows. So those that are passed over need no look, and only the page gets one. */
  readonly isOfAll?: boolean
}

/**
 * A page and the exact number of all, in one statement. The ids come first, out of an index; then each is put together
 * with what belongs to it, one by one, so that no guess of the planner's makes it read a whole table.
 */
export async function findPage<Item>(
  sql: Sql,
  listing: Listing,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const { walks, page, total } = listing
  if (total === undefined) return askOnce(sql, listing, toItem)
  const counted = { ...listing, total }
  const isWhole = ({ items, totalCount }: Listed<Item>) =>
    items.length === Math.max(0, Math.min(page.limit, totalCount - offsetOf(page)))
  const seek = seekOf(sql, listing)
  if (seek !== undefined) {
    const found = await ask(sql, counted, seek, toItem)
    if (isWhole(found)) return found
  }
  const glance = glanceOf(sql, listing)
  if (glance !== undefined) {
    const found = await ask(sql, counted, glance, toItem)
    if (isWhole(found)) return found
  }
  return ask(sql, counted, { walks, scope: exact(sql, listing), isGlance: false }, toItem)
}

async function ask<Item>(
  sql: Sql,
  listing: Listing & { readonly total: Fragment },
  way: Way,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const { door, total, isMerged = false, page, item } = listing
  const { walks, start, isOfAll = false } = way
  const found = start ? idsFrom(sql, way, isMerged, page) : idsOf(sql, way, isMerged, page)
  const ids = isOfAll ? admitted(sql, door, isMerged ? walks : [walks[0]], found) : found
  const rows = await sql<ListRow[]>`
    select total.total_count, found.item
    from (${total}) total
    ${start ? sql`left join lateral (${start}) start on true` : sql``}
    left join lateral (${ids}) chosen on true
    left join lateral (${item} limit 1) found on true
    order by ${columnOrder(sql, walks[0], 'chosen', false)}`
  return listed(rows, toItem)
}

/** Finding all of them is the work, so it is done once for the number and the page. */
async function askOnce<Item>(
  sql: Sql,
  { door, walks: [walk], isSearch = false, page, item }: Listing,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const matched = everything(sql, walk, behind(sql, door, organizationOf(sql, walk)))
  const order = (alias: string) => columnOrder(sql, walk, alias, false)
  const find = (connection: Sql) => connection<ListRow[]>`
    with matched as materialized (${matched})
    select total.total_count, found.item
    from (select count(*)::int as total_count from matched) total
    left join lateral (
      select matched.* from matched order by ${order('matched')} limit ${page.limit} offset ${offsetOf(page)}
    ) chosen on true
    left join lateral (${item} limit 1) found on true
    order by ${order('chosen')}`
  return listed(await (isSearch ? plannedForValues(sql, find) : find(sql)), toItem)
}

/** Both statements are sent at once. */
async function plannedForValues<Result>(sql: Sql, ask: (connection: Sql) => Promise<Result>): Promise<Result> {
  const own = (connection: Sql) => connection`set local plan_cache_mode = force_custom_plan`
  const [, result] = await begin(sql, (connection) => Promise.all([own(connection), ask(connection)]), 'read only')
  return result
}

function exact(sql: Sql, { door, pin, isSorted = false }: Listing): Scope {
  if (isSorted) return within(sql, (walk) => behind(sql, door, organizationOf(sql, walk)))
  const admitted = (walk: Walk) => door.admits(organizationOf(sql, walk))
  if (pin !== undefined) {
    const [value] = pin.values
    if (pin.values.length === 1 && pin.table !== undefined) return ofPin(sql, door, pin)
    if (pin.values.length === 1)
      return within(sql, (walk) => sql`${pin.column} = ${value ?? null} and ${admitted(walk)}`)
    const each = sql`select distinct unnest(${pin.values as string[]}::uuid[]) as value`
    return ofEach(sql, each, (walk) => sql`${pin.column} = each.value and ${admitted(walk)}`)
  }
  if (door.only !== null) return within(sql, (walk) => behind(sql, door, organizationOf(sql, walk)))
  const each = sql`select behind.organization_id as value from (${door.organizations}) behind`
  return ofEach(sql, each, (walk) => sql`${organizationOf(sql, walk)} = each.value`)
}

/** The door is asked once, about the organization, so that an index is enough to pass over rows. */
function ofPin(sql: Sql, door: Door, pin: Pin): Scope {
  const [value] = pin.values
  const home = homeOf(sql, pin)
  const isAdmitted = door.admits(home)
  // A walk by what the rows belong to goes through what the organization has of that.
  return within(sql, (walk) =>
    walk.rows
      ? sql`${organizationOf(sql, walk)} = ${home} and ${isAdmitted}`
      : sql`${pin.column} = ${value ?? null} and ${isAdmitted}`,
  )
}

/** The organization that the rows of the pin belong to. */
function homeOf(sql: Sql, { table = '', values: [value] }: Pin): Fragment {
  return sql`(select home.organization_id from ${sql(table)} home where home.id = ${value ?? null})`
}

/**
 * A page that is not among the first. In the order of time it is looked for from the span on that it is in. Whoever sees
 * the rows of all organizations passes over them without a look at each.
 */
function seekOf(sql: Sql, listing: Listing): Way | undefined {
  const { door, walks, isMerged = false, kept, pin, isSorted = false, page } = listing
  const offset = offsetOf(page)
  if (kept === undefined || isSorted || offset < DEEP) return undefined
  const isOfAll = pin === undefined && door.only === null && !namesId([kept.facet])
  const way = { scope: isOfAll ? within(sql, () => sql`true`) : exact(sql, listing), isGlance: false, isOfAll }
  if (!kept.time) return isOfAll ? { ...way, walks, isWorthIt: seesAll(sql, kept) } : undefined
  const { by, descending } = kept.time
  const isAfter = descending ? sql`${by} < start.bound` : sql`${by} >= start.bound`
  const after = ({ part = sql`true`, ...walk }: Walk): Walk => ({ ...walk, part: sql`${part} and ${isAfter}` })
  const [first, ...rest] = walks
  return {
    ...way,
    // Those without a time come last, so all of them are after it.
    walks: [after(first), ...(isMerged ? rest.map(after) : rest)],
    start: startOf(sql, kept, isOfAll ? null : door, descending, offset),
  }
}

/** What is common is among the first, of the organization of the pin or of everybody. */
function glanceOf(sql: Sql, listing: Listing): Way | undefined {
  const { door, walks, pin, sought, isSorted = false, page } = listing
  const end = offsetOf(page) + page.limit
  if (pin !== undefined && sought !== undefined) return soughtWay(sql, door, pin, sought, end)
  if (isSorted || pin !== undefined || door.only !== null || !door.isWide) return undefined
  // One of a few numbers, because each makes another statement.
  let most = GLANCE
  while (most < 2 * end) most *= 10
  // Of more, all that the caller may see is looked up first.
  const admits = most > GLANCE ? door.admitsMany : door.admits
  return { walks, scope: among(sql, most, admits), isGlance: true }
}

function soughtWay(sql: Sql, door: Door, pin: Pin, { walks, isPinned }: Sought, end: number): Way | undefined {
  const isLong = sql`total.total_count >= ${SHORT}::bigint`
  if (!isPinned) {
    if (end * RARE > GLANCE) return undefined
    return { walks, scope: among(sql, GLANCE, door.admits, homeOf(sql, pin)), isGlance: true, isWorthIt: isLong }
  }
  if (end > FAR) return undefined
  const [{ table, organizationColumn = 'organization_id' }] = walks
  const most = sql.unsafe(String(GLANCE + 1))
  const areFew = sql`(
    select count(*) from (
      select from ${sql(table)} each where each.${sql(organizationColumn)} = ${homeOf(sql, pin)} limit ${most}
    ) each) <= ${GLANCE}::bigint`
  return { walks, scope: ofPin(sql, door, pin), isGlance: false, isWorthIt: sql`${isLong} and ${areFew}` }
}

function idsFrom(sql: Sql, { walks, scope }: Way, isMerged: boolean, page: Page): Fragment {
  const limit = sql`case when start.skip is null then 0 else ${page.limit}::bigint end`
  const reach = sql`start.skip + ${page.limit}::bigint`
  return partsOf(sql, walks, isMerged, scope, { isBackward: false, limit, offset: sql`start.skip`, reach })
}

/** A page past the end reads nothing. One far into the list is reached from the end that is nearer. */
function idsOf(
  sql: Sql,
  { walks, scope, isGlance, isWorthIt = sql`true` }: Way,
  isMerged: boolean,
  page: Page,
): Fragment {
  // A glance sees the part at its end only: it cannot say that there is nothing more of it before the next one begins.
  const ends = [[walks[0]], [walks.at(-1) ?? walks[0]]] as const
  const [first, last] = isGlance && !isMerged ? ends : ([walks, walks] as const)
  const parts = (each: Walks, stretch: Stretch) => partsOf(sql, each, isMerged, scope, stretch)
  const [limit, offset] = [sql`${page.limit}::bigint`, sql`${offsetOf(page)}::bigint`]
  const isThere = sql`${offset} < total.total_count and ${isWorthIt}`
  if (offsetOf(page) < FAR) {
    const wanted = sql`case when ${isThere} then ${limit} else 0 end`
    return parts(first, { isBackward: false, limit: wanted, offset, reach: sql`${offset} + ${limit}` })
  }
  const isNear = sql`(2 * ${offset} + ${limit} <= total.total_count)`
  const left = sql`greatest(total.total_count - ${offset}, 0)`
  const forward: Stretch = {
    isBackward: false,
    limit: sql`case when ${isWorthIt} and ${isNear} then ${limit} else 0 end`,
    offset,
    reach: sql`${offset} + ${limit}`,
  }
  const backward: Stretch = {
    isBackward: true,
    limit: sql`case when ${isWorthIt} and not ${isNear} then least(${limit}, ${left}) else 0 end`,
    offset: sql`greatest(total.total_count - ${offset} - ${limit}, 0)`,
    reach: left,
  }
  return sql`
    (${parts(first, forward)}) union all (${parts(last, backward)})`
}

function partsOf(sql: Sql, walks: Walks, isMerged: boolean, scope: Scope, stretch: Stretch): Fragment {
  if (isMerged) return scope.merged(walks, stretch)
  if (walks.length === 1) return scope.one(walks[0], 0, stretch)
  return inTurn(sql, walks, stretch, (walk, first, part) => scope.one(walk, part, first))
}
