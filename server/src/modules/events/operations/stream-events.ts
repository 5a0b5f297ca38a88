import type { Actor } from '../../../kernel/actor.ts'
import { Feed } from '../../../platform/http/stream/feed.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { eventsForgotten } from '../errors.ts'
import type { EventFilter } from '../model.ts'
import { missesForgotten } from '../rules.ts'
import { findEvents } from '../store.ts'
import type { EventWatch } from './watch-events.ts'

/** The events of an organization after a number, and then each as it comes. */
export async function streamEvents(
  db: Db,
  watch: EventWatch,
  actor: Actor,
  filter: EventFilter,
  after: number | undefined,
): Promise<Feed> {
  const { lastSequence, forgottenSequence } = await findEvents(db, filter, { after: 0, limit: 0 })
  if (missesForgotten(after, forgottenSequence)) throw eventsForgotten(forgottenSequence)
  const admission = { tokenId: actor.tokenId, organizationId: filter.organizationId }
  // Limited by token: readers who do not know of each other do not take each other's places.
  return new Feed(`${filter.organizationId} ${actor.tokenId}`, (listener) =>
    watch.follow(db, admission, filter, after ?? lastSequence, listener),
  )
}
