import type { Db } from '../../../platform/postgres/pool.ts'
import { eventsForgotten } from '../errors.ts'
import type { EventFilter, EventStretch } from '../model.ts'
import { missesForgotten } from '../rules.ts'
import { type EventRange, findEvents } from '../store.ts'

export async function listEvents(
  db: Db,
  filter: EventFilter,
  range: Omit<EventRange, 'after'> & { readonly after: number | undefined },
): Promise<EventStretch> {
  const stretch = await findEvents(db, filter, { ...range, after: range.after ?? 0 })
  if (missesForgotten(range.after, stretch.forgottenSequence)) throw eventsForgotten(stretch.forgottenSequence)
  return stretch
}
