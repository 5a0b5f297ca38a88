import { begin } from '../../platform/postgres/begin.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import type { Check, Violation } from './check.ts'
import { CHECKS } from './checks.ts'

/** How much of each kind is shown. */
const MOST_ROWS = 20

export interface Verdict {
  /** Empty when the books are in order. */
  readonly violations: readonly Violation[]
  /** How many rows there are of what was looked at. */
  readonly looked: readonly { readonly table: string; readonly many: number }[]
  readonly took: readonly { readonly check: Check; readonly milliseconds: number }[]
}

/**
 * Looks at everything as it was at one moment, and changes nothing. The server may be running: whatever is under way
 * is known to be under way.
 */
export async function verifyBooks(sql: Sql, now = new Date()): Promise<Verdict> {
  return begin(sql, (connection) => runChecks(connection, now), 'isolation level repeatable read read only')
}

async function runChecks(sql: Sql, now: Date): Promise<Verdict> {
  await makeRoom(sql)
  const looked = await countRows(sql)
  const violations: Violation[] = []
  const took: { check: Check; milliseconds: number }[] = []
  for (const check of CHECKS) {
    const since = performance.now()
    const found = await runCheck(sql, check, now)
    took.push({ check, milliseconds: performance.now() - since })
    if (found) violations.push(found)
  }
  return { violations, looked, took }
}

/** The pool's limits are for requests. Here whole tables are joined, which wants memory instead of indexes. */
async function makeRoom(sql: Sql): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    work_mem: '256MB',
    plan_cache_mode: 'auto',
    jit: 'off',
    // Postgres expects what is wrong to be next to nothing, and would then walk tables where it should join them.
    enable_nestloop: 'off',
  }
  for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`
}

async function runCheck(sql: Sql, check: Check, now: Date): Promise<Violation | null> {
  const rows = await sql<{ row: Violation['rows'][number]; many: number }[]>`
    select to_json(v) as row, count(*) over () as many from (${check.find(sql, now)}) v order by v::text limit ${MOST_ROWS}`
  const [first] = rows
  return first ? { check, many: first.many, rows: rows.map(({ row }) => row) } : null
}

const TABLES = [
  'organizations',
  'products',
  'customers',
  'checkouts',
  'orders',
  'payments',
  'refunds',
  'subscriptions',
  'benefit_grants',
  'license_keys',
  'discount_redemptions',
  'events',
]

async function countRows(sql: Sql): Promise<Verdict['looked']> {
  const counts = TABLES.map((table) => sql`select ${table}::text as table, count(*) as many from ${sql(table)}`)
  return sql<{ table: string; many: number }[]>`${counts.reduce((all, one) => sql`${all} union all ${one}`)}`
}
