import { begin } from '../../../platform/postgres/begin.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import { countLists } from './count-lists.ts'
import type { FirstShop } from './first-sales.ts'
import { putUpIndexes, resumeCounting, stopCounting, takeDownIndexes } from './indexes.ts'
import { insertCatalogs, insertShops } from './insert-catalog.ts'
import { insertEvents, numberEarlier } from './insert-events.ts'
import { insertGrants, insertLicenseKeys } from './insert-grants.ts'
import {
  insertCheckouts,
  insertCustomers,
  insertOrders,
  insertPayments,
  insertSubscriptions,
  renewFirst,
} from './insert-sales.ts'
import { makeSecrets, planSales } from './plan-sales.ts'
import { makeIdFunction, planShops } from './plan-shops.ts'
import type { ScaleSize } from './size.ts'

interface Step {
  readonly name: string
  readonly run: (sql: Sql) => Promise<void>
}

/** All of it, or nothing: one transaction of set-based statements. */
export async function fillScale(
  sql: Sql,
  size: ScaleSize,
  first: FirstShop,
  say: (line: string) => void,
): Promise<void> {
  await begin(sql, async (inner) => {
    await makeRoom(inner)
    await numberEarlier(inner)
    const takenDown = await takeDownIndexes(inner)
    const counting = await stopCounting(inner)
    for (const step of stepsOf(size, first)) await timed(step, inner, say)
    await timed({ name: 'indexes', run: (own) => putUpIndexes(own, takenDown) }, inner, say)
    await resumeCounting(inner, counting)
  })
  await timed({ name: 'statistics', run: tidyUp }, sql, say)
}

function stepsOf(size: ScaleSize, first: FirstShop): Step[] {
  return [
    { name: 'plan', run: (sql) => plan(sql, size, first) },
    { name: 'client secrets', run: makeSecrets },
    { name: 'organizations', run: (sql) => insertShops(sql, first) },
    { name: 'products, benefits, discounts', run: (sql) => insertCatalogs(sql, first) },
    { name: 'customers', run: (sql) => insertCustomers(sql, first) },
    { name: 'checkouts', run: (sql) => insertCheckouts(sql, first) },
    { name: 'subscriptions', run: (sql) => insertSubscriptions(sql, first).then(() => renewFirst(sql, first)) },
    { name: 'orders', run: (sql) => insertOrders(sql, first) },
    { name: 'payments, redemptions', run: (sql) => insertPayments(sql, first) },
    { name: 'grants', run: (sql) => insertGrants(sql, first) },
    { name: 'license keys, activations', run: (sql) => insertLicenseKeys(sql, first) },
    { name: 'events', run: insertEvents },
    { name: 'counts', run: countLists },
  ]
}

async function plan(sql: Sql, size: ScaleSize, first: FirstShop): Promise<void> {
  await makeIdFunction(sql)
  await planShops(sql, size, first)
  await planSales(sql, size)
}

/** The pool's limits are for requests. Memory for sorting is given back with the transaction. */
async function makeRoom(sql: Sql): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    work_mem: '256MB',
    maintenance_work_mem: '512MB',
    synchronous_commit: 'off',
    plan_cache_mode: 'auto',
  }
  for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`
  const [row] = await sql<{ isSuperuser: boolean }[]>`select current_setting('is_superuser')::boolean as is_superuser`
  // References are right by construction. Checking each of ten million takes longer than everything else together, and
  // is done where it cannot be switched off.
  if (row?.isSuperuser) await sql`select set_config('session_replication_role', 'replica', true)`
}

/** Now, and not in the middle of a request. */
async function tidyUp(sql: Sql): Promise<void> {
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await connection`vacuum analyze`
  } finally {
    await connection`reset statement_timeout`
    connection.release()
  }
}

async function timed({ name, run }: Step, sql: Sql, say: (line: string) => void): Promise<void> {
  const since = performance.now()
  await run(sql)
  say(`  ${name}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
}
