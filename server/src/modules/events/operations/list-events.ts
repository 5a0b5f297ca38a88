import type { Db } from '../../../platform/postgres/pool.ts'
import type { EventFilter, EventStretch } from '../model.ts'
import { beginInQuery } from '../rules.ts'
import { type EventRange, findEvents } from '../store.ts'
import { requireBegin } from './require-begin.ts'

export async function listEvents(
  db: Db,
  filter: EventFilter,
  range: Omit<EventRange, 'after'> & { readonly after: number | undefined },
): Promise<EventStretch> {
  const stretch = await findEvents(db, filter, { ...range, after: range.after ?? 0 })
  requireBegin(beginInQuery(range.after), stretch)
  return stretch
}
