import type { Sql } from '../../../platform/postgres/pool.ts'

const TABLES = [
  'organizations',
  'products',
  'discounts',
  'customers',
  'checkouts',
  'orders',
  'subscriptions',
  'payments',
  'benefit_grants',
  'license_keys',
  'license_key_activations',
  'events',
]

/** What there is now, counted and not taken from the plan. */
export async function summaryOf(sql: Sql, seconds: number): Promise<string> {
  const parts: string[] = []
  for (const table of TABLES) {
    const [row] = await sql<{ many: number }[]>`select count(*)::int as many from ${sql(table)}`
    parts.push(`${(row?.many ?? 0).toLocaleString('en-US')} ${table.replaceAll('_', ' ')}`)
  }
  const [row] = await sql<{ size: string }[]>`
    select pg_size_pretty(pg_database_size(current_database())) as size`
  return `There are ${parts.join(', ')}: ${row?.size}, made in ${Math.round(seconds)} s.`
}
