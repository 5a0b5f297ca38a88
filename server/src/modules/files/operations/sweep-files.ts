import { untilDone } from '../../../platform/due-work/in-batches.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import type { FileStorage } from '../port.ts'
import { claimSweep, finishSweep, giveUpUploads } from '../sweep-store.ts'

/**
 * Once at once, and once when everybody who was still writing has finished or been cut off: what arrives in between
 * would otherwise lie there for good.
 */
export const SWEEPS = 2
const UNTIL_NEXT_MILLISECONDS = 2 * 3_600_000
const LEASE_MILLISECONDS = 10 * 60_000

/**
 * Removes what nothing needs any more: uploads that were not completed in time, parts of those that were, and the bytes
 * of deleted files. Any number of processes can do this at once, and each can die at any point.
 */
export async function sweepFiles(sql: Sql, storage: FileStorage, now: Date, stop?: AbortSignal): Promise<void> {
  await giveUpUploads(sql, now, SWEEPS, stop)
  // One after the other: there is no hurry.
  await untilDone(() => sweepOne(sql, storage, now), stop)
}

/** False when nothing is due. After a failure the file waits for its lease to end, and does not hold up the others. */
async function sweepOne(sql: Sql, storage: FileStorage, now: Date): Promise<boolean> {
  const lease = new Date(now.getTime() + LEASE_MILLISECONDS)
  const sweep = await claimSweep(sql, now, lease)
  if (!sweep) return false
  await storage.removeAllBut(sweep.id, sweep.keep)
  await finishSweep(sql, sweep.id, lease, new Date(now.getTime() + UNTIL_NEXT_MILLISECONDS))
  return true
}
