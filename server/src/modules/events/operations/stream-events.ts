import type { Actor } from '../../../kernel/actor.ts'
import { Feed } from '../../../platform/http/stream/feed.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { EventFilter } from '../model.ts'
import type { Begin } from '../rules.ts'
import { findEvents } from '../store.ts'
import { requireBegin } from './require-begin.ts'
import type { EventWatch } from './watch-events.ts'

/** The events of an organization after a number, and then each as it comes. */
export async function streamEvents(
  db: Db,
  watch: EventWatch,
  actor: Actor,
  filter: EventFilter,
  begin: Begin,
): Promise<Feed> {
  const log = await findEvents(db, filter, { after: 0, limit: 0 })
  requireBegin(begin, log)
  const admission = { tokenId: actor.tokenId, organizationId: filter.organizationId }
  // Limited by token: readers who do not know of each other do not take each other's places.
  return new Feed(`${filter.organizationId} ${actor.tokenId}`, (listener) =>
    watch.follow(db, admission, filter, begin.after ?? log.lastSequence, listener),
  )
}
