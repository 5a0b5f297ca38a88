import type { Sql } from '../../../platform/postgres/pool.ts'

export async function forgetOldDeliveries(sql: Sql, before: Date, most: number, now: Date): Promise<number> {
  const [row] = await sql<{ many: number }[]>`select forget_deliveries_1(${before}, ${most}, ${now}) as many`
  return row?.many ?? 0
}

export async function forgetOfDeletedEndpoint(sql: Sql, most: number): Promise<number> {
  const [row] = await sql<{ many: number }[]>`select forget_deleted_endpoints_1(${most}) as many`
  return row?.many ?? 0
}
