import type { Sql } from '../postgres/pool.ts'

/**
 * Adds what changes left beside the totals to the totals. Each discount is a transaction of its own: buyers need its
 * row, and must not wait until another discount is free.
 */
export async function foldCounts(sql: Sql, stop?: AbortSignal): Promise<void> {
  await sql`select fold_list_totals_1()`
  const waiting = await sql<{ discountId: string }[]>`
    select distinct discount_id from discount_redemptions where not is_counted order by discount_id`
  for (const { discountId } of waiting) {
    if (stop?.aborted) return
    await sql`select fold_discount_counts_1(${discountId})`
  }
}
