import { type Listed, offsetOf, type Page } from '../../kernel/page.ts'
import type { Door } from './door.ts'
import { type ListRow, listed } from './list.ts'
import type { Fragment, Sql } from './pool.ts'
import { behind } from './totals.ts'
import {
  among,
  columnOrder,
  everything,
  ofEach,
  organizationOf,
  type Scope,
  type Stretch,
  union,
  type Walk,
  type Walks,
  within,
} from './walk.ts'

/** A filter whose rows an index has in the order of the list, so that organizations need not be asked at all. */
export interface Pin {
  readonly column: Fragment
  readonly values: readonly string[]
}

interface Pinning {
  readonly column: Fragment
  readonly values: readonly string[] | undefined
}

/** Of filters that have such an index each, the one that was given. For two together there is none. */
export function onlyPin(filters: readonly Pinning[]): Pin | undefined {
  const [pin, another] = filters.flatMap(({ column, values }) => (values ? [{ column, values }] : []))
  return another ? undefined : pin
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
  readonly page: Page
  /** `select ... as item from ... where id = chosen.listed_id` */
  readonly item: Fragment
}

/** How many of the first of everybody are looked at before each organization is asked. */
const GLANCE = 1000
/** From here on, the other end may be nearer. */
const FAR = 1000

/**
 * A page and the exact number of all, in one statement. The ids come first, out of an index; then each is put together
 * with what belongs to it, one by one, so that no guess of the planner's makes it read a whole table.
 */
export async function findPage<Item>(
  sql: Sql,
  listing: Listing,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const { door, pin, page, isSorted = false, total } = listing
  if (total === undefined) return askOnce(sql, listing, toItem)
  const isGlance = !isSorted && pin === undefined && door.only === null && door.isWide
  const counted = { ...listing, total }
  const found = await ask(sql, counted, isGlance ? glance(sql, door, page) : exact(sql, listing), isGlance, toItem)
  const isWhole = found.items.length === Math.max(0, Math.min(page.limit, found.totalCount - offsetOf(page)))
  // What the caller sees is rare among what everybody has.
  return isWhole || !isGlance ? found : ask(sql, counted, exact(sql, listing), false, toItem)
}

async function ask<Item>(
  sql: Sql,
  { total, walks, isMerged = false, page, item }: Listing & { readonly total: Fragment },
  scope: Scope,
  isGlance: boolean,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const rows = await sql<ListRow[]>`
    select total.total_count, found.item
    from (${total}) total
    left join lateral (${idsOf(sql, walks, isMerged, scope, isGlance, page)}) chosen on true
    left join lateral (${item} limit 1) found on true
    order by ${columnOrder(sql, walks[0], 'chosen', false)}`
  return listed(rows, toItem)
}

/** Finding all of them is the work, so it is done once for the number and the page. */
async function askOnce<Item>(
  sql: Sql,
  { door, walks: [walk], page, item }: Listing,
  toItem: (item: object) => Item,
): Promise<Listed<Item>> {
  const matched = everything(sql, walk, behind(sql, door, organizationOf(sql, walk)))
  const order = (alias: string) => columnOrder(sql, walk, alias, false)
  const rows = await sql<ListRow[]>`
    with matched as materialized (${matched})
    select total.total_count, found.item
    from (select count(*)::int as total_count from matched) total
    left join lateral (
      select matched.* from matched order by ${order('matched')} limit ${page.limit} offset ${offsetOf(page)}
    ) chosen on true
    left join lateral (${item} limit 1) found on true
    order by ${order('chosen')}`
  return listed(rows, toItem)
}

function exact(sql: Sql, { door, pin, isSorted = false }: Listing): Scope {
  if (isSorted) return within(sql, (walk) => behind(sql, door, organizationOf(sql, walk)))
  const admitted = (walk: Walk) => door.admits(organizationOf(sql, walk))
  if (pin !== undefined) {
    const [value] = pin.values
    if (pin.values.length === 1)
      return within(sql, (walk) => sql`${pin.column} = ${value ?? null} and ${admitted(walk)}`)
    const each = sql`select distinct unnest(${pin.values as string[]}::uuid[]) as value`
    return ofEach(sql, each, (walk) => sql`${pin.column} = each.value and ${admitted(walk)}`)
  }
  const { only } = door
  if (only !== null) return within(sql, (walk) => sql`${organizationOf(sql, walk)} = ${only} and ${admitted(walk)}`)
  const each = sql`select behind.organization_id as value from (${door.organizations}) behind`
  return ofEach(sql, each, (walk) => sql`${organizationOf(sql, walk)} = each.value`)
}

/** One of a few numbers, because each makes another statement. */
function glance(sql: Sql, door: Door, page: Page): Scope {
  let most = GLANCE
  while (most < 2 * (offsetOf(page) + page.limit)) most *= 10
  return among(sql, most, door)
}

/** A page past the end reads nothing. One far into the list is reached from the end that is nearer. */
function idsOf(sql: Sql, walks: Walks, isMerged: boolean, scope: Scope, isGlance: boolean, page: Page): Fragment {
  // A glance sees the part at its end only: it cannot say that there is nothing more of it before the next one begins.
  const ends = [[walks[0]], [walks.at(-1) ?? walks[0]]] as const
  const [first, last] = isGlance && !isMerged ? ends : ([walks, walks] as const)
  const parts = (each: Walks, stretch: Stretch) => partsOf(sql, each, isMerged, scope, stretch)
  const [limit, offset] = [sql`${page.limit}::bigint`, sql`${offsetOf(page)}::bigint`]
  const isThere = sql`${offset} < total.total_count`
  if (offsetOf(page) < FAR) {
    const wanted = sql`case when ${isThere} then ${limit} else 0 end`
    return parts(first, { isBackward: false, limit: wanted, offset, reach: sql`${offset} + ${limit}` })
  }
  const isNear = sql`2 * ${offset} + ${limit} <= total.total_count`
  const left = sql`greatest(total.total_count - ${offset}, 0)`
  const forward: Stretch = {
    isBackward: false,
    limit: sql`case when ${isNear} then ${limit} else 0 end`,
    offset,
    reach: sql`${offset} + ${limit}`,
  }
  const backward: Stretch = {
    isBackward: true,
    limit: sql`case when ${isNear} then 0 else least(${limit}, ${left}) end`,
    offset: sql`greatest(total.total_count - ${offset} - ${limit}, 0)`,
    reach: left,
  }
  return sql`
    (${parts(first, forward)}) union all (${parts(last, backward)})`
}

function partsOf(sql: Sql, walks: Walks, isMerged: boolean, scope: Scope, stretch: Stretch): Fragment {
  if (isMerged) return scope.merged(walks, stretch)
  if (walks.length === 1) return scope.one(walks[0], 0, stretch)
  return union(sql, walks, stretch, (walk, first, part) => scope.one(walk, part, first))
}
