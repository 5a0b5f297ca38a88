import type { Sql } from '../../../platform/postgres/pool.ts'

/** What changes through the API would have counted and put in order, row by row. */
export async function countLists(sql: Sql): Promise<void> {
  await sql`select recount_lists_1()`
  await sql`select write_price_key_1(id) from products`
}
