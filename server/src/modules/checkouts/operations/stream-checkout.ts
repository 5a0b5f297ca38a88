import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { Answer } from '../../../platform/http/answer.ts'
import { Feed } from '../../../platform/http/stream/feed.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { isFinal, requireNotExpired, statusAt } from '../rules/status.ts'
import { findCheckoutBySecret } from '../store.ts'
import type { CheckoutWatch } from './watch-checkouts.ts'

/** The changes of a checkout from now on, for the buyer. */
export async function streamCheckout(
  db: Db,
  watch: CheckoutWatch,
  clientSecret: string,
  lastEventId: string | undefined,
): Promise<Feed | Answer<never>> {
  const full = await findCheckoutBySecret(db, clientSecret)
  if (!full) throw new Refusal(ResourceNotFound)
  const now = db.clock.now(full.organization.id)
  requireNotExpired(full, now)
  const status = statusAt(full.checkout, now)
  const isSeen = lastEventId === String(full.checkout.version)
  // Browsers come back after an end. Without content they stop doing so.
  if (isSeen && isFinal(status)) return new Answer(undefined as never, { status: 204 })
  return new Feed(full.checkout.id, (listener) => watch.follow(db, full, status, isSeen, listener))
}
