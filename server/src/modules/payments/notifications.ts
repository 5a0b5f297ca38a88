import type { Db } from '../../platform/postgres/pool.ts'
import type { ProcessorName } from './model.ts'
import type { Notification } from './port.ts'

export interface KeptNotification extends Notification {
  readonly processor: ProcessorName
  readonly receivedAt: Date
  readonly tries: number
}

/** Once is enough: a repetition changes nothing. True when it is new. */
export async function keepNotification(
  db: Db,
  processor: ProcessorName,
  { eventId, content }: Notification,
): Promise<boolean> {
  const { sql } = db
  const now = db.clock.now()
  const dueAt = content.kind === 'other' ? null : now
  const kept = await sql`
    insert into processor_notifications (processor, event_id, received_at, content, due_at)
    values (${processor}, ${eventId}, ${now}, ${sql.json(content as never)}, ${dueAt})
    on conflict do nothing returning event_id`
  return kept.length > 0
}

/** Takes what is due, and holds it for as long as the lease lasts. */
export async function takeDueNotifications(
  { sql }: Db,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<KeptNotification[]> {
  return sql<KeptNotification[]>`
    update processor_notifications n set due_at = ${leaseUntil}, tries = n.tries + 1
    where (n.processor, n.event_id) in (
      select d.processor, d.event_id from processor_notifications d where d.due_at <= ${now}
      order by d.due_at limit ${most} for update skip locked)
    returning n.processor, n.event_id, n.received_at, n.content, n.tries`
}

/** Null when nothing is left to do about it. */
export async function setDue(
  { sql }: Db,
  { processor, eventId }: Pick<KeptNotification, 'processor' | 'eventId'>,
  dueAt: Date | null,
): Promise<void> {
  await sql`
    update processor_notifications set due_at = ${dueAt} where processor = ${processor} and event_id = ${eventId}`
}
