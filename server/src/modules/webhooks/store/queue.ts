import type { Db } from '../../../platform/postgres/pool.ts'
import { fromRow, toRow } from '../../../platform/postgres/rows.ts'
import type { NumberedEvent } from '../../events/index.ts'

/** What an attempt needs to know of the endpoint. */
export interface QueuedEndpoint {
  readonly url: string
  /** Sealed, in base64. */
  readonly secret: string
  readonly oldSecret: string | null
  readonly oldSecretUntil: Date | null
}

/** A delivery that was taken, to be sent now. */
export interface Taken {
  readonly position: number
  readonly endpointId: string
  /** Which attempt this is, from 1. */
  readonly number: number
  readonly endpoint: QueuedEndpoint
  readonly event: NumberedEvent
}

/** What became of an attempt, and of its delivery. */
export interface Finished {
  readonly position: number
  readonly endpointId: string
  readonly number: number
  readonly startedAt: Date
  readonly milliseconds: number
  readonly httpCode: number | null
  readonly failure: string | null
  readonly answer: string | null
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly nextAttemptAt: Date | null
  readonly passesAt: Date | null
  /** It says that it wants nothing any more. */
  readonly isGone: boolean
}

/** How many deliveries of an endpoint there is room for. */
export interface Room {
  readonly endpointId: string
  readonly room: number
}

/** Longer than an attempt may take. Whoever is killed over one is followed by another process then. */
const LEASE_MILLISECONDS = 20_000

/** Writes down what became of attempts and takes what is due, at most so many, in one call. */
export async function work(
  { sql }: Db,
  finished: readonly Finished[],
  wanted: readonly Room[],
  most: number,
  now: Date,
): Promise<Taken[]> {
  const until = new Date(now.getTime() + LEASE_MILLISECONDS)
  const [row] = await sql<{ taken: { endpoint: object; event: object; attempts: number }[] }[]>`
    select work_deliveries_1(
      ${rowsOf(finished)}::text::jsonb, ${rowsOf(wanted)}::text::jsonb, ${most}, ${now}, ${until}) as taken`
  return (row?.taken ?? []).map(({ endpoint, event, attempts, ...rest }) => ({
    ...fromRow<Pick<Taken, 'position' | 'endpointId'>>(rest),
    number: attempts,
    endpoint: fromRow<QueuedEndpoint>(endpoint),
    event: fromRow<NumberedEvent>(event),
  }))
}

/** Endpoints that are still enabled although they are gone, or were given up on for too many events in a row. */
export async function findGivenUp({ sql }: Db): Promise<{ id: string; isGone: boolean }[]> {
  return sql<{ id: string; isGone: boolean }[]>`
    select id, is_gone from webhook_endpoints
    where status = 'enabled' and (is_gone or given_up >= 10) and deleted_at is null`
}

function rowsOf(models: readonly object[]): string {
  return JSON.stringify(models.map(toRow))
}

/**
 * Endpoints that have something to send, also what other processes have left. It goes from endpoint to endpoint in the
 * index, so that a long queue of one of them costs no more than a short one.
 */
export async function findDueEndpoints({ sql }: Db, now: Date): Promise<string[]> {
  const rows = await sql<{ endpointId: string }[]>`
    with recursive queues as (
      (select q.endpoint_id from webhook_queue q where q.next_attempt_at is not null order by q.endpoint_id limit 1)
      union all
      select (
        select q.endpoint_id from webhook_queue q
        where q.next_attempt_at is not null and q.endpoint_id > before.endpoint_id order by q.endpoint_id limit 1)
      from queues before where before.endpoint_id is not null)
    select queues.endpoint_id from queues
    join webhook_endpoints w on w.id = queues.endpoint_id and w.status = 'enabled' and w.deleted_at is null
    where exists (
      select from webhook_queue q
      where q.endpoint_id = queues.endpoint_id and q.next_attempt_at <= ${now}
        and (q.taken_until is null or q.taken_until <= ${now}))`
  return rows.map(({ endpointId }) => endpointId)
}
