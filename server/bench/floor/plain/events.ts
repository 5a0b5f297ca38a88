import type { TransactionSql } from 'postgres'
import { newId } from '../../../src/kernel/ids.ts'

interface Event {
  readonly type: string
  readonly object: string
  readonly version: number
  readonly data: { readonly id: string }
  readonly before?: object
}

/** The same event rows that Till writes, by one insert. */
export async function writeEvents(
  tx: TransactionSql,
  organizationId: string,
  now: Date,
  events: readonly Event[],
): Promise<void> {
  const requestId = newId()
  const rows = events.map(({ type, object, version, data, before }) => ({
    event_id: newId(),
    organization_id: organizationId,
    type,
    object_type: object,
    object_id: data.id,
    object_version: version,
    data: tx.json(data as never),
    previous_attributes: before ? tx.json(previous(before, data) as never) : null,
    request_id: requestId,
    created_at: now,
  }))
  await tx`insert into events ${tx(rows)}`
}

function previous(before: object, after: object): object {
  const now = after as Record<string, unknown>
  const changed = Object.entries(before).filter(
    ([key, value]) => key !== 'modified_at' && JSON.stringify(value) !== JSON.stringify(now[key]),
  )
  return Object.fromEntries(changed)
}
