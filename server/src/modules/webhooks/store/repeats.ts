import type { Actor } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { visibleTo } from '../../access/index.ts'
import type { WebhookEndpoint } from '../model.ts'

/** Which events are sent again. */
export interface Span {
  readonly since: Date
  readonly until: Date
  readonly isOnlyFailed: boolean
}

export interface Repeated {
  readonly organizationId: string
  /** The row's number, and not the id that the API shows. */
  readonly id: number
}

export async function findEventToRepeat({ sql }: Tx, actor: Actor, eventId: string): Promise<Repeated | undefined> {
  const [found] = await sql<Repeated[]>`
    select e.organization_id, e.id from events e
    where e.event_id = ${eventId} and e.sequence is not null and ${visibleTo(sql, actor, sql`e.organization_id`)}`
  return found
}

/** To every endpoint that wants such events or was sent it before. Tells how many those are. */
export async function repeatEvent({ sql }: Tx, event: Repeated, now: Date): Promise<number> {
  const [row] = await sql<{ many: number }[]>`
    select repeat_event_1(${event.organizationId}, ${event.id}, ${now}) as many`
  return row?.many ?? 0
}

/** Everything of that time that the endpoint wants, at the end of its queue. Tells how much that is. */
export async function repeatSince(
  { sql }: Tx,
  { id }: WebhookEndpoint,
  { since, until, isOnlyFailed }: Span,
  most: number,
  now: Date,
): Promise<number> {
  const [row] = await sql<{ many: number }[]>`
    select repeat_events_since_1(${id}, ${since}, ${until}, ${isOnlyFailed}, ${most}::int, ${now}) as many`
  return row?.many ?? 0
}
