import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { verifyBooks } from '../../flows/verify-books/index.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { isMigrated } from '../../platform/postgres/migrate.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Command } from '../command.ts'
import { reportOf, timesOf } from '../verify/report.ts'

/** It changes nothing, so it neither makes a database nor brings one to this version. */
export const verify: Command = {
  flags: { '--times': 'tells what took how long' },
  summary: 'checks the books, also while the server runs; ends with 1 when something is wrong',
  async run(args, say) {
    const config = readConfig(process.env)
    requireData(config)
    const database = await openDatabase(config, () => {})
    try {
      await requireThisVersion(database.sql, database.place)
      const verdict = await verifyBooks(database.sql)
      if (args.includes('--times')) for (const line of timesOf(verdict)) say(line)
      for (const line of reportOf(verdict, database.place)) say(line)
      const many = verdict.violations.reduce((sum, violation) => sum + violation.many, 0)
      if (many > 0) throw new StartupProblem(`The books of ${database.place} are not in order: ${many} violations.`)
    } finally {
      await database.close()
    }
  },
}

function requireData({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return
  throw new StartupProblem(`There are no books in ${dataDir}. Set TILL_DATA_DIR or DATABASE_URL.`)
}

async function requireThisVersion(sql: Sql, place: string): Promise<void> {
  const [row] = await sql<{ isTill: boolean }[]>`select to_regclass('schema_migrations') is not null as is_till`
  if (row?.isTill && (await isMigrated(sql, SQL_DIR))) return
  throw new StartupProblem(`The database at ${place} is not of this version of Till. Run npm run till -- migrate.`)
}
