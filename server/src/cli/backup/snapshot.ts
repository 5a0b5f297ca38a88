import { isLockTimeout, type Sql } from '../../platform/postgres/pool.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import { listTables, quoted, type Table, writeValuesPlainly } from './tables.ts'

const TRIES = 3

/**
 * Begins a transaction that sees one moment of all tables, and answers the tables. They are locked before the moment is
 * chosen: a migration in between could otherwise leave a table that looks empty from the moment before it. The lock
 * keeps nobody from reading and writing.
 */
export async function beginSnapshot(connection: Sql): Promise<readonly Table[]> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await listTables(connection)
    await connection`begin transaction isolation level repeatable read, read only`
    await lockTables(connection, before)
    await writeValuesPlainly(connection)
    const tables = await listTables(connection)
    if (JSON.stringify(tables) === JSON.stringify(before)) return tables
    await connection`rollback`
    if (attempt === TRIES)
      throw new StartupProblem('The tables are being changed right now. Back up again in a minute.')
  }
}

async function lockTables(connection: Sql, tables: readonly Table[]): Promise<void> {
  try {
    await connection`set local lock_timeout = '30s'`
    await connection.unsafe(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new StartupProblem('Another session has locked a table for longer than 30 seconds. Let it end, then back up.')
  }
}
