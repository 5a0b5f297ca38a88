import type { TestTill } from './till.ts'

/** Until so many transactions of this database wait for somebody else’s lock. */
export async function waiting({ sql }: Pick<TestTill, 'sql'>, many: () => number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const rows = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length >= many()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('nobody waits')
}
