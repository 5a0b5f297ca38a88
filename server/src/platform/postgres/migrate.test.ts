import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, SQL_DIR, type TestDatabase } from '../../../test/support/till.ts'
import { StartupProblem } from '../startup-problem.ts'
import { migrate } from './migrate.ts'
import { openPool, type Sql } from './pool.ts'

/** The number of migrate.ts: every version of Till waits for the same one. */
const LOCK = 7_455_104

let database: TestDatabase
let sqlDir: string
let impatient: Sql
beforeAll(async () => {
  database = await createDatabase()
  sqlDir = await mkdtemp(join(tmpdir(), 'till-migrations-'))
  await cp(SQL_DIR, sqlDir, { recursive: true })
})
afterAll(async () => {
  await database.drop()
  await rm(sqlDir, { recursive: true })
})
beforeEach(() => {
  // What a URL asks for goes before what the pool asks for.
  impatient = openPool(
    `${database.url}?statement_timeout=200&lock_timeout=200&idle_in_transaction_session_timeout=200`,
    {
      connections: 1,
    },
  )
})
afterEach(() => impatient.end())

const addMigration = (name: string, text: string) => writeFile(join(sqlDir, 'migrations', name), text)

describe('migrating', () => {
  it("waits for another process that migrates, longer than a request's statement may take", async () => {
    const other = await database.sql.reserve()
    await other`select pg_advisory_lock(${LOCK})`
    const migrated = migrate(impatient, sqlDir)
    const early = await Promise.race([migrated.then(() => 'early'), wait(600, 'still waiting')])
    await other`select pg_advisory_unlock(${LOCK})`
    other.release()
    expect(early).toBe('still waiting')
    await migrated
  })

  it("takes its time, longer than a request's statement may take", async () => {
    await addMigration('9001_slow.sql', 'create table slow as select 1 as one from pg_sleep(0.6);')
    await migrate(impatient, sqlDir)
    expect(await database.sql`select from slow`).toHaveLength(1)
  })

  it('leaves the connection as it was', async () => {
    await migrate(impatient, sqlDir)
    const [row] = await impatient`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`
    expect(row).toEqual({ statement: '200ms', lock: '200ms', idle: '200ms' })
    expect(await database.sql`select from pg_locks where locktype = 'advisory' and objid = ${LOCK}`).toHaveLength(0)
  })

  it('says so in a sentence when a table is in use for longer than the migration wants to wait', async () => {
    const text = "set local lock_timeout = '100ms';\nalter table organizations add column mood text;"
    await addMigration('9002_in_use.sql', text)
    await database.sql.begin(async (holder) => {
      await holder`select from organizations`
      const problem = await migrate(impatient, sqlDir).catch((error: unknown) => error)
      expect(problem).toBeInstanceOf(StartupProblem)
      expect((problem as Error).message).toMatch(/^The migration 9002_in_use\.sql .+\.$/)
    })
    await migrate(impatient, sqlDir)
    expect(await database.sql`select mood from organizations`).toHaveLength(0)
  })

  it("says the same when it and a sale stood in each other's way", async () => {
    await addMigration(
      '9003_deadlock.sql',
      'alter table organizations add column tune text;\nselect from products for update;',
    )
    await database.sql.begin(async (sale) => {
      // Whoever looks for the circle first is the one who has to go.
      await sale`set local deadlock_timeout = '30s'`
      await sale`lock table products in exclusive mode`
      const migrated = migrate(impatient, sqlDir).catch((error: unknown) => error)
      await expect
        .poll(() => database.sql`select from pg_locks where not granted and relation = 'products'::regclass`)
        .toHaveLength(1)
      await sale`select from organizations`
      expect(await migrated).toBeInstanceOf(StartupProblem)
    })
    await migrate(impatient, sqlDir)
    expect(await database.sql`select tune from organizations`).toHaveLength(0)
  })
})
