import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupProblem } from '../startup-problem.ts'
import { isLockTimeout, isWorthRepeating, type Sql } from './pool.ts'

export interface Migration {
  readonly name: string
  readonly text: string
}

/** Any number will do, as long as every version of Till uses the same. */
export const MIGRATION_LOCK = 7_455_104

const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/**
 * Brings the database to this version: forward only, each file in its own transaction, one process at a time. SQL
 * functions carry their version in their name and are put in again whenever their text differs.
 */
export async function migrate(sql: Sql, sqlDir: string, say: (line: string) => void = () => {}): Promise<void> {
  const migrations = await readFolder(join(sqlDir, 'migrations'))
  const functions = await readFolder(join(sqlDir, 'functions'))
  const connection = await sql.reserve()
  try {
    await takeTurn(connection)
    await makeMigrationTable(connection)
    const applied = await connection<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`
    const known = new Map(applied.map((row) => [row.name, row.checksum]))
    refuseNewerDatabase(known, [...migrations, ...functions])
    for (const migration of pending(migrations, known)) {
      say(`Migrating the database: ${migration.name}`)
      await apply(connection, migration)
    }
    for (const file of functions) if (known.get(file.name) !== checksumOf(file.text)) await apply(connection, file)
  } finally {
    await endTurn(connection)
    connection.release()
  }
}

export async function makeMigrationTable(connection: Sql): Promise<void> {
  await connection`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`
}

/**
 * The pool's timeouts are for requests. An index on a large table may take minutes, and so may the migrations of the
 * process that we wait for.
 */
async function takeTurn(connection: Sql): Promise<void> {
  for (const timeout of TIMEOUTS) await connection`select set_config(${timeout}, '0', false)`
  await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
}

/** Closing a session frees its locks and forgets its settings too, so a failure here has no consequence. */
async function endTurn(connection: Sql): Promise<void> {
  await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
  for (const timeout of TIMEOUTS) await connection`reset ${connection(timeout)}`.catch(() => {})
}

/** True when every migration that this version knows has been applied. */
export async function isMigrated(sql: Sql, sqlDir: string): Promise<boolean> {
  const names = (await readFolder(join(sqlDir, 'migrations'))).map((migration) => migration.name)
  const rows = await sql<{ missing: number }[]>`
    select count(*)::int as missing from unnest(${names}::text[]) as wanted(name)
    where not exists (select from schema_migrations m where m.name = wanted.name)`
  return rows[0]?.missing === 0
}

export async function readFolder(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      name,
      text: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

function refuseNewerDatabase(applied: ReadonlyMap<string, string>, known: readonly Migration[]): void {
  const names = new Set(known.map((migration) => migration.name))
  // A function of an older version may linger; a numbered migration that we do not know comes from a newer Till.
  const foreign = [...applied.keys()].filter((name) => /^\d{4}_/.test(name) && !names.has(name))
  if (foreign.length === 0) return
  throw new StartupProblem(
    `The database was migrated by a newer version of Till (it knows ${foreign[0]}). Start that version, or use another database.`,
  )
}

function pending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  return migrations.filter((migration) => {
    const earlier = applied.get(migration.name)
    if (earlier !== undefined && earlier !== checksumOf(migration.text)) {
      throw new StartupProblem(
        `The migration ${migration.name} was changed after it had been applied. Restore its file.`,
      )
    }
    return earlier === undefined
  })
}

async function apply(connection: Sql, file: Migration): Promise<void> {
  await connection`begin`
  try {
    await connection.unsafe(file.text)
    await connection`
      insert into schema_migrations (name, checksum) values (${file.name}, ${checksumOf(file.text)})
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`
    await connection`commit`
  } catch (error) {
    await connection`rollback`
    throw isLockTimeout(error) || isWorthRepeating(error) ? tableInUse(file) : error
  }
}

/** Migrations wait only for some seconds, because everybody else who needs the table waits behind them. */
function tableInUse({ name }: Migration): StartupProblem {
  return new StartupProblem(
    `The migration ${name} waited too long for a table that another session uses. Let that session end, then start again.`,
  )
}

export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
