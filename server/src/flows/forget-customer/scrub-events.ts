import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../platform/postgres/pool.ts'
import type { Scrubber } from './scrub.ts'

interface EventRow {
  readonly id: number
  readonly objectType: string
  readonly data: unknown
  readonly previousAttributes: unknown
}

const BATCH = 500

/**
 * Takes the customer out of the events of these objects. Answers false when some of them have no number yet: the
 * sequencer may hold them, and waiting for it with rows in hand could be waiting in a circle.
 */
export async function scrubEvents(sql: Sql, objectIds: readonly string[], scrubber: Scrubber): Promise<boolean> {
  // Asked first: one that gets its number while the others are read would be in neither answer.
  const [open] = await sql`
    select from events where object_id = any(${objectIds as string[]}::uuid[]) and sequence is null limit 1`
  let after = 0
  for (;;) {
    const rows = await sql<EventRow[]>`
      select id, object_type, data, previous_attributes from events
      where object_id = any(${objectIds as string[]}::uuid[]) and sequence is not null and id > ${after}
      order by id limit ${BATCH}`
    await saveEvents(sql, rows.map((row) => scrubbed(row, scrubber)).filter(hasChanged))
    await forgetAnswers(
      sql,
      rows.map(({ id }) => id),
    )
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    after = last.id
  }
  return open === undefined
}

interface ScrubbedEvent {
  readonly before: EventRow
  readonly data: unknown
  readonly previousAttributes: unknown
}

function scrubbed(before: EventRow, scrubber: Scrubber): ScrubbedEvent {
  const isPerson = before.objectType === 'customer'
  return {
    before,
    data: scrubber.scrub(before.data, isPerson),
    previousAttributes: scrubber.scrub(before.previousAttributes, isPerson),
  }
}

function hasChanged({ before, data, previousAttributes }: ScrubbedEvent): boolean {
  return !isDeepStrictEqual(before.data, data) || !isDeepStrictEqual(before.previousAttributes, previousAttributes)
}

async function saveEvents(sql: Sql, events: readonly ScrubbedEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ before, data, previousAttributes }) => ({
    id: before.id,
    data,
    previous_attributes: previousAttributes,
  }))
  await sql`
    update events e set data = n.data, previous_attributes = nullif(n.previous_attributes, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as n(id bigint, data jsonb, previous_attributes jsonb)
    where e.id = n.id`
}

/** Receivers often answer with what they were told. */
async function forgetAnswers(sql: Sql, eventIds: readonly number[]): Promise<void> {
  await sql`
    update webhook_attempts a set answer = null from webhook_deliveries d
    where d.event_id = any(${eventIds as number[]}::bigint[]) and a.delivery = d.position and a.answer is not null`
}
