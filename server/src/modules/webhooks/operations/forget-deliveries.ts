import type { Sql } from '../../../platform/postgres/pool.ts'
import { forgetOfDeletedEndpoints, forgetOldDeliveries } from '../store/forgetting.ts'

const BATCH = 5000
const KEPT_MILLISECONDS = 30 * 86_400_000

/** Deliveries are on record for a month. Those of deleted endpoints go at once. */
export async function forgetDeliveries(sql: Sql, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MILLISECONDS)
  await inBatches(() => forgetOldDeliveries(sql, before, BATCH, now))
  await inBatches(() => forgetOfDeletedEndpoints(sql, BATCH))
}

/** One statement for everything could run into its timeout, and then again in every round. */
async function inBatches(forget: () => Promise<number>): Promise<void> {
  let gone = BATCH
  while (gone === BATCH) gone = await forget()
}
