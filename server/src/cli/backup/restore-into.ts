import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../entry/database.ts'
import { keepKey } from '../../entry/secret-key.ts'
import { filesFolder } from '../../entry/storage.ts'
import { awaitAllParts } from '../../modules/files/index.ts'
import { begin } from '../../platform/postgres/begin.ts'
import { copyIn } from '../../platform/postgres/copy.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { holdMigrations, replay } from '../../platform/postgres/replay.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { SequencePosition, TableNote } from './archive/format.ts'
import { type Contents, walkArchive } from './archive/walk.ts'
import { putUp, requireEmpty, takeDown } from './clear-tables.ts'
import type { RestorePlan } from './plan-restore.ts'
import { type BackupStorage, openBackupStorage } from './storage.ts'
import { listTables, quoted, quotedColumns, type Table, writeValuesPlainly } from './tables.ts'

type Say = (line: string) => void

/** All of it, or nothing: the tables are made and filled in one transaction, and what was put beside it is removed. */
export async function restoreInto(database: Database, plan: RestorePlan, say: Say): Promise<void> {
  const storage = openBackupStorage(plan.config)
  const progress = { isBegun: false, isFilled: false }
  try {
    await begin(database.sql, async (connection) => {
      await writeValuesPlainly(connection)
      // A server that starts meanwhile waits, and then finds everything there.
      await holdMigrations(connection)
      await requireEmpty(connection, database.place)
      progress.isBegun = true
      await fill(connection, plan, storage, say)
      progress.isFilled = true
    })
  } catch (error) {
    if (progress.isFilled) throw unknownEnd(database.place, error)
    if (progress.isBegun) await takeAway(plan)
    throw storage.explained(error) ?? asProblem(error)
  }
}

async function fill(connection: Sql, plan: RestorePlan, storage: BackupStorage, say: Say): Promise<void> {
  const { contents, path, migrations, newKey, config } = plan
  say('Creating the tables')
  await replay(connection, migrations, contents.header.migrations)
  const tables = await listTables(connection)
  requireSameTables(tables, contents)
  const taken = await takeDown(connection, tables)
  say(`Copying ${contents.tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-US')} rows`)
  await copyEverything(connection, path, tables, storage, say)
  await awaitAllParts(connection)
  say('Making indexes and checking references')
  await connection`select set_config('maintenance_work_mem', '256MB', true)`
  await putUp(connection, taken)
  // Now, and not in the middle of the first requests.
  await connection.unsafe(`analyze ${tables.map(quoted).join(', ')}`)
  if (newKey !== null) await keepKey(config.dataDir, newKey)
}

async function copyEverything(
  connection: Sql,
  path: string,
  tables: readonly Table[],
  storage: BackupStorage,
  say: Say,
): Promise<void> {
  const known = new Set(tables.map(quoted))
  await walkArchive(path, {
    async table(table, rows) {
      if (known.has(quoted(table))) await copyIn(connection, statementFor(table), rows)
      else say(`The table ${quoted(table)} is not Till's, and is left out`)
    },
    async sequences(sequences) {
      for (const sequence of sequences) await advance(connection, sequence)
    },
    file: ({ fileId, blobId, size }, bytes) => storage.files.put({ fileId, blobId }, bytes, size),
  })
}

/** Nobody can see the rows before the commit, so they can be marked at once as seen by everybody. */
function statementFor(table: TableNote): string {
  return `copy ${quoted(table)} (${quotedColumns(table)}) from stdin with (freeze)`
}

/** One that is not there belongs to a table that is not there. */
async function advance(connection: Sql, { schema, name, lastValue, isCalled }: SequencePosition): Promise<void> {
  await connection`
    select setval(to_regclass(${quoted({ schema, name })}), ${lastValue}::text::bigint, ${isCalled})`
}

/** The operator may have tables beside ours. Ours have to be there, with the columns that the migrations make. */
function requireSameTables(tables: readonly Table[], { tables: kept }: Contents): void {
  const columnsOf = (table: Pick<Table, 'columns'>) => [...table.columns].sort().join()
  const given = new Map(kept.map((table) => [quoted(table), columnsOf(table)]))
  const other = tables.find((table) => given.get(quoted(table)) !== columnsOf(table))
  if (other === undefined) return
  throw new StartupProblem(
    `The table ${other.name} of the backup is not the one that its migrations make. Nothing was restored.`,
  )
}

/** There was nothing in these places before. A bucket may belong to others too: what was put there stays. */
async function takeAway({ config, contents, newKey }: RestorePlan): Promise<void> {
  if (config.s3 === null && contents.files > 0) await rm(filesFolder(config), { recursive: true, force: true })
  if (newKey !== null) await rm(join(config.dataDir, 'secret.key'), { force: true })
}

/** Only the commit was left. It may have happened: what belongs to the rows must not be taken away from them. */
function unknownEnd(place: string, error: unknown): StartupProblem {
  return new StartupProblem(
    `The database at ${place} went away at the very end (${(error as Error).message}). Run npm run verify: if it finds books, everything is there; if not, restore again into an empty target.`,
    { cause: error },
  )
}

function asProblem(error: unknown): StartupProblem {
  if (error instanceof StartupProblem) return error
  return new StartupProblem(`Nothing was restored: ${(error as Error).message}.`, { cause: error })
}
