import { BATCH, inBatches } from '../../../platform/due-work/in-batches.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import { findForgetful, forgetOldest } from '../store.ts'

const DAY_MILLISECONDS = 86_400_000

/**
 * Forgets events that are older than this many days, by real time: how long things are kept is the operator's business,
 * whatever the clock of an organization says. Several processes can do this at once; what one is at, the others pass over.
 */
export async function forgetEvents(sql: Sql, days: number, now: Date, stop?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MILLISECONDS)
  for (const organizationId of await findForgetful(sql, before)) {
    await inBatches(() => forgetOldest(sql, organizationId, before, BATCH), stop)
  }
}
