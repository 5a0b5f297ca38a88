import { join } from 'node:path'
import { StartupProblem } from '../startup-problem.ts'
import { checksumOf, MIGRATION_LOCK, type Migration, makeMigrationTable, readFolder } from './migrate.ts'
import type { Sql } from './pool.ts'

/** A migration that a database has been through. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
  readonly appliedAt: string
}

/** In the order in which they were applied, which is not always that of their numbers. SQL functions are left out. */
export async function appliedMigrations(sql: Sql): Promise<AppliedMigration[]> {
  const rows = await sql<{ name: string; checksum: string; appliedAt: string }[]>`
    select name, checksum, applied_at::text from schema_migrations
    where name ~ '^[0-9]{4}_' order by schema_migrations.applied_at, name`
  return [...rows]
}

/** The texts of these migrations. `what` has been through them, and is refused when this version does not know them all. */
export async function requireKnown(
  what: string,
  sqlDir: string,
  applied: readonly AppliedMigration[],
): Promise<readonly Migration[]> {
  const known = new Map((await readFolder(join(sqlDir, 'migrations'))).map((file) => [file.name, file]))
  return applied.map(({ name, checksum }) => {
    const file = known.get(name)
    if (file === undefined) {
      throw new StartupProblem(`${what} comes from a newer version of Till (it knows ${name}). Use that version.`)
    }
    if (checksumOf(file.text) === checksum) return file
    throw new StartupProblem(`${what} went through another migration ${name} than this version has. Restore its file.`)
  })
}

/**
 * Makes the tables as these migrations leave them, inside the caller's transaction. Whoever else wants to migrate waits
 * until it ends. The next `migrate` brings what is newer, and the SQL functions.
 */
export async function replay(
  connection: Sql,
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  await makeMigrationTable(connection)
  for (const { text } of migrations) await connection.unsafe(text)
  for (const { name, checksum, appliedAt } of applied) {
    await connection`
      insert into schema_migrations (name, checksum, applied_at) values (${name}, ${checksum}, ${appliedAt}::text::timestamptz)`
  }
}

/** Until the end of the transaction nobody else migrates. */
export async function holdMigrations(connection: Sql): Promise<void> {
  await connection`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
}
