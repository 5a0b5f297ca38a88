import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Database, openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { isKeyOf, keyAtHand } from '../../entry/secret-key.ts'
import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { appliedMigrations, requireKnown } from '../../platform/postgres/replay.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Header } from './archive/format.ts'
import type { Contents } from './archive/walk.ts'
import { writeArchive } from './archive/write.ts'
import { openBackupStorage } from './storage.ts'
import { Taking } from './take.ts'

export interface BackupChoices {
  readonly withSecrets: boolean
  /** Null: those in the data folder, and not those in a bucket. */
  readonly withFiles: boolean | null
}

/** Writes everything that this instance has, as it is at one moment. The server may be running and selling. */
export async function makeBackup(
  config: Config,
  choices: BackupChoices,
  out: Writable,
  say: (line: string) => void,
): Promise<Contents> {
  requireDatabase(config)
  const database = await openDatabase(config, say)
  try {
    await requireTill(database)
    return await take(config, choices, database.sql, out)
  } finally {
    await database.close()
  }
}

/** Opening a database that is not there would make an empty one. */
function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return
  throw new StartupProblem(`There is no database in ${dataDir}. Set TILL_DATA_DIR or DATABASE_URL as for the server.`)
}

async function requireTill({ sql, place }: Database): Promise<void> {
  const [row] = await sql<{ isThere: boolean }[]>`
    select to_regclass('public.schema_migrations') is not null and to_regclass('public.files') is not null as is_there`
  if (row?.isThere) return
  throw new StartupProblem(`There is nothing to back up: the database at ${place} has no tables of Till's.`)
}

async function take(config: Config, choices: BackupChoices, sql: Sql, out: Writable): Promise<Contents> {
  const withFiles = choices.withFiles ?? config.s3 === null
  const storage = withFiles ? openBackupStorage(config) : null
  const connection = (await sql.reserve()) as unknown as Sql & { release(): void }
  const taking = new Taking({
    connection,
    storage: storage?.files ?? null,
    header: (own) => headerOf(config, choices, withFiles, own),
  })
  try {
    await writeArchive(taking.frames(), out)
    return taking.contents()
  } catch (error) {
    throw storage?.explained(error) ?? asProblem(error)
  } finally {
    connection.release()
  }
}

/** A full disk, a database that went away, a reader at the other end who has enough. */
function asProblem(error: unknown): StartupProblem {
  if (error instanceof StartupProblem) return error
  return new StartupProblem(`The backup was not made: ${(error as Error).message}.`, { cause: error })
}

async function headerOf(
  config: Config,
  { withSecrets }: BackupChoices,
  withFiles: boolean,
  connection: Sql,
): Promise<Header> {
  const migrations = await appliedMigrations(connection)
  await requireKnown('The database', SQL_DIR, migrations)
  const [row] = await connection<{ postgres: number; check: Uint8Array | null }[]>`
    select current_setting('server_version_num')::int / 10000 as postgres,
      (select secret_key_check from instance) as check`
  const check = row?.check ?? null
  return {
    type: 'header',
    till: packageJson.version,
    madeAt: new Date().toISOString(),
    postgres: row?.postgres ?? 0,
    migrations,
    secretKeyCheck: check === null ? null : Buffer.from(check).toString('hex'),
    secretKey: withSecrets && check !== null ? await requireKey(config, check) : null,
    files: withFiles ? 'included' : 'left out',
  }
}

async function requireKey(config: Config, check: Uint8Array): Promise<string> {
  const key = await keyAtHand(config)
  if (key !== null && isKeyOf(key, check)) return key
  throw new StartupProblem(
    `The secret key of this database is neither in TILL_SECRET_KEY nor in ${config.dataDir}. Set it, or leave out --with-secrets.`,
  )
}
