import type { Actor } from '../../kernel/actor.ts'
import { isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { fromRow } from '../../platform/postgres/rows.ts'
import { admitsToken, visibleTo } from '../access/index.ts'
import type { EventFilter, EventStretch, NumberedEvent } from './model.ts'

export interface EventRange {
  readonly after: number
  readonly before?: number | undefined
  readonly isBackward?: boolean
  readonly limit: number
}

/** Organizations that the caller sees: the one that is named, or else the first two. */
export async function findOrganizationIds(db: Db, actor: Actor, named: string | undefined): Promise<string[]> {
  const { sql } = db
  const isNamed = named === undefined ? sql`true` : sql`o.id = ${named}`
  const rows = await sql<{ id: string }[]>`
    select o.id from organizations o where ${isNamed} and ${visibleTo(sql, actor, sql`o.id`)} limit 2`
  return rows.map(({ id }) => id)
}

export async function findEvent(db: Db, actor: Actor, eventId: string): Promise<NumberedEvent | undefined> {
  const { sql } = db
  const [found] = await sql<NumberedEvent[]>`
    select ${columns(sql)} from events e
    where e.event_id = ${eventId} and e.sequence is not null and ${visibleTo(sql, actor, sql`e.organization_id`)}`
  return found
}

const columns = (sql: Sql) => sql`
  e.event_id, e.organization_id, e.sequence, e.type, e.object_type, e.object_id, e.object_version, e.data,
  e.previous_attributes, e.request_id, e.created_at`

/**
 * A part of an organization's log, with where the log begins and ends. All in one statement: with an end that was read
 * earlier or later, a reader who goes on from there would miss something or see it twice.
 */
export async function findEvents({ sql }: Db, filter: EventFilter, range: EventRange): Promise<EventStretch> {
  const { organizationId } = filter
  const [found] = await sql<{ lastSequence: number; forgottenSequence: number; events: object[] }[]>`
    select
      coalesce((select s.last_sequence from event_sequences s where s.organization_id = ${organizationId}), 0)
        as last_sequence,
      ${horizonOf(sql, organizationId)} as forgotten_sequence,
      array_to_json(array(
        select to_json(one) from (
          select ${columns(sql)} from (${chosen(sql, filter, range)}) e
          order by ${inOrder(sql, range)} limit ${range.limit + 1}) one)) as events`
  if (!found) throw new Error('a statement without a table has always one row')
  const events = found.events.map((event) => fromRow<NumberedEvent>(event))
  const { lastSequence, forgottenSequence } = found
  return { events: events.slice(0, range.limit), hasMore: events.length > range.limit, lastSequence, forgottenSequence }
}

const horizonOf = (sql: Sql, organizationId: string) =>
  sql`coalesce((select h.forgotten_sequence from event_horizons h where h.organization_id = ${organizationId}), 0)`

const inOrder = (sql: Sql, { isBackward = false }: EventRange) => (isBackward ? sql`e.sequence desc` : sql`e.sequence`)

/** Each way has its index, and none reads events that are not wanted. */
function chosen(sql: Sql, filter: EventFilter, range: EventRange): Fragment {
  const { organizationId, types, objectId } = filter
  const until = range.before === undefined ? sql`true` : sql`e.sequence < ${range.before}`
  // An index still has what was forgotten lately, at its beginning.
  const start = sql`greatest(${range.after}::bigint, ${horizonOf(sql, organizationId)})`
  const own = sql`e.organization_id = ${organizationId} and e.sequence > ${start} and ${until}`
  const first = sql`order by ${inOrder(sql, range)} limit ${range.limit + 1}`
  if (objectId !== undefined) return ofObject(sql, filter, objectId, own)
  if (types === undefined) return sql`select e.* from events e where ${own} ${first}`
  // One after the other: the index has the events of each type in order, and not those of several.
  return sql`
    select e.* from (select distinct unnest(${types as string[]}::text[]) as type) asked
    cross join lateral (select e.* from events e where ${own} and e.type = asked.type ${first}) e`
}

/** One object has few events. Read by themselves, or else the planner may walk through everything for their order. */
function ofObject(sql: Sql, { types }: EventFilter, objectId: string, own: Fragment): Fragment {
  return sql`
    with of_object as materialized (select o.* from events o where o.object_id = ${objectId})
    select e.* from of_object e where ${own} and ${types ? isOneOf(sql, sql`e.type`, types) : sql`true`}`
}

/** Somebody who follows an organization's events, with the token that let them in. */
export interface Admission {
  readonly tokenId: string
  readonly organizationId: string
}

interface Mark extends Admission {
  readonly lastSequence: number
}

/** How far each log has come, for those whose tokens still let them in. */
export async function findMarks({ sql }: Db, followed: readonly Admission[], now: Date): Promise<Mark[]> {
  const tokenIds = followed.map(({ tokenId }) => tokenId)
  const organizationIds = followed.map(({ organizationId }) => organizationId)
  return sql<Mark[]>`
    select f.token_id, f.organization_id, coalesce(s.last_sequence, 0) as last_sequence
    from unnest(${tokenIds}::uuid[], ${organizationIds}::uuid[]) f(token_id, organization_id)
    left join event_sequences s on s.organization_id = f.organization_id
    where ${admitsToken(sql, sql`f.token_id`, sql`f.organization_id`, now)}`
}

/** Organizations whose oldest event happened before then. */
export async function findForgetful(sql: Sql, before: Date): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select s.organization_id from event_sequences s
    left join event_horizons h on h.organization_id = s.organization_id
    cross join lateral (
      select e.created_at from events e
      where e.organization_id = s.organization_id and e.sequence > coalesce(h.forgotten_sequence, 0)
      order by e.sequence limit 1) oldest
    where oldest.created_at <= ${before}`
  return rows.map(({ organizationId }) => organizationId)
}

export async function forgetOldest(sql: Sql, organizationId: string, before: Date, most: number): Promise<number> {
  const [row] = await sql<{ gone: number }[]>`select forget_events_1(${organizationId}, ${before}, ${most}) as gone`
  return row?.gone ?? 0
}
