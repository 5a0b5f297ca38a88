import { BATCH, inBatches } from '../../../platform/due-work/in-batches.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import { forgetOfDeletedEndpoint, forgetOldDeliveries } from '../store/forgetting.ts'

const KEPT_MILLISECONDS = 30 * 86_400_000

/** Deliveries are on record for a month. Those of deleted endpoints go at once. */
export async function forgetDeliveries(sql: Sql, now: Date, stop?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MILLISECONDS)
  await inBatches(() => forgetOldDeliveries(sql, before, BATCH, now), stop)
  let gone = 1
  while (gone > 0 && !stop?.aborted) gone = await forgetOfDeletedEndpoint(sql, BATCH)
}
