import { newId } from '../../kernel/ids.ts'
import { PreconditionFailed, Refusal } from '../../kernel/refusal.ts'
import type { Clock } from '../../kernel/time.ts'
import type { EventDraft } from '../events/event.ts'
import { begin } from './begin.ts'
import { type Db, isWorthRepeating, type Sql } from './pool.ts'
import { toRow } from './rows.ts'

/** The versions that an If-Match header accepts; undefined when there was none. */
export type ExpectedVersions = ReadonlySet<number> | undefined

/** What a write needs: the same as a read, inside a transaction, and a place for the events of the change. */
export interface Tx extends Db {
  readonly requestId: string | null
  /**
   * Keeps an event until the end of the transaction; all of them are then written by one statement. What is a person's
   * `own` to do, such as to leave, they may also do where they otherwise only read.
   */
  emit(event: EventDraft, business?: 'own'): void
  /** To be asked under the row's lock: refuses a caller who may only read, or who decided on another version. */
  requireMatch(row: { readonly version: number; readonly organizationId: string | null }): void
  /**
   * Refuses a caller who may only read what is this organization's. `requireMatch` and `emit` ask it too; a write that
   * does neither has to ask it by itself.
   */
  requireWriter(organizationId: string): void
}

export interface TransactionOptions {
  readonly requestId?: string | null
  readonly expected?: ExpectedVersions
  /** What is known of the caller; without one, as in the background, everything may be written. */
  readonly requireWriter?: (organizationId: string) => void
}

export interface Transactions {
  run<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

const TRIES = 3

/** `committed` is told after every commit that wrote events, so that they get their numbers at once. */
export function transactionsOn(sql: Sql, clock: Clock, committed: () => void = () => {}): Transactions {
  async function once<Result>(work: (tx: Tx) => Promise<Result>, options: TransactionOptions): Promise<Result> {
    const events: EventDraft[] = []
    const { requireWriter = () => {} } = options
    const result = await begin(sql, async (inner) => {
      const answer = await work({
        sql: inner,
        clock,
        requestId: options.requestId ?? null,
        requireWriter,
        emit: (event, business) => {
          if (business !== 'own') requireWriter(event.organizationId)
          events.push(event)
        },
        requireMatch: (row) => {
          if (row.organizationId !== null) requireWriter(row.organizationId)
          if (options.expected && !options.expected.has(row.version)) throw new Refusal(PreconditionFailed)
        },
      })
      await writeEvents(inner, events, clock, options.requestId ?? null)
      return answer
    })
    if (events.length > 0) committed()
    return result
  }

  return {
    async run(work, options = {}) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work, options)
        } catch (error) {
          if (attempt === TRIES || !isWorthRepeating(error)) throw error
        }
      }
    },
  }
}

/** Event rows as the table has them, for SQL functions that write events together with the change. */
export function eventRows(events: readonly EventDraft[], clock: Clock, requestId: string | null) {
  return events.map((event) => ({
    ...toRow(event),
    event_id: newId(),
    request_id: event.requestId ?? requestId,
    created_at: clock.now(event.organizationId),
  }))
}

async function writeEvents(
  sql: Sql,
  events: readonly EventDraft[],
  clock: Clock,
  requestId: string | null,
): Promise<void> {
  if (events.length === 0) return
  const rows = JSON.stringify(eventRows(events, clock, requestId))
  await sql`select write_events_1(${rows}::text::jsonb)`
}
