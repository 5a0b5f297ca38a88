import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Frame } from '../../src/cli/backup/archive/format.ts'
import { readFrames } from '../../src/cli/backup/archive/read.ts'
import { type Contents, checkArchive } from '../../src/cli/backup/archive/walk.ts'
import { writeArchive } from '../../src/cli/backup/archive/write.ts'
import { type BackupChoices, makeBackup } from '../../src/cli/backup/make-backup.ts'
import { writeWhole } from '../../src/cli/backup/output.ts'
import { planRestore } from '../../src/cli/backup/plan-restore.ts'
import { restoreInto } from '../../src/cli/backup/restore-into.ts'
import { openDatabase } from '../../src/entry/database.ts'
import { SQL_DIR } from '../../src/entry/folders.ts'
import { openSecretBox } from '../../src/entry/secret-key.ts'
import { openStorage } from '../../src/entry/storage.ts'
import { type Config, readConfig } from '../../src/platform/config.ts'
import { silentLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { openPool, type Sql } from '../../src/platform/postgres/pool.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createDatabase, startTillOn, type TestDatabase, type TestTill } from '../support/till.ts'

/** The key of every Till in tests. */
const KEY = 'a secret key for tests, and for nothing else'

export async function folderForThisTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'till-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface EmptyDatabase extends TestDatabase {
  tables(): Promise<string[]>
}

/** A database with nothing in it; managed, one that belongs to a role that is no superuser, as managed ones do. */
export async function emptyDatabase({ isManaged = false } = {}): Promise<EmptyDatabase> {
  const name = `till_${randomBytes(6).toString('hex')}`
  const admin = openPool(inject('databaseUrl'), { connections: 1 })
  if (isManaged) await admin.unsafe(`create role ${name} login password 'managed'`)
  await admin.unsafe(`create database ${name} ${isManaged ? `owner ${name}` : ''}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  if (isManaged) Object.assign(url, { username: name, password: 'managed' })
  const sql = openPool(url.href, { connections: 5 })
  return {
    url: url.href,
    sql,
    tables: async () => {
      const rows = await sql<{ name: string }[]>`
        select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') order by 1`
      return rows.map((row) => row.name)
    },
    async drop() {
      await sql.end({ timeout: 5 })
      await admin.unsafe(`drop database ${name} with (force)`)
      if (isManaged) await admin.unsafe(`drop role ${name}`)
      await admin.end()
    },
  }
}

export async function emptyDatabaseForThisTest(options?: { isManaged: boolean }): Promise<EmptyDatabase> {
  const database = await emptyDatabase(options)
  onTestFinished(() => database.drop())
  return database
}

export function configOf(url: string, dataDir: string, more: Partial<Config> = {}): Config {
  return { ...readConfig({ DATABASE_URL: url, TILL_DATA_DIR: dataDir }), secretKey: KEY, ...more }
}

const USUAL: BackupChoices = { withSecrets: false, withFiles: null }

/** What `till backup` does with its arguments read. */
export function backUp(config: Config, path: string, choices: Partial<BackupChoices> = {}): Promise<Contents> {
  return writeWhole(path, (out) => makeBackup(config, { ...USUAL, ...choices }, out, () => {}))
}

/** What `till restore` does with its arguments read; answers what it said. */
export async function restore(config: Config, path: string): Promise<string[]> {
  const plan = await planRestore(config, path, await checkArchive(path))
  const database = await openDatabase(config, () => {})
  const said: string[] = []
  try {
    await restoreInto(database, plan, (line) => said.push(line))
    await migrate(database.sql, SQL_DIR)
    return [...said, ...plan.remarks]
  } finally {
    await database.close()
  }
}

export interface Source {
  readonly database: TestDatabase
  readonly config: Config
  readonly till: TestTill
  readonly shop: Shop
  /** A backup of it, with the secret key. */
  readonly path: string
  remove(): Promise<void>
}

/** A shop that has sold, at rest, with its backup. */
export async function closedShop(): Promise<Source> {
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'till-backup-source-'))
  const config = configOf(database.url, dataDir)
  await openSecretBox(config, database.sql)
  // Paid the long way, so that the books of the sandbox have rows, too.
  const payments = { isSandboxInline: false }
  const till = await startTillOn(database, { storage: openStorage(config, silentLog), payments })
  const shop = await openShop(till)
  await till.till.close()
  const path = join(dataDir, 'shop.till')
  await backUp(config, path, { withSecrets: true })
  const remove = async () => {
    await till.stop()
    await rm(dataDir, { recursive: true })
  }
  return { database, config, till, shop, path, remove }
}

/** The backup with other frames, and a checksum that is right. */
export async function rewritten(path: string, change: (frame: Frame) => readonly Frame[]): Promise<string> {
  const copy = join(await folderForThisTest(), 'rewritten.till')
  const frames = async function* () {
    for await (const frame of readFrames(path)) yield* change(frame)
  }
  await writeWhole(copy, (out) => writeArchive(frames(), out))
  return copy
}

/** A sum of each table's rows, whatever their order. */
export async function tableSums(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE' order by 1`
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    // A function's text is put in by the start, at its own time.
    const where = name === 'public.schema_migrations' ? `where name ~ '^[0-9]{4}_'` : ''
    const [row] = await sql.unsafe<{ sum: string }[]>(
      `select count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as sum from ${name} r ${where}`,
    )
    sums[name] = row?.sum ?? ''
  }
  return sums
}

/** Everything that a schema is made of, as text: columns, constraints, indexes, triggers, views, functions, sequences. */
export async function schemaOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (select oid from pg_namespace where nspname in ('public', 'sandbox'))
    select format('column %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) as line
      from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'v') and attnum > 0 and not attisdropped
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace in (select oid from ours) and contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
      where c.relnamespace in (select oid from ours)
    union all select tgenabled::text || ' ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
      where c.relnamespace in (select oid from ours) and not tgisinternal
    union all select format('sequence %s.%s %s %s', schemaname, sequencename, increment_by, last_value) from pg_sequences
    union all select format('function %s %s', p.oid::regprocedure, md5(prosrc)) from pg_proc p
      where pronamespace in (select oid from ours) and not exists (
        select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`
  return rows.map(({ line }) => line)
}
