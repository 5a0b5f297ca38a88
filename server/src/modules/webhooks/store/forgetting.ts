import type { Sql } from '../../../platform/postgres/pool.ts'

export async function forgetOldDeliveries(sql: Sql, before: Date, most: number, now: Date): Promise<number> {
  const [row] = await sql<{ many: number }[]>`select forget_deliveries_1(${before}, ${most}, ${now}) as many`
  return row?.many ?? 0
}

export async function forgetOfDeletedEndpoints(sql: Sql, most: number): Promise<number> {
  const { count } = await sql`
    delete from webhook_deliveries where position = any(array(
      select d.position from webhook_endpoints w join webhook_deliveries d on d.endpoint_id = w.id
      where w.deleted_at is not null limit ${most} for update of d skip locked))`
  return count
}
